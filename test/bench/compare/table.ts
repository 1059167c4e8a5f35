import { markdownTable } from '../measure/figure.js';
import type { Figures } from './measure.js';

type Row = readonly [name: string, figures: Figures & { readonly installMb: number | undefined }];

const digits = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2).replace(/\.0$/, '');

/** A figure relative to Waypost's: `1,683 (×2.1)` is 2.1 times Waypost's. */
function cell(value: number | undefined, ours: number | undefined): string {
  if (value === undefined) return '–';
  if (ours === undefined || value === ours) return digits(value);
  return `${digits(value)} (×${digits(value / ours)})`;
}

const columns = [
  ['start to first answer, ms', 'startMs'],
  ['memory at rest, MB', 'restMb'],
  ['under load, MB', 'loadMb'],
  ['POST/s', 'postPerSecond'],
  ['p99, ms', 'postP99Ms'],
  ['GET/s', 'getPerSecond'],
  ['bytes a record', 'bytesPerRecord'],
  ['NMEA lines/s', 'linesPerSecond'],
  ['installed, MB', 'installMb'],
] as const;

/** The table as Markdown; the first row is the reference. */
export function tableOf(rows: readonly Row[]): string {
  const [first] = rows;
  const lines = rows.map(([name, figures]) => [name, ...columns.map(([, key]) => cell(figures[key], first?.[1][key]))]);
  return markdownTable(['', ...columns.map(([title]) => title)], lines);
}
