import type { StoreOptions } from '../../../src/store/store.js';
import { between, type Chance } from './chance.js';

/** The part of a configuration that says how the store cuts, sums up and drops its log. */
export type Sizes = Pick<StoreOptions, 'segmentBytes' | 'snapshotBytes' | 'retention'>;

/** No configuration lets retention keep less than this. */
export const KEPT_BYTES = 90_000;
const MOST_SEGMENT = 15_000;
const LARGEST_GROUP = 50_000;
/** Retention drops whole segments: it may leave less than it was told to, by one of the largest. */
export const LEAST_LEFT = KEPT_BYTES - MOST_SEGMENT - LARGEST_GROUP;

/** So small that a short load closes, sorts and drops segments and writes snapshots all the time. */
export const usualSizes: Sizes = {
  segmentBytes: 6_000,
  snapshotBytes: 10_000,
  retention: { days: 0, bytes: KEPT_BYTES },
};

/** Another configuration at each start. A load is over within the day: a retention by days drops nothing of it. */
export const anySizes = (chance: Chance): Sizes => ({
  segmentBytes: between(chance, 1_500, MOST_SEGMENT),
  snapshotBytes: between(chance, 3_000, 30_000),
  retention: {
    days: between(chance, 0, 1),
    bytes: chance() < 0.15 ? 0 : between(chance, KEPT_BYTES, 1.5 * KEPT_BYTES),
  },
});
