import type { FromSchema } from 'json-schema-to-ts';
import { instantSchema } from '../common.js';

const count = { type: 'integer', minimum: 0 } as const;
const countOrNull = { type: ['integer', 'null'], minimum: 0 } as const;

/** How much is written to the disk, in `GET /api/health`. */
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
    since: { ...instantSchema, description: 'start of the gateway; everything is counted from then on' },
    bytes: {
      type: 'object',
      required: ['log', 'segments', 'snapshots'],
      properties: { log: count, segments: count, snapshots: count },
      additionalProperties: false,
      description: 'written to the file system: lines of the log, closed segments rewritten in sorted order, snapshots',
    },
    syncs: { ...count, description: 'syncs that had something to write' },
    records: { ...count, description: 'locations and alerts stored' },
    cardBytes: { ...count, description: 'bytes that this writes to a card: whole pages, and the ext4 journal' },
    blockBytes: {
      ...countOrNull,
      description:
        'what Linux counts for this process (write_bytes): whole pages without the journal; null where it does not count',
    },
    bytesPerRecord: {
      ...countOrNull,
      description: 'bytes per record, with sorting and snapshots spread evenly; null before the first record',
    },
    bytesPerDay: { ...countOrNull, description: 'bytes per day at the rate since the start; null for the first hour' },
    cardBytesPerDay: {
      ...countOrNull,
      description: 'cardBytes per day at the rate since the start; null for the first hour',
    },
  },
  additionalProperties: false,
  description: 'how much is written to the disk',
} as const;
export type WearStatus = Readonly<FromSchema<typeof wearSchema>>;
