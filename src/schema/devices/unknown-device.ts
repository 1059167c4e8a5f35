import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';
import { deviceInputSchema, deviceSchema, sourceSchema } from './device.js';
import { locationSchema } from '../records/location.js';
import { validator } from '../validator.js';

const count = { type: 'integer', minimum: 0 } as const;

/** An id that was heard over a serial port and is not registered. */
export const unknownDeviceSchema = {
  type: 'object',
  required: ['id', 'firstHeard', 'lastHeard', 'source', 'records', 'dropped', 'lastLocation'],
  properties: {
    id: idSchema,
    firstHeard: instantSchema,
    lastHeard: instantSchema,
    source: sourceSchema,
    records: { ...count, description: 'kept, to go into its history when it is adopted' },
    dropped: { ...count, description: 'records that had to go for want of room, the oldest first' },
    lastLocation: nullable(locationSchema),
  },
  additionalProperties: false,
} as const;
export type UnknownDeviceView = Readonly<FromSchema<typeof unknownDeviceSchema>>;

/** The device that an unknown one becomes: everything may be left out. */
export const adoptionInputSchema = {
  ...deviceInputSchema,
  required: [],
  properties: {
    ...deviceInputSchema.properties,
    group: { ...idSchema, description: 'a group that it joins; takes the privilege groups:write' },
  },
} as const;
export const validateAdoptionInput = validator(adoptionInputSchema);
export type AdoptionInput = FromSchema<typeof adoptionInputSchema>;

/** What came of it: the device, and its records as if they had been posted. */
export const adoptedShape = { device: deviceSchema, accepted: count, duplicates: count } as const;
