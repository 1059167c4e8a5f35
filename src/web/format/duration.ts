import type { Language } from '../text/text.js';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in its two largest units. */
export function formatDuration(seconds: number, language: Language, display: 'long' | 'short' = 'long'): string {
  let rest = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => rest >= size);
  if (first < 0) return formatUnit(0, 'second', language, display);
  const parts: string[] = [];
  for (const [unit, size] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(formatUnit(count, unit, language, display));
  }
  return parts.join(' ');
}

const formatUnit = (count: number, unit: string, language: Language, unitDisplay: 'long' | 'short'): string =>
  count.toLocaleString(language, { style: 'unit', unit, unitDisplay });
