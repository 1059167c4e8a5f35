import type { Language } from '../text/text.js';

export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

export const SPEED_UNITS = { metric: 'km/h', imperial: 'mph' } as const satisfies Record<UnitSystem, string>;
const SPEED_PER_MPS = { metric: 3.6, imperial: 2.236936 } as const satisfies Record<UnitSystem, number>;

/** In the unit of the system, see SPEED_UNITS. */
export const toSpeed = (metersPerSecond: number, units: UnitSystem): number => metersPerSecond * SPEED_PER_MPS[units];

export const formatSpeed = (metersPerSecond: number, language: Language, units: UnitSystem): string =>
  `${formatNumber(toSpeed(metersPerSecond, units), language)} ${SPEED_UNITS[units]}`;

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
