import type { Language } from '../text/text.js';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const formats = new Map<Language, Intl.RelativeTimeFormat>();

/** Below this age, only "now" is shown: seconds that start over with each report would flicker. */
const NOW_S = 5;

/** Age in the largest fitting unit; slightly different clocks never give a future time. */
export function formatAge(ms: number, language: Language): string {
  let format = formats.get(language);
  if (format === undefined) formats.set(language, (format = new Intl.RelativeTimeFormat(language, { style: 'short' })));
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < NOW_S) return nowIn(language);
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  return format.format(-Math.floor(seconds / size), unit);
}

const nowTexts = new Map<Language, string>();

function nowIn(language: Language): string {
  let text = nowTexts.get(language);
  if (text === undefined) {
    text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
    nowTexts.set(language, text);
  }
  return text;
}
