import type { FromSchema } from 'json-schema-to-ts';
import { alertNameSchema } from '../records/alert.js';
import { envelopeFields, idSchema, readOnlyFields, instantSchema, uniqueNameSchema } from '../common.js';
import { CHANNELS, channelFieldNames, channelFields, type ChannelName } from '../channels.js';
import { QUIET_MINUTES } from './quiet-minutes.js';
import { validator } from '../validator.js';

const MAX_ALERTS = 100;
const MAX_DEVICES = 10_000;
const MAX_GROUPS = 100;
/** For more recipients use a mailing list. */
const MAX_RECIPIENTS = 20;

const listOrAll = <const I extends object>(items: I, maxItems: number, description: string) =>
  ({
    anyOf: [{ const: 'all' }, { type: 'array', maxItems, uniqueItems: true, items }],
    description,
  }) as const;

const recipients = (channel: ChannelName) =>
  ({
    type: 'array',
    maxItems: MAX_RECIPIENTS,
    uniqueItems: true,
    items: { type: 'string', maxLength: 254, format: CHANNELS[channel].address.format },
    description: `to notify: ${CHANNELS[channel].labels.recipients}`,
  }) as const;

const properties = {
  name: uniqueNameSchema,
  enabled: { type: 'boolean' },
  alerts: listOrAll(
    alertNameSchema,
    MAX_ALERTS,
    'names of alerts, or `all` except daily-limit alerts, which have to be named',
  ),
  devices: listOrAll(idSchema, MAX_DEVICES, 'ids of devices, or `all`'),
  groups: {
    type: 'array',
    maxItems: MAX_GROUPS,
    uniqueItems: true,
    items: idSchema,
    description: 'ids of groups: covers the devices in them when the alert is raised',
  },
  ...channelFields('recipientsField', (channel) => recipients(channel)),
  quietMinutes: {
    type: 'integer',
    minimum: QUIET_MINUTES.min,
    maximum: QUIET_MINUTES.max,
    description: 'minutes until the same alert of the same device notifies again; doubles with each repeat',
  },
} as const;

/** Fields that clients cannot change. */
export const NOTIFICATION_RULE_FIXED_FIELDS = ['id', 'creation', 'lastModified'] as const;

/** A notification rule as stored and returned: which alerts of which devices notify whom. */
export const notificationRuleSchema = {
  type: 'object',
  required: [
    'id',
    'name',
    'enabled',
    'alerts',
    'devices',
    'groups',
    ...channelFieldNames('recipientsField'),
    'quietMinutes',
    'creation',
    'lastModified',
  ],
  properties: { id: idSchema, ...properties, creation: instantSchema, lastModified: instantSchema },
  additionalProperties: false,
} as const;
export type NotificationRule = Readonly<FromSchema<typeof notificationRuleSchema>>;

/** A rule as clients send it; without names it covers all alerts of all devices. */
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
