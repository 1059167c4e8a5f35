/** When the next batch may be sent, ms of a monotonic clock: the bytes sent before are spread over their time. */
export const nextSendAt = (last: number, now: number, bytes: number, bytesPerSecond: number | undefined): number =>
  bytesPerSecond === undefined ? now : Math.max(last, now) + (bytes / bytesPerSecond) * 1_000;

/** A limited uplink sends this much of its rate at once, s. */
const PACED_BATCH_S = 2;

/** The bytes that a batch may have: a record that is larger goes alone. */
export const batchBytes = (max: number, bytesPerSecond: number | undefined): number =>
  bytesPerSecond === undefined ? max : Math.min(max, bytesPerSecond * PACED_BATCH_S);

/**
 * Of the processor time of a busy gateway, what history takes at most: with what it costs besides (caches, garbage), ingest
 * keeps nine tenths of its rate.
 */
const BUSY_SHARE = 0.05;
/** The gateway counts as busy above this share of a core for other work than history. */
const MAX_OTHERS = 0.3;
/** How long and how often history rests at least, ms: only then the other work can be measured alone. */
const PROBE_MS = 20;
const PROBE_INTERVAL_MS = 1_000;

/** A moment: ms of a monotonic clock, and of the processor time of the gateway. */
export type CpuMoment = { readonly at: number; readonly cpu: number };

/** What is known of the work of history and of the other work. */
export type Load = {
  /** processor time for a byte, ms: of the cheapest batch, since no other one had as little other work next to it */
  readonly costPerByte: number;
  /** share of a core that the other work takes */
  readonly others: number;
  /** when that was measured, ms */
  readonly probedAt: number;
};

export const UNKNOWN_LOAD: Load = { costPerByte: Infinity, others: 0, probedAt: -Infinity };

/** After a rest, which shows the other work, if it was not too short for that. */
export function afterRest(load: Load, from: CpuMoment, to: CpuMoment): Load {
  const elapsed = to.at - from.at;
  return elapsed < PROBE_MS ? load : { ...load, others: (to.cpu - from.cpu) / elapsed, probedAt: to.at };
}

/** After a batch of `bytes`. */
export function afterBatch(load: Load, from: CpuMoment, to: CpuMoment, bytes: number): Load {
  return bytes === 0 ? load : { ...load, costPerByte: Math.min(load.costPerByte, (to.cpu - from.cpu) / bytes) };
}

/**
 * How long history rests after a batch of `bytes`, ms. `measured`: what the batch took for certain; most of the work for it
 * is done between other work, where it cannot be measured.
 */
export function restAfter(load: Load, from: CpuMoment, to: CpuMoment, bytes: number, measured: number): number {
  if (load.others <= MAX_OTHERS) return to.at - load.probedAt > PROBE_INTERVAL_MS ? PROBE_MS : 0;
  const own = Math.max(measured, bytes === 0 ? 0 : bytes * load.costPerByte);
  return Math.max(PROBE_MS, own / BUSY_SHARE - (to.at - from.at));
}
