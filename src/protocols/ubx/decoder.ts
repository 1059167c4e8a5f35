import { createDateTime } from '../date-time.js';
import type { Decoder, Message } from '../protocol.js';
import { instantOf, isFix, locationOf, navPvt, shortestNavPvt } from './nav-pvt.js';
import type { Packet } from './packets.js';

const nothing: readonly Message[] = [];

/** A location of each fix, once: a receiver that is asked says again what it has said by itself. */
export function createDecoder(): Decoder<Packet> {
  const dateTimeOf = createDateTime();
  let last: number | undefined;
  return {
    decode({ message, payload }) {
      if (message !== navPvt) return nothing;
      if (payload.length < shortestNavPvt) return [{ type: 'rejected', reason: 'a NAV-PVT that is too short' }];
      if (!isFix(payload)) return nothing;
      const instant = instantOf(payload);
      const location = instant === undefined ? undefined : locationOf(payload, dateTimeOf(instant));
      if (location === undefined) return [{ type: 'rejected', reason: 'a date or a position that there is not' }];
      if (instant === last) return nothing;
      last = instant;
      return [{ type: 'records', locations: [location], alerts: [] }];
    },
  };
}
