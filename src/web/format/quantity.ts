import type { Language } from '../text/text.js';

const KMH_PER_MPS = 3.6;

export const toKmh = (metersPerSecond: number): number => metersPerSecond * KMH_PER_MPS;

export const formatSpeed = (metersPerSecond: number, language: Language): string =>
  `${formatNumber(toKmh(metersPerSecond), language)} km/h`;

const formats = new Map<string, Intl.NumberFormat>();

/** Cached: creating a formatter is slow, and moving values are formatted every second. */
function numberFormat(language: Language, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(key, made);
  return made;
}

/** A whole number, or one with the given decimals. */
export const formatNumber = (value: number, language: Language, decimals = 0): string =>
  numberFormat(language, decimals).format(value);

/** Degrees with a precision of about 1 m. */
export const formatCoordinates = (latitude: number, longitude: number): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
