import type { StoreOptions } from '../../../src/store/store.js';
import { randomInt, type Random } from './random-int.js';

/** The configuration of segments, snapshots and retention. */
export type Sizes = Pick<StoreOptions, 'segmentBytes' | 'snapshotBytes' | 'retention'>;

/** Every configuration keeps at least this much. */
const KEPT_BYTES = 90_000;
const MAX_SEGMENT_BYTES = 15_000;
const MAX_GROUP_BYTES = 50_000;
/** Retention drops whole segments, so it may leave one of the largest less than configured. */
export const MIN_LEFT_BYTES = KEPT_BYTES - MAX_SEGMENT_BYTES - MAX_GROUP_BYTES;

/** So small that a short load constantly closes, sorts and drops segments and writes snapshots. */
export const USUAL_SIZES: Sizes = {
  segmentBytes: 6_000,
  snapshotBytes: 10_000,
  retention: { days: 0, bytes: KEPT_BYTES },
};

/** A random configuration. A load ends within a day, so retention by days drops nothing of it. */
export const randomSizes = (random: Random): Sizes => ({
  segmentBytes: randomInt(random, 1_500, MAX_SEGMENT_BYTES),
  snapshotBytes: randomInt(random, 3_000, 30_000),
  retention: {
    days: randomInt(random, 0, 1),
    bytes: random() < 0.15 ? 0 : randomInt(random, KEPT_BYTES, 1.5 * KEPT_BYTES),
  },
});
