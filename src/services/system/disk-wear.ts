import { predictWear, totalBytes, type StoreSizes } from '../../domain/disk-wear.js';
import type { WearStatus } from '../../schema/system/disk-wear.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

const DAY_MS = 86_400_000;
/** Shorter runs do not allow a forecast for a day. */
const MIN_ELAPSED_MS = 3_600_000;

export type DiskWearOptions = {
  readonly store: Pick<Store, 'appendTotals' | 'writeTotals' | 'state'>;
  readonly time: Pick<Time, 'now' | 'monotonic'>;
  readonly sizes: StoreSizes;
  /** size of the newest snapshot */
  readonly stateBytes: () => number;
  /** written to block devices by this process, as counted by Linux; null if it does not count them */
  readonly blockBytes: () => number | null;
};

/**
 * Counts what is written, and predicts a day at that rate. Rare work counts by its daily share: a segment is sorted once,
 * when it is full, which may take weeks.
 */
export function createDiskWear({ store, time, sizes, stateBytes, blockBytes }: DiskWearOptions): () => WearStatus {
  const startedAt = time.monotonic();
  return () => {
    const { entries, records, bytes } = store.appendTotals();
    const written = store.writeTotals();
    const elapsed = time.monotonic() - startedAt;
    const perDay = DAY_MS / Math.max(elapsed, 1);
    const daily = predictWear(
      {
        entriesPerDay: entries * perDay,
        bytesPerEntry: entries === 0 ? 0 : bytes / entries,
        writesPerDay: written.logSyncs * perDay,
        streams: store.state.lastLocations.size + 1,
        stateBytes: stateBytes(),
      },
      sizes,
    );
    const isKnown = elapsed >= MIN_ELAPSED_MS;
    return {
      since: new Date(time.now() - elapsed).toISOString(),
      bytes: written.bytes,
      syncs: written.syncs,
      records,
      cardBytes: written.cardBytes,
      blockBytes: blockBytes(),
      bytesPerRecord: records === 0 ? null : Math.round(totalBytes(daily.bytes) / (records * perDay)),
      bytesPerDay: isKnown ? Math.round(totalBytes(daily.bytes)) : null,
      cardBytesPerDay: isKnown ? Math.round(daily.cardBytes) : null,
    };
  };
}
