import { valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import type { Location } from '../../../src/schema/records/location.js';
import { openStore, type Store, type StoreOptions } from '../../../src/store/store.js';
import { createTestClock } from '../time/clock.js';

/** A store in `folder` with small segments, so that they close during a test. */
export const openTestStore = (folder: string, options: Partial<StoreOptions> = {}): Promise<Store> =>
  openStore({
    folder,
    clock: createTestClock(),
    logger: silentLogger,
    segmentBytes: 4096,
    snapshotBytes: 1_000_000,
    retention: { days: 0, bytes: 0 },
    ...options,
  });

/** All stored locations of the device, read page by page. */
export async function everyLocation(
  store: { readonly history: Pick<Store['history'], 'locations'> },
  deviceId: string,
  limit = 10_000,
): Promise<Location[]> {
  const found: Location[] = [];
  let cursor: string | undefined;
  do {
    const query = { deviceId, from: 0, to: Date.parse('9999-12-31T00:00:00Z'), limit, ...(cursor ? { cursor } : {}) };
    const page = valueOf(await store.history.locations(query));
    found.push(...page.records);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}
