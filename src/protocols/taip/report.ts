import { KMH, MPH, speedIn } from '../../domain/records/speed.js';
import { timeOfDay, utcMidnight } from '../utc.js';

/** A position report; values that it does not have are undefined. */
export type TaipReport = {
  readonly type: string;
  readonly time: TaipTime;
  readonly latitude: number;
  readonly longitude: number;
  /** m/s */
  readonly speed: number | undefined;
  /** degrees from true north */
  readonly course: number | undefined;
  /** m above mean sea level */
  readonly altitude: number | undefined;
  readonly satellites: number | undefined;
  /** number of the event that caused the report */
  readonly event: number | undefined;
  readonly isDeadReckoning: boolean;
  /** false: no fix, or one of more than 10 s ago */
  readonly isFresh: boolean;
};

/** `timeOfDayMs`: the report has no date. */
type TaipTime = { readonly timeOfDayMs: number } | { readonly instant: number };

const FOOT = 0.3048;
const DAY_MS = 86_400_000;
const GPS_EPOCH_MS = Date.UTC(1980, 0, 6);

/** Source: 2D and 3D, each also differential, and dead reckoning. 8 is degraded dead reckoning, 9 unknown. */
const FIX_SOURCES = '01236';
const DEAD_RECKONING = '6';
/** Age: 2 is less than 10 s, 1 more, 0 not available. */
const FRESH = '2';

/** Time of day, decimal degrees, mph, heading, source, age; an event precedes it with its number, week and day. */
const POSITION_VELOCITY =
  /^(?:RPV|REV(\d\d)(\d{4})([0-6]))(\d{5})([+-]\d\d)(\d{5})([+-]\d{3})(\d{5})(\d{3})(\d{3})(\d)(\d)$/;
const COMPACT = /^RCP(\d{5})([+-]\d\d)(\d{4})([+-]\d{3})(\d{4})(\d)(\d)$/;
/** Time in ms, degrees, altitude in feet, speed, vertical speed, heading, and the satellites, each with its IODE. */
const LONG_NAVIGATION =
  /^RLN(\d{8})([+-]\d\d)(\d{7})([+-]\d{3})(\d{7})([+-]\d{8})(\d{4})[+-]\d{4}(\d{4})(\d\d)((?:\d\d[\dA-F]{2})*)\d{10}(\d)(\d)$/;
/** Date, time, degrees or degrees and minutes, km/h, heading, dimensions, age in s; fields of the vendor follow. */
const GENERAL_POSITION =
  /^RGP(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-]\d\d)(\d{5}|\d\d\.\d{4})([+-]\d{3})(\d{5}|\d\d\.\d{4})(\d{3})(\d{3})(\d)([\dA-F]{2})(?:[\dA-F]{2}){1,3}$/;
/** A sentence of a vendor, whose first or second field can be as the data of RGP. */
const USER_POSITION = /^(?:RUS\d\d|RUV\d{5},\w{1,8}),(\d{12}[+-][^,]*)(?:,|$)/;
const MAX_AGE_S = 10;

const READERS: Readonly<Record<string, (data: string) => TaipReport | 'other' | undefined>> = {
  RPV: readPositionVelocity,
  REV: readPositionVelocity,
  RCP: readCompact,
  RLN: readLongNavigation,
  RGP: readGeneralPosition,
  RUS: readUserPosition,
  RUV: readUserPosition,
};

/** `data`: the sentence up to the first semicolon. `other`: not a position report; undefined: a malformed one. */
export function readTaipReport(data: string): TaipReport | 'other' | undefined {
  const type = data.slice(0, 3);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read === undefined) return 'other';
  const report = read(data);
  return report === undefined || report === 'other' || isPlausible(report) ? report : undefined;
}

function isPlausible({ latitude, longitude, course = 0, time }: TaipReport): boolean {
  const isTime = 'instant' in time ? !Number.isNaN(time.instant) : time.timeOfDayMs <= DAY_MS;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && course <= 360 && isTime;
}

