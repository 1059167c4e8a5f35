import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';
import { deviceInputSchema, deviceSchema, sourceSchema } from './device.js';
import { locationSchema } from '../records/location.js';
import { validator } from '../validator.js';

const count = { type: 'integer', minimum: 0 } as const;

/** An id that reported over a serial port and is not registered. */
export const unknownDeviceSchema = {
  type: 'object',
  required: ['id', 'firstHeard', 'lastHeard', 'source', 'records', 'dropped', 'lastLocation'],
  properties: {
    id: idSchema,
    firstHeard: instantSchema,
    lastHeard: instantSchema,
    source: sourceSchema,
    records: { ...count, description: 'quarantined, imported into its history on adoption' },
    dropped: { ...count, description: 'records dropped because the quarantine was full, the oldest first' },
    lastLocation: nullable(locationSchema),
  },
  additionalProperties: false,
} as const;
export type UnknownDeviceView = Readonly<FromSchema<typeof unknownDeviceSchema>>;

/** The device to register for an unknown id; every field is optional. */
export const adoptionInputSchema = {
  ...deviceInputSchema,
  required: [],
  properties: {
    ...deviceInputSchema.properties,
    group: { ...idSchema, description: 'group that it joins; requires privilege groups:write' },
  },
} as const;
export const validateAdoptionInput = validator(adoptionInputSchema);
export type AdoptionInput = FromSchema<typeof adoptionInputSchema>;

/** The device, and the counts of its records as if they had been posted. */
export const adoptedShape = { device: deviceSchema, accepted: count, duplicates: count } as const;
