import type { Language } from '../text/text.js';

const MPS_IN_KMH = 3.6;

export const speedText = (metresPerSecond: number, language: Language): string =>
  `${numberText(metresPerSecond * MPS_IN_KMH, language)} km/h`;

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format takes far longer than using it, and what moves is said anew every second. */
function formatOf(language: Language, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(key, made);
  return made;
}

/** Whole, or with as many decimals as are said. */
export const numberText = (value: number, language: Language, decimals = 0): string =>
  formatOf(language, decimals).format(value);

/** Degrees, to a metre or so. */
export const placeText = (latitude: number, longitude: number): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
