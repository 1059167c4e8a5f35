import type { FromSchema } from 'json-schema-to-ts';
import { nullable } from '../common.js';
import { gatewayMessageSchema } from '../gateway-message.js';

/** Kinds of tiles, in the order of their PMTiles numbers. */
export const TILE_KINDS = ['vector', 'png', 'jpeg', 'webp', 'avif'] as const;

const ARCHIVE_FAULTS = [
  'not_a_file',
  'unreadable',
  'not_an_archive',
  'other_version',
  'cut_off',
  'other_tiles',
  'other_compression',
  'damaged',
] as const;

const degrees = { type: 'number' } as const;
const zoom = { type: 'integer', minimum: 0, maximum: 255 } as const;

const tilesSchema = {
  type: 'object',
  required: ['kind', 'minZoom', 'maxZoom', 'west', 'south', 'east', 'north'],
  properties: {
    kind: { enum: TILE_KINDS, description: 'vector: Mapbox Vector Tiles; otherwise an image format' },
    minZoom: zoom,
    maxZoom: zoom,
    west: degrees,
    south: degrees,
    east: degrees,
    north: degrees,
  },
  additionalProperties: false,
  description: 'content of the archive according to its header; degrees, WGS 84',
} as const;
export type Tiles = Readonly<FromSchema<typeof tilesSchema>>;

const faultSchema = {
  type: 'object',
  required: ['code', 'what', 'whatData', 'remedy', 'remedyData'],
  properties: {
    code: { enum: ARCHIVE_FAULTS },
    what: { type: 'string', description: 'what is wrong with which file' },
    whatData: gatewayMessageSchema,
    remedy: { type: 'string', description: 'how to fix it' },
    remedyData: gatewayMessageSchema,
  },
  additionalProperties: false,
} as const;
export type ArchiveFault = Readonly<FromSchema<typeof faultSchema>>;

export const mapArchiveSchema = {
  type: 'object',
  required: ['bytes', 'tiles', 'fault'],
  properties: {
    bytes: { type: 'integer', minimum: 0 },
    tiles: nullable(tilesSchema),
    fault: { ...nullable(faultSchema), description: 'why it cannot be shown; null: it can' },
  },
  additionalProperties: false,
} as const;

/** The archive of map tiles in the data folder, according to its header. Either `tiles` or `fault` is null. */
export type MapArchive = {
  readonly bytes: number;
  readonly tiles: Tiles | null;
  readonly fault: ArchiveFault | null;
};
