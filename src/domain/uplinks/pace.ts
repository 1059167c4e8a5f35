/** When the next batch may be sent, ms of a monotonic clock: the bytes sent before are spread over their time. */
export const nextSendAt = (last: number, now: number, bytes: number, bytesPerSecond: number | undefined): number =>
  bytesPerSecond === undefined ? now : Math.max(last, now) + (bytes / bytesPerSecond) * 1_000;

/** A limited uplink sends this much of its rate at once, s. */
const PACED_BATCH_S = 2;

/** The bytes that a batch may have: a record that is larger goes alone. */
export const batchBytes = (max: number, bytesPerSecond: number | undefined): number =>
  bytesPerSecond === undefined ? max : Math.min(max, bytesPerSecond * PACED_BATCH_S);

/** Of the time of a busy event loop, what history takes at most. */
const BUSY_SHARE = 0.08;
/** The loop counts as busy above this share of work that is not the uplink's. */
const MAX_OTHERS = 0.3;

/**
 * How long history rests after a batch, ms, so that a gateway that is busy keeps nine tenths of its rate. `elapsed`: of the
 * batch; `busy`: of the event loop within it; `own`: what the batch took of that.
 */
export function restAfter(batch: { readonly elapsed: number; readonly busy: number; readonly own: number }): number {
  const { elapsed, busy, own } = batch;
  if (elapsed <= 0 || Math.max(0, busy - own) / elapsed <= MAX_OTHERS) return 0;
  return Math.max(0, own / BUSY_SHARE - elapsed);
}
