import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable, uniqueNameSchema } from '../common.js';
import { validator } from '../validator.js';
import { groupReferenceSchema } from './user.js';

/** A read-only sign-in of a wall screen, as the API returns it, without its key. */
export const displaySchema = {
  type: 'object',
  required: ['id', 'name', 'group', 'deviceId', 'creation', 'lastUsed'],
  properties: {
    id: idSchema,
    name: uniqueNameSchema,
    group: { ...nullable(idSchema), description: 'the display shows only the devices of this group' },
    deviceId: { ...nullable(idSchema), description: 'the display shows only this device' },
    creation: instantSchema,
    lastUsed: { ...nullable(instantSchema), description: 'to about an hour; null: not used yet' },
  },
  additionalProperties: false,
} as const;
export type DisplayView = FromSchema<typeof displaySchema>;

/** A display as stored; `digest`: SHA-256 of its key. */
export type Display = Readonly<DisplayView> & { readonly digest: string };

export const validateDisplayInput = validator({
  type: 'object',
  required: ['name'],
  properties: {
    name: uniqueNameSchema,
    group: { ...groupReferenceSchema, description: 'id or name of a group; left out: what you see yourself' },
  },
  additionalProperties: false,
});
export type DisplayInput = { readonly name: string; readonly group?: string | null };
