import type { Language } from '../text/text.js';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const formats = new Map<Language, Intl.RelativeTimeFormat>();

/** Age in the largest fitting unit; slightly different clocks never give a future time. */
export function formatAge(ms: number, language: Language): string {
  let format = formats.get(language);
  if (format === undefined) formats.set(language, (format = new Intl.RelativeTimeFormat(language, { style: 'short' })));
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  return format.format(-Math.floor(seconds / size), unit);
}
