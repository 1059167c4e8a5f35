import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, lineSchema, nullable } from '../common.js';
import { gatewayMessageSchema } from '../gateway-message.js';
import { queryValidator, validator } from '../validator.js';

/** What can be uploaded. */
const UPLOAD_KINDS = ['map', 'yard', 'restore'] as const;
export type UploadKindName = (typeof UPLOAD_KINDS)[number];

const UPLOAD_STATES = ['receiving', 'checking', 'done', 'failed'] as const;

/** Sizes beyond are those of no disk that a gateway has. */
const MAX_SIZE = 2 ** 46;
const MAX_NAME_CHARS = 255;

const kindSchema = {
  enum: UPLOAD_KINDS,
  description: 'map: an archive of map tiles (PMTiles); yard: a picture of the yard; restore: a backup to restore',
} as const;
const sizeSchema = { type: 'integer', minimum: 1, maximum: MAX_SIZE, description: 'bytes of the whole file' } as const;
const nameSchema = {
  ...lineSchema,
  maxLength: MAX_NAME_CHARS,
  description: 'name of the file for people; the gateway opens no file of this name',
} as const;
const modifiedSchema = {
  ...nullable(instantSchema),
  description: 'when the file was changed, so that a client recognizes the upload of the same file',
} as const;

export const uploadSchema = {
  type: 'object',
  required: ['id', 'kind', 'name', 'modified', 'size', 'received', 'partBytes', 'state', 'error', 'by', 'created'],
  properties: {
    id: idSchema,
    kind: kindSchema,
    name: nameSchema,
    modified: modifiedSchema,
    size: sizeSchema,
    received: { type: 'integer', minimum: 0, description: 'bytes that are stored: the offset of the next part' },
    partBytes: { type: 'integer', minimum: 1, description: 'bytes of the largest part' },
    state: {
      enum: UPLOAD_STATES,
      description: 'checking: complete, and being checked; done: in use; failed: refused and removed',
    },
    error: { type: ['string', 'null'], description: 'why it was refused' },
    errorData: nullable(gatewayMessageSchema),
    by: { type: 'string', description: 'name of the user who began it' },
    created: instantSchema,
  },
  additionalProperties: false,
} as const;
export type Upload = Readonly<FromSchema<typeof uploadSchema>>;

const uploadInputSchema = {
  type: 'object',
  required: ['kind', 'size'],
  properties: {
    kind: kindSchema,
    size: sizeSchema,
    name: { ...nameSchema, default: '' },
    modified: { ...modifiedSchema, default: null },
    sha256: {
      type: 'string',
      pattern: '^[0-9a-fA-F]{64}$',
      description: 'SHA-256 of the whole file in hexadecimal digits; if given, it is checked',
    },
  },
  additionalProperties: false,
} as const;
export type UploadInput = Readonly<FromSchema<typeof uploadInputSchema>>;
export const validateUploadInput = validator(uploadInputSchema);

export const validatePartQuery = queryValidator({
  type: 'object',
  required: ['offset'],
  properties: {
    offset: { type: 'integer', minimum: 0, maximum: MAX_SIZE, description: 'position of the part: `received`' },
  },
  additionalProperties: false,
} as const);
