import { predictWear, totalBytes, type StoreSizes } from '../../domain/disk-wear.js';
import type { WearStatus } from '../../schema/system/disk-wear.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';

const DAY_MS = 86_400_000;
/** What was written in less says little of a day. */
const MIN_ELAPSED_MS = 3_600_000;

export type DiskWearOptions = {
  readonly store: Pick<Store, 'appended' | 'written' | 'state'>;
  readonly clock: Clock;
  readonly sizes: StoreSizes;
  /** of the newest snapshot */
  readonly stateBytes: () => number;
  /** as Linux counts them for the process; null where it does not */
  readonly blockBytes: () => number | null;
};

/**
 * How much is written, counted, and a day's at that rate. What is done now and then counts by its share: a segment is
 * sorted once it is full, be that in weeks.
 */
export function createDiskWear({ store, clock, sizes, stateBytes, blockBytes }: DiskWearOptions): () => WearStatus {
  const startedAt = clock.monotonic();
  return () => {
    const { entries, records, bytes } = store.appended();
    const written = store.written();
    const elapsed = clock.monotonic() - startedAt;
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
      since: new Date(clock.now() - elapsed).toISOString(),
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
