import { predictWear, totalOf, type StoreSizes } from '../domain/wear.js';
import type { WearStatus } from '../schema/wear.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';

const DAY_MS = 86_400_000;
/** What was written in less says little of a day. */
const LEAST_MS = 3_600_000;

export type WearOptions = {
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
export function createWear({ store, clock, sizes, stateBytes, blockBytes }: WearOptions): () => WearStatus {
  const begin = clock.monotonic();
  return () => {
    const { entries, records, bytes } = store.appended();
    const written = store.written();
    const elapsed = clock.monotonic() - begin;
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
    const isKnown = elapsed >= LEAST_MS;
    return {
      since: new Date(clock.now() - elapsed).toISOString(),
      bytes: written.bytes,
      syncs: written.syncs,
      records,
      cardBytes: written.cardBytes,
      blockBytes: blockBytes(),
      bytesPerRecord: records === 0 ? null : Math.round(totalOf(daily.bytes) / (records * perDay)),
      bytesPerDay: isKnown ? Math.round(totalOf(daily.bytes)) : null,
      cardBytesPerDay: isKnown ? Math.round(daily.cardBytes) : null,
    };
  };
}
