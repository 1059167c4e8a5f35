import type { WearStatus } from '../../../src/schema/system/disk-wear.js';

/** The disk wear of a gateway that has written nothing. */
export const noWear = (): WearStatus => ({
  since: '2026-11-21T00:00:00.000Z',
  bytes: { log: 0, segments: 0, snapshots: 0 },
  syncs: 0,
  records: 0,
  cardBytes: 0,
  blockBytes: null,
  bytesPerRecord: null,
  bytesPerDay: null,
  cardBytesPerDay: null,
});
