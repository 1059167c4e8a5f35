import { formatDuration } from '../../format/duration.js';
import { formatCoordinates, formatNumber, type UnitSystem } from '../../format/quantity.js';
import type { Language } from '../../text/text.js';

const PARTS = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Part = keyof typeof PARTS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A part of a time (ms since 1970) in a zone, with 24 hours. */
export function formatPart(part: Part, at: number, language: Language, timeZone: string): string {
  const key = `${part} ${language} ${timeZone}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...PARTS[part], timeZone });
    formats.set(key, format);
  }
  return format.format(at);
}

/** Noon in UTC is in the same date. */
export const formatDate = (date: string, language: Language): string =>
  formatPart('date', Date.parse(`${date}T12:00:00Z`), language, 'UTC');

const METERS = { metric: 1_000, imperial: 1_609.344 } as const satisfies Record<UnitSystem, number>;
const LENGTH_UNITS = { metric: 'km', imperial: 'mi' } as const satisfies Record<UnitSystem, string>;

export const formatDistance = (meters: number, language: Language, units: UnitSystem): string =>
  `${formatNumber(meters / METERS[units], language, 1)} ${LENGTH_UNITS[units]}`;

const FEET_PER_M = 3.28084;

export const formatAltitude = (meters: number, language: Language, units: UnitSystem): string =>
  units === 'metric' ? `${formatNumber(meters, language)} m` : `${formatNumber(meters * FEET_PER_M, language)} ft`;

export const formatTemperature = (celsius: number, language: Language, units: UnitSystem): string =>
  units === 'metric'
    ? `${formatNumber(celsius, language, 1)} °C`
    : `${formatNumber((celsius * 9) / 5 + 32, language, 1)} °F`;

const MINUTE_S = 60;

/** Whole minutes from a minute on. */
export const formatMinutes = (seconds: number, language: Language): string =>
  formatDuration(seconds < MINUTE_S ? seconds : Math.round(seconds / MINUTE_S) * MINUTE_S, language, 'short');

/** The name of a zone, or coordinates. */
export function formatPlace(
  {
    latitude,
    longitude,
    zone,
  }: { readonly latitude: number; readonly longitude: number; readonly zone: string | null },
  zoneNames: ReadonlyMap<string, string>,
): string {
  return (zone === null ? undefined : zoneNames.get(zone)) ?? formatCoordinates(latitude, longitude);
}
