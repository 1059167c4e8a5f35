import { envelopeFields, idSchema, instantSchema, readOnlyFields, uniqueNameSchema } from '../common.js';
import { validatorOf } from '../validator.js';
import { shapeSchema, type Shape } from './shape.js';

const properties = {
  name: uniqueNameSchema,
  description: { type: 'string', maxLength: 1024 },
  color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', description: 'like #1f77b4' },
  home: { type: 'boolean', description: 'the zone of the depot: at most one zone is' },
  shape: shapeSchema,
} as const;

/** An area on the map, as stored and returned. */
export type Zone = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly color?: string;
  readonly home: boolean;
  readonly shape: Shape;
  readonly creation: string;
  readonly lastModified: string;
};

export const zoneSchema = {
  type: 'object',
  required: ['id', 'name', 'description', 'home', 'shape', 'creation', 'lastModified'],
  properties: { id: idSchema, ...properties, creation: instantSchema, lastModified: instantSchema },
  additionalProperties: false,
} as const;

/** Fields that clients cannot change. */
export const ZONE_FIXED_FIELDS = ['id', 'creation', 'lastModified'] as const;

/** A zone as clients send it. */
export type ZoneInput = Pick<Zone, 'name' | 'shape'> & Partial<Pick<Zone, 'description' | 'color' | 'home'>>;

export const zoneInputSchema = {
  type: 'object',
  required: ['name', 'shape'],
  properties: { ...properties, ...readOnlyFields(...ZONE_FIXED_FIELDS, 'zone'), ...envelopeFields },
  additionalProperties: false,
} as const;
export const validateZoneInput = validatorOf<ZoneInput>(zoneInputSchema);
