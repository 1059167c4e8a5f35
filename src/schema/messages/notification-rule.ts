import type { FromSchema } from 'json-schema-to-ts';
import { alertNameSchema } from '../records/alert.js';
import { envelopeFields, idSchema, readOnlyFields, instantSchema, uniqueNameSchema } from '../common.js';
import { validator } from '../validator.js';

const MAX_ALERTS = 100;
const MAX_DEVICES = 10_000;
const MAX_GROUPS = 100;
/** Who has more to tell writes to a list of addresses. */
const MAX_RECIPIENTS = 20;
const DAY_MINUTES = 1440;

const listOrAll = <const I extends object>(items: I, maxItems: number, description: string) =>
  ({
    anyOf: [{ const: 'all' }, { type: 'array', maxItems, uniqueItems: true, items }],
    description,
  }) as const;

const recipients = (format: string, description: string) =>
  ({
    type: 'array',
    maxItems: MAX_RECIPIENTS,
    uniqueItems: true,
    items: { type: 'string', maxLength: 254, format },
    description,
  }) as const;

const properties = {
  name: uniqueNameSchema,
  enabled: { type: 'boolean' },
  alerts: listOrAll(
    alertNameSchema,
    MAX_ALERTS,
    'names of alerts, or all of them but those that tell of the limits, which are to be named',
  ),
  devices: listOrAll(idSchema, MAX_DEVICES, 'ids of devices, or all of them'),
  groups: {
    type: 'array',
    maxItems: MAX_GROUPS,
    uniqueItems: true,
    items: idSchema,
    description: 'ids of groups: of the devices that are in one by then',
  },
  emails: recipients('mail-address', 'email addresses that are told'),
  phones: recipients('telephone-number', 'telephone numbers that are told, by SMS'),
  quietMinutes: {
    type: 'integer',
    minimum: 2,
    maximum: DAY_MINUTES,
    description: 'the same alert of the same device is told again after so long, then after twice as long, and so on',
  },
} as const;

/** What no client can change. */
export const NOTIFICATION_RULE_FIXED_FIELDS = ['id', 'creation', 'lastModified'] as const;

/** A notification rule as it is kept and shown: which alerts of which devices are told whom. */
export const notificationRuleSchema = {
  type: 'object',
  required: [
    'id',
    'name',
    'enabled',
    'alerts',
    'devices',
    'groups',
    'emails',
    'phones',
    'quietMinutes',
    'creation',
    'lastModified',
  ],
  properties: { id: idSchema, ...properties, creation: instantSchema, lastModified: instantSchema },
  additionalProperties: false,
} as const;
export type NotificationRule = Readonly<FromSchema<typeof notificationRuleSchema>>;

/** A rule as a client may send it: of all alerts of all devices where it names none. */
export const notificationRuleInputSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    ...properties,
    ...readOnlyFields(...NOTIFICATION_RULE_FIXED_FIELDS, 'notification'),
    ...envelopeFields,
  },
  additionalProperties: false,
} as const;
export type NotificationRuleInput = FromSchema<typeof notificationRuleInputSchema>;
export const validateNotificationRuleInput = validator(notificationRuleInputSchema);