function readPositionVelocity(data: string): TaipReport | undefined {
  const [match, event, week, day, seconds, ...values] = POSITION_VELOCITY.exec(data) ?? [];
  if (match === undefined) return undefined;
  const [latitude, latitudePart, longitude, longitudePart, speed, course, source, age] = values;
  const timeOfDayMs = Number(seconds) * 1000;
  const days = 7 * Number(week) + Number(day);
  return {
    ...unknownValues(data),
    ...fixQuality(source, age),
    time: event === undefined || timeOfDayMs > DAY_MS ? { timeOfDayMs } : gpsInstant(days, timeOfDayMs),
    latitude: degrees(latitude, latitudePart),
    longitude: degrees(longitude, longitudePart),
    speed: speedIn(MPH, Number(speed)),
    course: Number(course),
    event: event === undefined ? undefined : Number(event),
  };
}

/** The time of day is used as UTC in all reports. */
const gpsInstant = (days: number, timeOfDayMs: number): TaipTime => ({
  instant: GPS_EPOCH_MS + days * DAY_MS + timeOfDayMs,
});

function readCompact(data: string): TaipReport | undefined {
  const [match, seconds, latitude, latitudePart, longitude, longitudePart, source, age] = COMPACT.exec(data) ?? [];
  if (match === undefined) return undefined;
  return {
    ...unknownValues(data),
    ...fixQuality(source, age),
    time: { timeOfDayMs: Number(seconds) * 1000 },
    latitude: degrees(latitude, latitudePart),
    longitude: degrees(longitude, longitudePart),
  };
}

function readLongNavigation(data: string): TaipReport | undefined {
  const [match, time, latitude, latitudePart, longitude, longitudePart, ...values] = LONG_NAVIGATION.exec(data) ?? [];
  const [altitude, speed, course, satellites, list = '', source, age] = values;
  if (match === undefined || list.length !== 4 * Number(satellites)) return undefined;
  return {
    ...unknownValues(data),
    ...fixQuality(source, age),
    time: { timeOfDayMs: Number(time) },
    latitude: degrees(latitude, latitudePart),
    longitude: degrees(longitude, longitudePart),
    altitude: rounded((Number(altitude) / 100) * FOOT),
    speed: speedIn(MPH, Number(speed) / 10),
    course: Number(course) / 10,
    satellites: Number(satellites) > 0 ? Number(satellites) : undefined,
  };
}

function readGeneralPosition(data: string): TaipReport | undefined {
  const match = GENERAL_POSITION.exec(data);
  if (match === null) return undefined;
  const [day = NaN, month = NaN, year = NaN, hour = NaN, minute = NaN, second = NaN] = match.slice(1, 7).map(Number);
  const [latitude, latitudePart, longitude, longitudePart, speed, course, dimensions, age = ''] = match.slice(7);
  const midnight = utcMidnight(2000 + year, month, day) ?? NaN;
  const isFix = dimensions === '2' || dimensions === '3';
  return {
    ...unknownValues(data),
    isFresh: isFix && Number.parseInt(age, 16) <= MAX_AGE_S,
    isDeadReckoning: false,
    time: { instant: midnight + (timeOfDay(hour, minute, second) ?? NaN) },
    latitude: degrees(latitude, latitudePart),
    longitude: degrees(longitude, longitudePart),
    speed: speedIn(KMH, Number(speed)),
    course: Number(course),
  };
}

function readUserPosition(data: string): TaipReport | 'other' | undefined {
  const position = USER_POSITION.exec(data)?.[1];
  if (position === undefined) return 'other';
  const report = readGeneralPosition(`RGP${position}`);
  return report && { ...report, type: data.slice(1, 3) };
}

const unknownValues = (data: string) => ({
  type: data.slice(1, 3),
  speed: undefined,
  course: undefined,
  altitude: undefined,
  satellites: undefined,
  event: undefined,
});

const fixQuality = (source = '', age = ''): Pick<TaipReport, 'isFresh' | 'isDeadReckoning'> => ({
  isFresh: FIX_SOURCES.includes(source) && age === FRESH,
  isDeadReckoning: source === DEAD_RECKONING,
});

/** Signed whole degrees, and either their decimals or minutes with a point. NaN if out of range. */
function degrees(whole = '', part = ''): number {
  const isMinutes = part.includes('.');
  const fraction = isMinutes ? Number(part) / 60 : Number(`0.${part}`);
  if (fraction >= 1) return NaN;
  const size = Math.abs(Number(whole)) + fraction;
  return (whole.startsWith('-') ? -1 : 1) * rounded(size, 7) + 0;
}

const rounded = (value: number, digits = 4): number => Math.round(value * 10 ** digits) / 10 ** digits;
