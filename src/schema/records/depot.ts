import type { FromSchema } from 'json-schema-to-ts';
import { envelopeFields, idSchema, instantSchema, nullable, readOnlyFields, uniqueNameSchema } from '../common.js';
import { validator } from '../validator.js';

/** The pattern of `gateway` in the configuration: the first part of every record id. */
const gatewayIdSchema = { ...idSchema, pattern: '^[A-Za-z0-9._-]{1,64}$' } as const;

/** What becomes of forwarded records of ids that are not registered here. */
const DEPOT_POLICIES = ['refuse', 'quarantine', 'register'] as const;

const properties = {
  name: uniqueNameSchema,
  userId: { ...idSchema, description: 'the user who forwards its records; records from other users are refused' },
  unknownDevices: {
    type: 'string',
    enum: DEPOT_POLICIES,
    description:
      'records of unregistered ids; quarantine: kept until the id is adopted, while there is room; register: the id is registered while licenses are free; refuse: refused',
  },
  group: { ...nullable(idSchema), description: 'the group that registered devices join' },
  acknowledges: {
    type: 'boolean',
    description:
      'true: its acknowledgements count for alerts of every gateway; false: only for those of the gateways of its user',
  },
} as const;

/** A gateway that forwards its records to this one. */
export const depotSchema = {
  type: 'object',
  required: ['id', 'gateway', 'name', 'userId', 'unknownDevices', 'group', 'acknowledges', 'creation', 'lastModified'],
  properties: {
    id: idSchema,
    gateway: {
      ...nullable(gatewayIdSchema),
      description: 'id of the gateway; null until the user has forwarded records for the first time',
    },
    ...properties,
    creation: instantSchema,
    lastModified: instantSchema,
  },
  additionalProperties: false,
} as const;
export type Depot = FromSchema<typeof depotSchema>;

/** Fields that clients cannot change. */
export const DEPOT_FIXED_FIELDS = ['id', 'gateway', 'creation', 'lastModified'] as const;

const depotInputSchema = {
  type: 'object',
  required: ['name', 'userId'],
  properties: { ...properties, ...readOnlyFields(...DEPOT_FIXED_FIELDS, 'depot'), ...envelopeFields },
  additionalProperties: false,
} as const;
export type DepotInput = FromSchema<typeof depotInputSchema>;
export const validateDepotInput = validator(depotInputSchema);
