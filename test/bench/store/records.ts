import type { Change } from '../../../src/schema/entry.js';

export const DEVICES = 100;
/** interval of a fleet: a fix every 30 s */
export const INTERVAL_MS = 30_000;
/** ms since 1970 */
export const first = Date.UTC(2026, 0, 1);

/** The i-th record: all devices interleaved. */
export const record = (i: number, devices = DEVICES): Extract<Change, { kind: 'location' }> => ({
  kind: 'location',
  v: {
    deviceId: `bus-${i % devices}`,
    location: {
      dateTime: new Date(first + Math.floor(i / devices) * INTERVAL_MS).toISOString(),
      latitude: 52.842278,
      longitude: 5.70582,
      speed: 12.51,
      course: 184.2,
    },
    source: { protocol: 'http' },
  },
});
