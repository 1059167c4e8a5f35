import { timeOfDay } from '../utc.js';

/** The time in a packet. `day`: of the month; `isWholeMinute`: it has no seconds. */
type PacketTime = { readonly day?: number; readonly timeOfDayMs: number; readonly isWholeMinute: boolean };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Tolerated clock difference. */
const MAX_AHEAD_MS = 10 * MINUTE_MS;
/** An older time comes from a clock that was never set, because packets are sent immediately. */
const MAX_AGE_MS = 60 * MINUTE_MS;
/** A packet without seconds this recent counts as current. */
const LIVE_MS = 2 * MINUTE_MS;

const TIMESTAMP = /^(?:[/@]|;.{9}[*_])(\d\d)(\d\d)(\d\d)([zh])/;

/**
 * The time in a packet, if credible. It has a day of the month at most, so the date nearest to the reception is used. Times
 * with `/` are in an unknown zone and ignored.
 */
export function packetInstant(info: string, receivedAt: number): number | undefined {
  const time = readTime(info);
  return time === undefined ? undefined : credibleInstant(time, receivedAt);
}

/** The instant with this time of day nearest to `receivedAt` (ms since 1970), if near enough. */
export function credibleInstant(
  { day, timeOfDayMs, isWholeMinute }: PacketTime,
  receivedAt: number,
): number | undefined {
  const midnight = Math.floor(receivedAt / DAY_MS) * DAY_MS;
  for (const date of [midnight, midnight - DAY_MS, midnight + DAY_MS]) {
    const age = receivedAt - date - timeOfDayMs;
    const isNear =
      age >= -MAX_AHEAD_MS && age <= MAX_AGE_MS && (day === undefined || new Date(date).getUTCDate() === day);
    // The time of reception is more precise than a whole minute.
    if (isNear) return isWholeMinute && age < LIVE_MS ? undefined : date + timeOfDayMs;
  }
  return undefined;
}

/**
 * The sender has no time for the position: it repeats the last one that it knows, of an unknown time. OGN writes
 * `/______h`; others leave the digits out as those of a position.
 */
export const hasUnknownTime = (info: string): boolean => /^[/@][_. -]{6}[zh/]/.test(info);

function readTime(info: string): PacketTime | undefined {
  const [, first = '', second = '', third = '', kind] = TIMESTAMP.exec(info) ?? [];
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  const timeOfDayMs = kind === 'h' ? timeOfDay(a, b, c) : undefined;
  if (timeOfDayMs !== undefined) return { timeOfDayMs, isWholeMinute: false };
  if (kind === 'z' && b < 24 && c < 60) return { day: a, timeOfDayMs: (b * 60 + c) * MINUTE_MS, isWholeMinute: true };
  return undefined;
}
