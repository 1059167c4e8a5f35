import type { FromSchema } from 'json-schema-to-ts';
import type { Author } from '../accounts/author.js';
import { envelopeFields, idSchema, readOnlyFields, instantSchema, nullable, namedReferenceSchema } from '../common.js';
import { PROVISIONING_OUTCOMES, unitRowSchema, type UnitRow } from './receipt.js';
import { settingValueSchema } from './setting.js';
import { templateSchema } from './template.js';
import { validator } from '../validator.js';

/** Provisioning sessions: ports in provisioning, and the trackers that are set up on them. */

const MAX_PORTS = 64;
const MAX_UNITS = 2_000;
const MAX_CSV_CHARS = 524_288;
export const MAX_SESSION_MINUTES = 15;

const text = { type: 'string' } as const;
const pathSchema = { type: 'string', minLength: 1, maxLength: 255 } as const;
const textOrNull = nullable(text);

/** A session as clients start it. */
const provisioningInputSchema = {
  type: 'object',
  required: ['ports'],
  properties: {
    ports: { type: 'array', minItems: 1, maxItems: MAX_PORTS, uniqueItems: true, items: pathSchema },
    template: { ...idSchema, description: 'id of the template to apply' },
    undo: {
      ...idSchema,
      description: 'instead of a template: id of a receipt whose tracker gets its previous settings back',
    },
    units: {
      type: 'array',
      maxItems: MAX_UNITS,
      items: unitRowSchema,
      description:
        'values for each tracker. A row with `identity` is for that tracker (IMEI, serial number, current id); the others ' +
        'are used in order. `id` is the device id, `name` the device name; a column named like a setting is that setting',
    },
    csv: {
      type: 'string',
      maxLength: MAX_CSV_CHARS,
      description: 'the units as CSV with a row of titles; a column that nothing uses is refused',
    },
    secrets: {
      ...unitRowSchema,
      description: 'passwords or keys that the trackers require: kept until the session ends, never stored',
    },
    once: {
      type: 'boolean',
      description: 'one tracker per port, then the session ends; otherwise one tracker after another',
    },
    dryRun: {
      type: 'boolean',
      description:
        'only reads and compares: nothing is written to a tracker, registered or stored, and a restart ends the session',
    },
    minutes: { type: 'integer', minimum: 1, maximum: MAX_SESSION_MINUTES },
    ...readOnlyFields('provisioning'),
    ...envelopeFields,
  },
  additionalProperties: false,
} as const;
export type ProvisioningInput = FromSchema<typeof provisioningInputSchema>;
export const validateProvisioningInput = validator(provisioningInputSchema);

/** What a port is doing with the tracker on it. */
const PROVISIONING_STEPS = [
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
  hardwareId: { ...textOrNull, description: 'IMEI or chip number: settings do not change it' },
  deviceId: {
    ...textOrNull,
    description: 'as the tracker reports from now on; once it is set up, that of the registered device',
  },
  deviceName: { ...textOrNull, description: 'name of the registered device; null: it has none' },
  previousId: {
    ...textOrNull,
    description: 'the id that the tracker reported before it was set up; null: it is the same',
  },
  model: textOrNull,
  firmware: textOrNull,
} as const;

/** A setting that a dry run would change; without values: a secret, which cannot be read. */
const differenceSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: text, present: settingValueSchema, desired: settingValueSchema },
  additionalProperties: false,
} as const;
export type SettingDifference = Readonly<FromSchema<typeof differenceSchema>>;

/** A dry run also has `differs`: provisioning would change the tracker. */
const UNIT_OUTCOMES = [...PROVISIONING_OUTCOMES, 'differs'] as const;
export type UnitOutcome = (typeof UNIT_OUTCOMES)[number];

/** The result of one tracker. */
const unitResultSchema = {
  type: 'object',
  required: [
    'at',
    'port',
    ...(Object.keys(unitProperties) as (keyof typeof unitProperties)[]),
    'outcome',
    'code',
    'message',
    'heard',
    'receipt',
  ],
  properties: {
    at: instantSchema,
    port: text,
    ...unitProperties,
    outcome: { enum: UNIT_OUTCOMES },
    code: { ...textOrNull, description: 'why it failed, as a stable code' },
    message: { ...textOrNull, description: 'why, and how to fix it' },
    heard: { ...textOrNull, description: 'of `wrong_protocol`: the protocol of the tracker that is on the port' },
    receipt: { ...nullable(idSchema), description: 'id of the receipt' },
    differences: { type: 'array', items: differenceSchema, description: 'of a dry run: what it would change' },
  },
  additionalProperties: false,
} as const;
export type UnitResult = Readonly<FromSchema<typeof unitResultSchema>>;

/** A port in provisioning. */
const provisioningPortSchema = {
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
    provisioning: { ...idSchema, description: 'id of the provisioning session' },
    path: text,
    step: { enum: PROVISIONING_STEPS },
    message: { ...textOrNull, description: 'what the port is waiting for' },
    ...unitProperties,
    last: { ...nullable(unitResultSchema), description: 'result of the last tracker on this port' },
  },
  additionalProperties: false,
} as const;
export type ProvisioningPortView = Readonly<FromSchema<typeof provisioningPortSchema>>;

const storedProperties = {
  id: idSchema,
  by: namedReferenceSchema,
  at: instantSchema,
  until: { ...instantSchema, description: 'no tracker is started after this time' },
  template: nullable(templateSchema),
  undo: nullable(idSchema),
  once: { type: 'boolean' },
  dryRun: { type: 'boolean', description: 'only reads and compares; left out: no' },
} as const;

const REQUIRED_PROPERTIES = ['id', 'by', 'at', 'until', 'template', 'undo', 'once'] as const;

export const provisioningSchema = {
  type: 'object',
  required: [...REQUIRED_PROPERTIES, 'ended', 'ports', 'results', 'unitsLeft'],
  properties: {
    ...storedProperties,
    ended: { ...textOrNull, description: 'why it ended; null while it runs' },
    ports: { type: 'array', items: provisioningPortSchema },
    results: { type: 'array', items: unitResultSchema, description: 'the most recent results' },
    unitsLeft: {
      ...nullable({ type: 'integer', minimum: 0 }),
      description: 'unused rows of the list of units; null: no list',
    },
  },
  additionalProperties: false,
} as const;
export type ProvisioningView = Readonly<FromSchema<typeof provisioningSchema>>;

/** A session as stored, to continue after a restart; without secrets. */
export type Provisioning = Readonly<
  FromSchema<{
    readonly type: 'object';
    readonly required: typeof REQUIRED_PROPERTIES;
    readonly properties: typeof storedProperties;
    readonly additionalProperties: false;
  }>
> & {
  readonly paths: readonly string[];
  /** null: no list */
  readonly units: readonly UnitRow[] | null;
  /** secrets were left out: after a restart it cannot continue by itself */
  readonly hadSecrets: boolean;
  /** of what the session does after a restart; left out: an earlier version stored none */
  readonly author?: Author;
};
