const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const GPS_EPOCH = Date.UTC(1980, 0, 6);
/** GPS time is ahead of UTC. */
const LEAP_MS = 18 * SECOND_MS;

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

/** UTC, with the conversions of strftime that the cases use. */
function formatted(date: Date, format: string): string {
  const conversions: Readonly<Record<string, string>> = {
    Y: digits(date.getUTCFullYear(), 4),
    y: digits(date.getUTCFullYear() % 100, 2),
    m: digits(date.getUTCMonth() + 1, 2),
    d: digits(date.getUTCDate(), 2),
    H: digits(date.getUTCHours(), 2),
    M: digits(date.getUTCMinutes(), 2),
    S: digits(date.getUTCSeconds(), 2),
  };
  return format.replace(/%(.)/g, (conversion, letter: string) => {
    const text = conversions[letter];
    if (text === undefined) throw new Error(`unknown conversion ${conversion} in ${format}`);
    return text;
  });
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const uint64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

/** Month, day, hour, minute and second, a byte each. */
const fromMonth = (date: Date): readonly number[] => [
  date.getUTCMonth() + 1,
  date.getUTCDate(),
  date.getUTCHours(),
  date.getUTCMinutes(),
  date.getUTCSeconds(),
];

/** The formats that have a name. */
const NAMED: Readonly<Record<string, (date: Date) => Buffer>> = {
  unix: (date) => Buffer.from(String(Math.floor(date.getTime() / SECOND_MS))),
  secondOfDay: (date) => Buffer.from(digits(Math.floor((date.getTime() % DAY_MS) / SECOND_MS), 5)),
  u32: (date) => uint32(Math.floor(date.getTime() / SECOND_MS)),
  ms64: (date) => uint64(date.getTime()),
  gt06: (date) => Buffer.from([date.getUTCFullYear() - 2000, ...fromMonth(date)]),
  ubx: (date) => Buffer.from([date.getUTCFullYear() & 0xff, date.getUTCFullYear() >> 8, ...fromMonth(date)]),
  itow: (date) => uint32((date.getTime() - GPS_EPOCH + LEAP_MS) % WEEK_MS),
};

/** The bytes of an instant, in ms since 1970, in a format with `%` or with a name. */
export function timeBytes(instant: number, format: string): Buffer {
  const date = new Date(instant);
  if (format.includes('%')) return Buffer.from(formatted(date, format));
  const named = NAMED[format];
  if (named === undefined) throw new Error(`unknown format ${format} of a time`);
  return named(date);
}

/** `offset`: `+2s-7168d`. */
export function movedBy(instant: number, offset: string): number {
  const steps = Array.from(offset.matchAll(/([+-]\d+)([sd])/g));
  return steps.reduce((at, [, count, unit]) => at + Number(count) * (unit === 's' ? SECOND_MS : DAY_MS), instant);
}
