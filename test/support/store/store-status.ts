import type { StoreStatus } from '../../../src/schema/system/health.js';

/** The status of an empty store that works. */
export const storeStatus = (): StoreStatus => ({
  ...{ writable: true, reason: null, reasonData: null },
  ...{ entries: 0, segments: 0, bytes: 0, losses: [], lossesData: [] },
});
