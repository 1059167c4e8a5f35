import { createDateTime } from '../date-time.js';
import { createLatest } from '../latest.js';
import type { Decoder, Message } from '../protocol.js';
import type { Packet } from './packets.js';
import { hnrPvt, instantOf, isFix, layoutOf, locationOf, navPvt } from './pvt.js';

const nothing: readonly Message[] = [];
/** Fixes of some seconds: a solution comes late among those of a higher rate. */
const remembered = 128;
/** ms from one solution to the next, until two have come */
const usuallyApart = 1_000;
/** solutions: one that is later than so many does not come any more */
const latest = 4;

/** Whether the instant of a fix of a high rate is one of a solution, which is better and comes later. */
function createSolutions() {
  let last: number | undefined;
  let apart = usuallyApart;
  return {
    add(instant: number): void {
      if (last !== undefined && instant > last) apart = instant - last;
      last = instant;
    },
    has(instant: number): boolean {
      const since = last === undefined ? Infinity : instant - last;
      return since % apart === 0 && since <= latest * apart;
    },
  };
}

/** A location of each fix, once: a receiver that is asked says again what it has said by itself. */
export function createDecoder(): Decoder<Packet> {
  const dateTimeOf = createDateTime();
  const solutions = createSolutions();
  const told = createLatest<true>(remembered);
  return {
    decode({ message, payload }) {
      const layout = layoutOf(message);
      if (layout === undefined) return nothing;
      if (payload.length < layout.shortest) return [{ type: 'rejected', reason: `${layout.name} that is too short` }];
      if (!isFix(payload, layout)) return nothing;
      const instant = instantOf(payload, layout);
      const location = instant === undefined ? undefined : locationOf(payload, layout, dateTimeOf(instant));
      if (instant === undefined || location === undefined)
        return [{ type: 'rejected', reason: 'a date or a position that there is not' }];
      if (message === navPvt) solutions.add(instant);
      if (told.get(location.dateTime) || (message === hnrPvt && solutions.has(instant))) return nothing;
      told.set(location.dateTime, true);
      return [{ type: 'records', locations: [location], alerts: [] }];
    },
  };
}
