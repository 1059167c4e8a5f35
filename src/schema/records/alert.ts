import type { FromSchema } from 'json-schema-to-ts';
import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '../channels.js';
import {
  gatewaySchema,
  idSchema,
  instantSchema,
  lineSchema,
  namedReferenceSchema,
  nullable,
  readOnlyFields,
} from '../common.js';
import { driverIdInputSchema, driverIdSchema } from './driver.js';

export const alertNameSchema = { ...lineSchema, minLength: 1, maxLength: 64 } as const;
/** As a filter. */
export const alertNameFilterSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'name of the alert, or of the rule that raised it, or the whole text of the alert',
} as const;

const properties = {
  dateTime: { ...instantSchema, description: 'when it was raised; omitted: now' },
  alerts: {
    type: 'array',
    minItems: 1,
    maxItems: 32,
    items: alertNameSchema,
    description: 'names of the alerts raised at this moment',
  },
  latitude: { type: 'number', minimum: -90, maximum: 90, description: 'degrees; omitted: from the last location' },
  longitude: { type: 'number', minimum: -180, maximum: 180, description: 'degrees; omitted: from the last location' },
  text: { type: 'string', maxLength: 1024 },
  driverId: driverIdSchema,
} as const;

/** One alert as a client or tracker sends it; `alertName` is a list of one name. */
export const alertInputSchema = {
  type: 'object',
  properties: {
    ...properties,
    alertName: alertNameSchema,
    driverId: driverIdInputSchema,
    ...readOnlyFields(
      'id',
      ...CHANNEL_NAMES,
      'notifications',
      'messages',
      'restamped',
      'trackerTime',
      'attention',
      'acknowledged',
      'rule',
      'gateway',
    ),
  },
  anyOf: [{ required: ['alerts'] }, { required: ['alertName'] }],
  dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] },
  additionalProperties: false,
} as const;
export type AlertInput = FromSchema<typeof alertInputSchema>;

const notifiedFields = Object.fromEntries(
  CHANNEL_NAMES.map((name) => [name, { type: 'boolean', description: 'a notification by it was sent' }]),
) as Record<ChannelName, { readonly type: 'boolean'; readonly description: string }>;
const count = { type: 'integer', minimum: 0 } as const;
export const noteSchema = { type: 'string', maxLength: 256 } as const;

/** The first acknowledgement of an alert: its user, its time and its note. */
export const acknowledgementSchema = {
  type: 'object',
  required: ['by', 'at', 'note'],
  properties: { by: namedReferenceSchema, at: instantSchema, note: { ...noteSchema, description: 'empty: none' } },
  additionalProperties: false,
} as const;
export type Acknowledgement = Readonly<FromSchema<typeof acknowledgementSchema>>;

const viewProperties = {
  ...notifiedFields,
  notifications: {
    type: 'array',
    items: { enum: CHANNEL_NAMES.map((name) => CHANNELS[name].notificationName) },
    description: 'the channels by which a notification was sent',
  },
  messages: {
    type: 'object',
    required: ['queued', 'sent', 'failed', 'suppressed'],
    properties: {
      queued: { ...count, description: 'still to be sent' },
      sent: count,
      failed: { ...count, description: 'not sent, or not known to be' },
      suppressed: { ...count, description: 'stored without sending: a repeat, or a limit' },
    },
    additionalProperties: false,
    description: 'the messages of the alert by state; left out if it has none, or they are not kept any more',
  },
  restamped: { type: 'boolean', description: 'its time was corrected after the gateway clock became trusted' },
  trackerTime: { ...instantSchema, description: 'the time that the tracker sent, if the gateway did not believe it' },
  attention: {
    type: 'boolean',
    description: 'it needs a person: one of its names was in the setting `attention` when it was stored',
  },
  rule: { ...idSchema, description: 'id of the alert rule that raised it; left out: not raised by a rule' },
  gateway: gatewaySchema,
  acknowledged: { ...nullable(acknowledgementSchema), description: 'the first acknowledgement; null: none yet' },
} as const;

/** One alert as the API returns it. */
export const alertSchema = {
  type: 'object',
  required: ['id', 'dateTime', 'alerts', ...CHANNEL_NAMES, 'notifications', 'acknowledged'],
  properties: { id: idSchema, ...properties, ...viewProperties },
  additionalProperties: false,
} as const;
export type AlertView = FromSchema<typeof alertSchema>;
export type MessageCounts = NonNullable<AlertView['messages']>;

/** One alert in a list of several devices. */
export const deviceAlertSchema = {
  ...alertSchema,
  required: ['deviceId', ...alertSchema.required],
  properties: { deviceId: idSchema, ...alertSchema.properties },
} as const;
export type DeviceAlertView = AlertView & { readonly deviceId: string };

/** The alerts of one request. */
export const alertsInputSchema = { type: 'array', minItems: 1, maxItems: 1000, items: alertInputSchema } as const;

/** One alert as stored. */
export type Alert = {
  dateTime: string;
  alerts: readonly string[];
  latitude?: number;
  longitude?: number;
  text?: string;
  /** the driver of that moment, as far as the tracker knows */
  driverId?: string;
  /** it needs a person; never set by a client */
  attention?: true;
  /** set from its source when the alert is read from the store: the alert rule that raised it */
  rule?: string;
  /** the same: the gateway that forwarded it */
  gateway?: string;
  /** the time that the tracker sent, if it was not believed */
  trackerTime?: string;
  /** set when the alert is read from the store, never written */
  restamped?: true;
};
