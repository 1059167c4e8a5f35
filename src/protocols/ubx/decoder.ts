import { createIsoFormatter } from '../utc.js';
import { createGenerationalCache } from '../generational-cache.js';
import type { Decoder, TrackerMessage } from '../protocol.js';
import type { UbxPacket } from './packets.js';
import { HNR_PVT, readInstant, isFix, layoutOf, readLocation, NAV_PVT } from './pvt.js';

const NO_MESSAGES: readonly TrackerMessage[] = [];
/** Fixes of some seconds: among fixes of a higher rate, a solution arrives late. */
const MAX_REMEMBERED = 128;
/** assumed interval between solutions until two were received */
const DEFAULT_INTERVAL_MS = 1_000;
/** in intervals: after this delay, a solution will not arrive any more */
const MAX_SOLUTION_DELAY = 4;

/** Knows the instants of solutions: a high-rate fix of such an instant is dropped for the solution, which is better. */
function createSolutionTimes() {
  let last: number | undefined;
  let intervalMs = DEFAULT_INTERVAL_MS;
  return {
    add(instant: number): void {
      if (last !== undefined && instant > last) intervalMs = instant - last;
      last = instant;
    },
    has(instant: number): boolean {
      const since = last === undefined ? Infinity : instant - last;
      return since % intervalMs === 0 && since <= MAX_SOLUTION_DELAY * intervalMs;
    },
  };
}

/** One location per fix: a polled receiver repeats fixes that it has already sent. */
export function createDecoder(): Decoder<UbxPacket> {
  const toIso = createIsoFormatter();
  const solutions = createSolutionTimes();
  const emitted = createGenerationalCache<true>(MAX_REMEMBERED);
  return {
    decode({ message, payload }) {
      const layout = layoutOf(message);
      if (layout === undefined) return NO_MESSAGES;
      if (payload.length < layout.minBytes) return [{ type: 'rejected', reason: `${layout.name} is too short` }];
      if (!isFix(payload, layout)) return NO_MESSAGES;
      const instant = readInstant(payload, layout);
      const location = instant === undefined ? undefined : readLocation(payload, layout, toIso(instant));
      if (instant === undefined || location === undefined)
        return [{ type: 'rejected', reason: 'impossible date or position' }];
      if (message === NAV_PVT) solutions.add(instant);
      if (emitted.get(location.dateTime) || (message === HNR_PVT && solutions.has(instant))) return NO_MESSAGES;
      emitted.set(location.dateTime, true);
      return [{ type: 'records', locations: [location], alerts: [] }];
    },
  };
}
