import { envelopeFields, idSchema, instantSchema, readOnlyFields, uniqueNameSchema } from '../common.js';
import { validatorOf } from '../validator.js';
import { RULE_TYPE_NAMES, RULE_TYPES, type RuleParameters, type RuleTypeName } from './rule-types.js';

const MAX_DEVICES = 10_000;
const MAX_GROUPS = 100;

/** Local time in the zone of the gateway; `to` before `from`: up to the next day. */
export type ActiveHours = { readonly from: string; readonly to: string; readonly days?: readonly number[] };

const timeSchema = { type: 'string', pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$', description: 'like 22:00' } as const;

const ids = (maxItems: number, description: string) =>
  ({ type: 'array', maxItems, uniqueItems: true, items: idSchema, description }) as const;

const common = {
  name: uniqueNameSchema,
  enabled: { type: 'boolean' },
  attention: { type: 'boolean', description: 'its alerts need a person' },
  devices: ids(MAX_DEVICES, 'ids of devices that it covers; instead of `groups` or `all`'),
  groups: ids(MAX_GROUPS, 'ids of groups'),
  all: { type: 'boolean', description: 'covers all devices' },
  activeHours: {
    type: 'object',
    required: ['from', 'to'],
    properties: {
      from: timeSchema,
      to: timeSchema,
      days: {
        type: 'array',
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        items: { type: 'integer', minimum: 1, maximum: 7 },
        description: 'on which they begin, 1: Monday; left out: all',
      },
    },
    additionalProperties: false,
    description: 'raises alerts only in these hours, local time; left out: always',
  },
} as const;

type CommonFields = {
  readonly name: string;
  readonly enabled: boolean;
  readonly attention: boolean;
  readonly devices: readonly string[];
  readonly groups: readonly string[];
  readonly all: boolean;
  readonly activeHours?: ActiveHours;
};

/** The type and its parameters. */
export type RuleSettings = {
  readonly [Type in RuleTypeName]: { readonly type: Type } & RuleParameters[Type];
}[RuleTypeName];

/** What raises an alert on the gateway, as stored and returned. */
export type AlertRule = CommonFields &
  RuleSettings & { readonly id: string; readonly creation: string; readonly lastModified: string };

type Optional<T> = T extends unknown ? { readonly type: RuleTypeName } & Partial<T> : never;
/** A rule as clients send it. */
export type AlertRuleInput = { readonly name: string } & Partial<CommonFields> & Optional<RuleSettings>;
/** A rule that is only previewed needs no name. */
export type UnnamedRuleInput = Partial<CommonFields> & Optional<RuleSettings>;

/** Fields that clients cannot change. */
export const ALERT_RULE_FIXED_FIELDS = ['id', 'creation', 'lastModified'] as const;

const stored = ['id', 'name', 'enabled', 'attention', 'devices', 'groups', 'all', 'creation', 'lastModified'] as const;

/** Fields that only some types have; the schema of the type describes them. */
const ownFields = Object.fromEntries(
  RULE_TYPE_NAMES.flatMap((type) => Object.keys(RULE_TYPES[type].properties).map((name) => [name, {}])),
);

export const alertRuleSchema = {
  type: 'object',
  required: ['type', ...stored],
  properties: {
    ...{ id: idSchema, type: { enum: RULE_TYPE_NAMES }, ...common, ...ownFields },
    ...{ creation: instantSchema, lastModified: instantSchema },
  },
  discriminator: { propertyName: 'type' },
  oneOf: RULE_TYPE_NAMES.map((type) => ({
    type: 'object',
    required: ['type', ...stored, ...RULE_TYPES[type].required, ...Object.keys(RULE_TYPES[type].defaults)],
    properties: {
      ...{ id: idSchema, type: { const: type }, ...common, ...RULE_TYPES[type].properties },
      ...{ creation: instantSchema, lastModified: instantSchema },
    },
    additionalProperties: false,
  })),
} as const;

/** The type of a rule and its parameters, those with a default too. */
export const validateRuleSettings = validatorOf<RuleSettings>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: RULE_TYPE_NAMES.map((type) => ({
    type: 'object',
    required: ['type', ...RULE_TYPES[type].required, ...Object.keys(RULE_TYPES[type].defaults)],
    properties: { type: { const: type }, ...RULE_TYPES[type].properties },
    additionalProperties: false,
  })),
});

/** What a client sends; `always`: the fields that every type requires. */
const inputSchema = (...always: readonly string[]) =>
  ({
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: RULE_TYPE_NAMES.map((type) => ({
      type: 'object',
      required: ['type', ...always, ...RULE_TYPES[type].required],
      properties: {
        ...{ type: { const: type }, ...common, ...RULE_TYPES[type].properties },
        ...readOnlyFields(...ALERT_RULE_FIXED_FIELDS, 'alertRule'),
        ...envelopeFields,
      },
      additionalProperties: false,
    })),
  }) as const;

export const alertRuleInputSchema = inputSchema('name');
export const validateAlertRuleInput = validatorOf<AlertRuleInput>(alertRuleInputSchema);

export const unnamedRuleInputSchema = inputSchema();
export const validateUnnamedRuleInput = validatorOf<UnnamedRuleInput>(unnamedRuleInputSchema);
