import { utcInstant } from '../utc.js';

/** Seconds have fewer digits than ms: 10^11 s is the year 5138, 10^11 ms is 1973. */
const MAX_SECONDS = 1e11;
const MAX_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const NUMBER = /^\d{1,14}(?:\.\d{0,9})?$/;

const DATE = String.raw`(\d{4})-(\d\d)-(\d\d)`;
/** The seconds and their fraction may be missing. */
const TIME = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?`;
/** A plus sign that is not escaped in a query is a space. */
const ZONE = String.raw`(?:Z|UTC|GMT|([+ -])(\d\d)(?::?(\d\d))?)`;
const DATE_TIME = new RegExp(`^${DATE}[T +]${TIME} ?${ZONE}?$`, 'i');

/**
 * The time of a request as ms since 1970: seconds or ms since 1970, or date and time, which are UTC without a zone.
 * Undefined: neither, or a time that does not exist.
 */
export function parseTime(value: string | number): number | undefined {
  const instant = typeof value === 'number' || NUMBER.test(value) ? ofNumber(Number(value)) : ofDateTime(value);
  return instant !== undefined && instant >= 0 && instant <= MAX_INSTANT_MS ? instant : undefined;
}

const ofNumber = (number: number): number => (number < MAX_SECONDS ? Math.round(number * 1000) : Math.round(number));

function ofDateTime(text: string): number | undefined {
  const [match, year, month, day, hours, minutes, seconds = 0, fraction = '', sign, zoneHours = 0, zoneMinutes = 0] =
    DATE_TIME.exec(text) ?? [];
  if (match === undefined || Number(year) < 1970 || Number(zoneHours) > 23 || Number(zoneMinutes) > 59)
    return undefined;
  const local = utcInstant([year, month, day].map(Number), [hours, minutes, seconds].map(Number));
  if (local === undefined) return undefined;
  const ahead = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return local + Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6) - ahead;
}
