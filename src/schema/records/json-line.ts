import { alertInputSchema, alertsInputSchema } from './alert.js';
import { newDeviceIdSchema } from '../common.js';
import { driverIdInputSchema } from './driver.js';
import { locationInputSchema, locationsInputSchema } from './location.js';
import { validator } from '../validator.js';

/** The posts of the REST API as one line of JSON; the reply repeats `id`. */
const jsonLineSchema = {
  type: 'object',
  properties: {
    id: { type: ['integer', 'string', 'null'], maxLength: 64 },
    deviceId: newDeviceIdSchema,
    driverId: { ...driverIdInputSchema, description: 'of each record of the line without an own one' },
    location: locationInputSchema,
    locations: locationsInputSchema,
    alert: alertInputSchema,
    alerts: alertsInputSchema,
  },
  anyOf: [{ required: ['location'] }, { required: ['locations'] }, { required: ['alert'] }, { required: ['alerts'] }],
  additionalProperties: false,
} as const;

export const validateJsonLine = validator(jsonLineSchema, { ignoreUnknown: true });
