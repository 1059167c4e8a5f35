import type { FromSchema } from 'json-schema-to-ts';
import { nullable } from '../common.js';

/** What tiles are, in the order of the numbers that PMTiles gives them. */
export const TILE_KINDS = ['vector', 'png', 'jpeg', 'webp', 'avif'] as const;
export type TileKind = (typeof TILE_KINDS)[number];

export const ARCHIVE_FAULTS = [
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
    kind: { enum: TILE_KINDS, description: 'vector: Mapbox Vector Tiles; else a picture format' },
    minZoom: zoom,
    maxZoom: zoom,
    west: degrees,
    south: degrees,
    east: degrees,
    north: degrees,
  },
  additionalProperties: false,
  description: 'what the archive has, by its own header; degrees, WGS 84',
} as const;
export type Tiles = Readonly<FromSchema<typeof tilesSchema>>;

const faultSchema = {
  type: 'object',
  required: ['code', 'what', 'remedy'],
  properties: {
    code: { enum: ARCHIVE_FAULTS },
    what: { type: 'string', description: 'what is wrong with which file' },
    remedy: { type: 'string', description: 'the way out' },
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
    fault: { ...nullable(faultSchema), description: 'why it can not be shown; null: it can' },
  },
  additionalProperties: false,
} as const;

/** The archive of map tiles beside the store, as far as its header tells. Either `tiles` or `fault` is null. */
export type MapArchive = {
  readonly bytes: number;
  readonly tiles: Tiles | null;
  readonly fault: ArchiveFault | null;
};
