import type { Language } from '../text/text.js';

const UNITS = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
  ['byte', 1],
] as const;

/** Bytes in the largest fitting unit, with about three digits. */
export function formatBytes(bytes: number, language: Language): string {
  const [unit, size] = UNITS.find(([, unitBytes]) => bytes >= unitBytes) ?? ['byte', 1];
  const value = bytes / size;
  const maximumFractionDigits = unit === 'byte' || value >= 100 ? 0 : 1;
  return value.toLocaleString(language, { style: 'unit', unit, maximumFractionDigits });
}
