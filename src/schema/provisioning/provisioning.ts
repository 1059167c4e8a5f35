import type { FromSchema } from 'json-schema-to-ts';
import { envelopeFields, idSchema, readOnlyFields, instantSchema, nullable } from '../common.js';
import { PROVISIONING_OUTCOMES, namedReferenceSchema, unitRowSchema, type UnitRow } from './receipt.js';
import { templateSchema } from './template.js';
import { validator } from '../validator.js';

/** A technician's work at the bench: ports that are put into provisioning, and what is done to whatever is on them. */

const MAX_PORTS = 64;
const MAX_UNITS = 2_000;
const MAX_CSV_CHARS = 524_288;
export const MAX_SESSION_MINUTES = 15;

const text = { type: 'string' } as const;
const pathSchema = { type: 'string', minLength: 1, maxLength: 255 } as const;
const textOrNull = nullable(text);

/** What is asked for. */
export const provisioningInputSchema = {
  type: 'object',
  required: ['ports'],
  properties: {
    ports: { type: 'array', minItems: 1, maxItems: MAX_PORTS, uniqueItems: true, items: pathSchema },
    template: { ...idSchema, description: 'id of the template that is applied' },
    undo: { ...idSchema, description: 'in its place: id of a receipt, whose tracker gets its former settings back' },
    units: {
      type: 'array',
      maxItems: MAX_UNITS,
      items: unitRowSchema,
      description:
        'what each tracker gets. A row with `identity` is for that tracker (IMEI, serial number, present id), others go in ' +
        'their order. `id` is the id of the device, `name` its name, a column called like a setting is that setting',
    },
    csv: { type: 'string', maxLength: MAX_CSV_CHARS, description: 'the same as CSV with a heading' },
    secrets: {
      ...unitRowSchema,
      description: 'what has to be known to be obeyed, as a password: kept until this ends, and nowhere else',
    },
    once: { type: 'boolean', description: 'one tracker on each port, and it ends; otherwise one after the other' },
    minutes: { type: 'integer', minimum: 1, maximum: MAX_SESSION_MINUTES },
    ...readOnlyFields('provisioning'),
    ...envelopeFields,
  },
  additionalProperties: false,
} as const;
export type ProvisioningInput = FromSchema<typeof provisioningInputSchema>;
export const validateProvisioningInput = validator(provisioningInputSchema);

/** How far a port has come with the tracker on it. */
export const PROVISIONING_STEPS = [
  'waiting',
  'identify',
  'license',
  'read',
  'write',
  'read back',
  'register',
  'undo',
  'done',
] as const;
export type ProvisioningStep = (typeof PROVISIONING_STEPS)[number];

const unitProperties = {
  hardwareId: { ...textOrNull, description: 'what does not change with any setting: IMEI, number of the chip' },
  deviceId: textOrNull,
  model: textOrNull,
  firmware: textOrNull,
} as const;

/** What became of one tracker. */
export const unitResultSchema = {
  type: 'object',
  required: [
    'at',
    'port',
    ...(Object.keys(unitProperties) as (keyof typeof unitProperties)[]),
    'outcome',
    'code',
    'message',
    'receipt',
  ],
  properties: {
    at: instantSchema,
    port: text,
    ...unitProperties,
    outcome: { enum: PROVISIONING_OUTCOMES },
    code: { ...textOrNull, description: 'why it failed, as a word that does not change' },
    message: { ...textOrNull, description: 'why, and the way out' },
    receipt: { ...nullable(idSchema), description: 'id of the receipt' },
  },
  additionalProperties: false,
} as const;
export type UnitResult = Readonly<FromSchema<typeof unitResultSchema>>;

/** A port in provisioning. */
export const provisioningPortSchema = {
  type: 'object',
  required: [
    'provisioning',
    'path',
    'step',
    'message',
    ...(Object.keys(unitProperties) as (keyof typeof unitProperties)[]),
    'last',
  ],
  properties: {
    provisioning: { ...idSchema, description: 'id of the provisioning' },
    path: text,
    step: { enum: PROVISIONING_STEPS },
    message: { ...textOrNull, description: 'what it waits for' },
    ...unitProperties,
    last: { ...nullable(unitResultSchema), description: 'what became of the last tracker on it' },
  },
  additionalProperties: false,
} as const;
export type ProvisioningPortView = Readonly<FromSchema<typeof provisioningPortSchema>>;

const storedProperties = {
  id: idSchema,
  by: namedReferenceSchema,
  at: instantSchema,
  until: { ...instantSchema, description: 'nothing is begun on its ports after that' },
  template: nullable(templateSchema),
  undo: nullable(idSchema),
  once: { type: 'boolean' },
} as const;

export const provisioningSchema = {
  type: 'object',
  required: [
    ...(Object.keys(storedProperties) as (keyof typeof storedProperties)[]),
    'ended',
    'ports',
    'results',
    'unitsLeft',
  ],
  properties: {
    ...storedProperties,
    ended: { ...textOrNull, description: 'why it is over; null while it goes on' },
    ports: { type: 'array', items: provisioningPortSchema },
    results: { type: 'array', items: unitResultSchema, description: 'the last ones' },
    unitsLeft: {
      ...nullable({ type: 'integer', minimum: 0 }),
      description: 'of the list of units; null: there is none',
    },
  },
  additionalProperties: false,
} as const;
export type ProvisioningView = Readonly<FromSchema<typeof provisioningSchema>>;

/** A provisioning as it is kept, so that it goes on after a restart: without what is secret. */
export type Provisioning = Readonly<
  FromSchema<{
    readonly type: 'object';
    readonly required: readonly ['id', 'by', 'at', 'until', 'template', 'undo', 'once'];
    readonly properties: typeof storedProperties;
    readonly additionalProperties: false;
  }>
> & {
  readonly paths: readonly string[];
  /** null: there was no list */
  readonly units: readonly UnitRow[] | null;
  /** something was left out: it can not go on by itself */
  readonly hadSecrets: boolean;
};
