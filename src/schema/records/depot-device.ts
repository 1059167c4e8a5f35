import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, uniqueNameSchema } from '../common.js';

/** Devices and groups of a device that one post may name. */
export const MAX_DEPOT_DEVICES = 100;
export const MAX_DEPOT_GROUPS = 16;

/** How a device is called at the gateway that forwards its records, and the names of its groups there. */
export const depotDeviceSchema = {
  type: 'object',
  required: ['id', 'name', 'description', 'groups'],
  properties: {
    id: idSchema,
    name: { type: 'string', maxLength: 128 },
    description: { type: 'string', maxLength: 1024 },
    groups: { type: 'array', maxItems: MAX_DEPOT_GROUPS, items: uniqueNameSchema },
  },
  additionalProperties: false,
} as const;
export type DepotDevice = Readonly<FromSchema<typeof depotDeviceSchema>>;
