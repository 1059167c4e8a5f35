const count = { type: 'integer', minimum: 0 } as const;

const framesByRequired = ['records', 'joined', 'duplicates', 'rejected', 'withoutRecord'] as const;
const framesByProperties = {
  records: { ...count, description: 'frames after which a record was complete' },
  joined: { ...count, description: 'frames whose content is joined to a record of several frames' },
  duplicates: { ...count, description: 'frames that repeat another one, recognized by the protocol' },
  rejected: { ...count, description: 'frames with unusable content' },
  withoutRecord: {
    type: 'object',
    additionalProperties: count,
    maxProperties: 33,
    description: 'the other frames, by kind; after 32 kinds, further ones are `other`',
  },
} as const;

/** Counts of a port since the start. Discarded bytes include those with a bad checksum. */
export const countersSchema = {
  type: 'object',
  required: [
    'bytes',
    'frames',
    'discardedBytes',
    'badChecksums',
    'rejected',
    'unknownDevices',
    'duplicateRecords',
    'reopened',
    'framesBy',
    'bytesBy',
  ],
  properties: {
    bytes: count,
    frames: count,
    discardedBytes: count,
    badChecksums: count,
    rejected: count,
    unknownDevices: count,
    duplicateRecords: { ...count, description: 'records that were stored already' },
    reopened: count,
    framesBy: {
      type: 'object',
      description: 'what became of each frame; the sum is `frames`',
      required: framesByRequired,
      properties: framesByProperties,
      additionalProperties: false,
    },
    bytesBy: {
      type: 'object',
      description: 'what each byte was part of; the sum is `bytes`',
      required: [...framesByRequired, 'discarded', 'delimiters', 'held'],
      properties: {
        ...framesByProperties,
        discarded: {
          type: 'object',
          description: 'bytes in no frame, by reason; the sum is `discardedBytes`',
          required: ['noise', 'tooLong', 'checksum', 'cut'],
          properties: { noise: count, tooLong: count, checksum: count, cut: count },
          additionalProperties: false,
        },
        delimiters: { ...count, description: 'line ends and other marks between frames' },
        held: { ...count, description: 'bytes that wait for the rest of their frame' },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;
