import type { Downtime } from '../../schema/entry.js';

/** The time from `from` to `to` in which the gateway ran, ms; all times in ms since 1970. */
export function runningTime(from: number, to: number, downtimes: readonly Downtime[]): number {
  let time = to - from;
  for (const downtime of downtimes) {
    const overlap = Math.min(to, downtime.to) - Math.max(from, downtime.from);
    if (overlap > 0) time -= overlap;
  }
  return Math.max(0, time);
}
