import type { FromSchema } from 'json-schema-to-ts';
import { instantSchema } from '../common.js';

const count = { type: 'integer', minimum: 0 } as const;
const countOrNull = { type: ['integer', 'null'], minimum: 0 } as const;

/** How much is written to the disk; JSON of `GET /api/health`. */
export const wearSchema = {
  type: 'object',
  required: [
    'since',
    'bytes',
    'syncs',
    'records',
    'cardBytes',
    'blockBytes',
    'bytesPerRecord',
    'bytesPerDay',
    'cardBytesPerDay',
  ],
  properties: {
    since: { ...instantSchema, description: 'the start of the gateway: all of this is counted from then on' },
    bytes: {
      type: 'object',
      required: ['log', 'segments', 'snapshots'],
      properties: { log: count, segments: count, snapshots: count },
      additionalProperties: false,
      description: 'handed to the file system: lines of the log, closed segments written again sorted, the state',
    },
    syncs: { ...count, description: 'those that had something to write' },
    records: { ...count, description: 'locations and alerts stored' },
    cardBytes: { ...count, description: 'what a card is written by this: whole pages, and the journal of ext4' },
    blockBytes: {
      ...countOrNull,
      description:
        'what Linux counts for this process (write_bytes): whole pages without the journal; null where it counts none',
    },
    bytesPerRecord: {
      ...countOrNull,
      description: 'bytes for each record; sorting and snapshots are spread evenly; null before the first one',
    },
    bytesPerDay: { ...countOrNull, description: 'bytes at the rate since the start; null for the first hour' },
    cardBytesPerDay: { ...countOrNull, description: 'cardBytes at the rate since the start; null for the first hour' },
  },
  additionalProperties: false,
  description: 'how much is written to the disk',
} as const;
export type WearStatus = Readonly<FromSchema<typeof wearSchema>>;
