import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, readOnlyFields, instantSchema } from '../common.js';

export const alertNameSchema = { type: 'string', minLength: 1, maxLength: 64 } as const;

const properties = {
  dateTime: { ...instantSchema, description: 'when it was raised; now when left out' },
  alerts: { type: 'array', minItems: 1, maxItems: 32, items: alertNameSchema, description: 'names of what happened' },
  latitude: { type: 'number', minimum: -90, maximum: 90, description: "degrees; the last location's when left out" },
  longitude: { type: 'number', minimum: -180, maximum: 180, description: "degrees; the last location's when left out" },
  text: { type: 'string', maxLength: 1024 },
} as const;

/** One alert as a client or tracker may send it: `alertName` is a list of one. */
export const alertInputSchema = {
  type: 'object',
  properties: { ...properties, alertName: alertNameSchema, ...readOnlyFields('id', 'email', 'sms', 'restamped') },
  anyOf: [{ required: ['alerts'] }, { required: ['alertName'] }],
  dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] },
  additionalProperties: false,
} as const;
export type AlertInput = FromSchema<typeof alertInputSchema>;

const viewProperties = {
  email: { type: 'boolean' },
  sms: { type: 'boolean' },
  restamped: { type: 'boolean', description: 'its time was corrected once the clock of the gateway was right' },
} as const;

/** One alert as it is shown; `email`, `sms`: was a notification by that way accepted for sending. */
export const alertSchema = {
  type: 'object',
  required: ['id', 'dateTime', 'alerts', 'email', 'sms'],
  properties: { id: idSchema, ...properties, ...viewProperties },
  additionalProperties: false,
} as const;
export type AlertView = FromSchema<typeof alertSchema>;

/** One alert where it is not said already whose it is. */
export const deviceAlertSchema = {
  ...alertSchema,
  required: ['deviceId', ...alertSchema.required],
  properties: { deviceId: idSchema, ...alertSchema.properties },
} as const;
export type DeviceAlertView = AlertView & { readonly deviceId: string };

/** What one request may carry. */
export const alertsInputSchema = { type: 'array', minItems: 1, maxItems: 1000, items: alertInputSchema } as const;

/** One alert as it is kept. */
export type Alert = {
  dateTime: string;
  alerts: readonly string[];
  latitude?: number;
  longitude?: number;
  text?: string;
  /** only of one that is read */
  restamped?: true;
};
