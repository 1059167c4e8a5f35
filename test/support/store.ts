import { quiet } from '../../src/logger.js';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.js';
import { createTestClock } from './clock.js';

/** A store in `folder` with small segments, so that a test sees them close. */
export const openTestStore = (folder: string, options: Partial<StoreOptions> = {}): Promise<Store> =>
  openStore({
    folder,
    clock: createTestClock(),
    logger: quiet,
    segmentBytes: 4096,
    snapshotBytes: 1_000_000,
    retention: { days: 0, bytes: 0 },
    ...options,
  });
