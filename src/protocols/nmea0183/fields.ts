/** Fields of a sentence (IEC 61162-1, 7.2). An empty one is unknown, never zero; a malformed one is unknown too. */

const dot = 0x2e;
const minus = 0x2d;
const zero = 0x30;

/** Up to 15 digits are exact in a double, and so is a power of ten of so many places. */
const maxDigits = 15;
const powers = Array.from({ length: maxDigits + 1 }, (_, places) => 10 ** places);

/** A plain decimal number: sign, digits, a point. */
export function decimal(field: string | undefined): number | undefined {
  if (field === undefined) return undefined;
  const negative = field.charCodeAt(0) === minus;
  let value = 0;
  let digits = 0;
  let point = -1;
  for (let at = negative ? 1 : 0; at < field.length; at += 1) {
    const code = field.charCodeAt(at);
    const digit = code - zero;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits += 1;
    } else if (code === dot && point < 0) point = at;
    else return undefined;
  }
  if (digits === 0 || digits > maxDigits) return undefined;
  if (point >= 0) value /= powers[field.length - point - 1] ?? 1;
  return negative && value !== 0 ? -value : value;
}

/** The number of the two digits at `at`, or NaN. */
function twoDigits(field: string, at: number): number {
  const tens = field.charCodeAt(at) - zero;
  const ones = field.charCodeAt(at + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

/** `hhmmss.sss` as ms of the day. A leap second has no place in a day of 86,400 s. */
export function timeOfDay(field: string | undefined): number | undefined {
  if (field === undefined || field.length < 6) return undefined;
  const whole = (twoDigits(field, 0) * 60 + twoDigits(field, 2)) * 60 + twoDigits(field, 4);
  const ok = twoDigits(field, 0) < 24 && twoDigits(field, 2) < 60 && twoDigits(field, 4) < 60;
  if (!ok || field.length === 6) return ok ? whole * 1000 : undefined;
  const fraction = field.charCodeAt(6) !== dot ? undefined : field.length === 7 ? 0 : decimal(field.slice(6));
  return fraction === undefined ? undefined : whole * 1000 + Math.floor(fraction * 1000 + 0.001);
}

/** A day as the ms since 1970 of its midnight UTC, or nothing when the calendar has no such day. */
export function day(year: number, month: number, dayOfMonth: number): number | undefined {
  // `Date.UTC` takes years below 100 for those of the last century; a day may be added to the last year.
  if (year < 100 || year > 9998) return undefined;
  const midnight = Date.UTC(year, month - 1, dayOfMonth);
  const read = new Date(midnight);
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === dayOfMonth ? midnight : undefined;
}

/** `ddmmyy`; 69 to 99 are of the last century. */
export function shortDate(field: string | undefined): number | undefined {
  if (field?.length !== 6) return undefined;
  const year = twoDigits(field, 4);
  return day(year < 69 ? 2000 + year : 1900 + year, twoDigits(field, 2), twoDigits(field, 0));
}

export type Position = {
  readonly latitude: number;
  readonly longitude: number;
  /** of the minutes, whichever ordinate has fewer */
  readonly decimals: number;
};

/** `ddmm.mmm,N,dddmm.mmm,E` from the field at `at` on. */
export function position(fields: readonly string[], at: number): Position | undefined {
  const latitude = ordinate(fields[at], fields[at + 1], 'N', 'S', 90);
  const longitude = ordinate(fields[at + 2], fields[at + 3], 'E', 'W', 180);
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude, decimals: Math.min(decimals(fields[at]), decimals(fields[at + 2])) };
}

function ordinate(
  field: string | undefined,
  side: string | undefined,
  positive: string,
  negative: string,
  most: number,
): number | undefined {
  const value = decimal(field);
  if (value === undefined || (side !== positive && side !== negative)) return undefined;
  // Some receivers write a sign as well as the side; where the two differ neither is to be believed.
  if (field?.startsWith('-') === true && side === positive) return undefined;
  const size = Math.abs(value);
  const degrees = Math.floor(size / 100);
  const minutes = size - degrees * 100;
  const angle = Math.round((degrees + minutes / 60) * 1e9) / 1e9;
  if (minutes >= 60 || angle > most) return undefined;
  return side === negative && angle !== 0 ? -angle : angle;
}

const decimals = (field = ''): number => {
  const point = field.indexOf('.');
  return point < 0 ? 0 : field.length - point - 1;
};

const metresPerSecond = 1852 / 3600;

/** Metres per second from knots; what nothing on Earth does is unknown. */
export function knots(field: string | undefined): number | undefined {
  const value = decimal(field);
  return value === undefined || value < 0 || value > 100_000
    ? undefined
    : Math.round(value * metresPerSecond * 1e4) / 1e4;
}

/** Degrees from true north, below 360. */
export function course(field: string | undefined): number | undefined {
  const value = decimal(field);
  if (value === undefined || value < 0 || value > 360) return undefined;
  return value === 360 ? 0 : value;
}

/** Metres above mean sea level. */
export function altitude(field: string | undefined): number | undefined {
  const value = decimal(field);
  return value === undefined || value < -20_000 || value > 10_000_000 ? undefined : value;
}
