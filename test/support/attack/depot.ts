import type { Location } from '../../../src/schema/records/location.js';

/** What the trackers of a depot report of themselves. */
export type DepotReport = {
  /** by device: how many locations were acknowledged */
  readonly acknowledged: readonly number[];
  /** the devices that raised an SOS, and when, ms since 1970 */
  readonly sos: readonly { readonly device: number; readonly at: number }[];
  /** answers other than 201, and requests without an answer; each was posted again */
  readonly refused: number;
  readonly failed: number;
  /** ms from the first attempt to the acknowledgement */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

export const DEPOT_FROM = Date.UTC(2026, 10, 21);

export const depotDevice = (index: number): string => `depot-${index}`;

export const depotFix = (second: number): Pick<Location, 'dateTime' | 'latitude' | 'longitude'> => ({
  dateTime: new Date(DEPOT_FROM + second * 1000).toISOString(),
  latitude: 41 + second / 100_000,
  longitude: 2,
});
