import { validatorOf } from './validator.js';

const pointer = { type: 'string', maxLength: 512, pattern: '^(/([^~/]|~[01])*)*$', description: 'RFC 6901' } as const;

/** RFC 6902. */
export const jsonPatchSchema = {
  type: 'array',
  maxItems: 100,
  items: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: { enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: pointer,
      from: pointer,
      value: {},
    },
    allOf: [
      {
        if: { properties: { op: { enum: ['add', 'replace', 'test'] } } },
        then: { properties: { value: {} }, required: ['value'] },
      },
      {
        if: { properties: { op: { enum: ['move', 'copy'] } } },
        then: { properties: { from: pointer }, required: ['from'] },
      },
    ],
  },
} as const;

/** Either kind of patch: an array is a JSON Patch, an object a JSON Merge Patch (RFC 7396). */
const patchSchema = {
  type: ['array', 'object'],
  if: { type: 'array' },
  then: jsonPatchSchema,
} as const;

export type Operation = {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
};
export type Patch = readonly Operation[] | Readonly<Record<string, unknown>>;

export const validatePatch = validatorOf<Patch>(patchSchema);
