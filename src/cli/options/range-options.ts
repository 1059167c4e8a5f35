import { type Command, Option } from 'commander';
import { parseInstant, parseNumber } from './option-values.js';
import { WaypostError } from '../../errors.js';

/** Options of a command that lists records of a time range. Times in ms. */
export type RangeOptions = {
  readonly last: number;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
};

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 100_000;
/** The latest time that the API takes: records are not cut off where the clocks of two machines differ. */
const NO_END = '9999-12-31T23:59:59Z';

/** `last`: the default of that option. */
export const rangeOptions = (command: Command, last = '24h'): Command =>
  command
    .addOption(
      new Option('--last <duration>', 'records of this time up to now, like 90m, 24h or 7d')
        .argParser(parseDuration('--last'))
        .default(parseDuration('--last')(last), last)
        .conflicts('from'),
    )
    .option('--from <time>', 'start, ISO 8601, inclusive', parseInstant('--from'))
    .option('--to <time>', 'end, ISO 8601, inclusive', parseInstant('--to'))
    .option(
      '--limit <n>',
      'at most this many records',
      parseNumber('--limit', { min: 1, max: MAX_LIMIT, whole: true }),
      DEFAULT_LIMIT,
    );

/** ms */
export const parseDuration =
  (option: string) =>
  (text: string): number => {
    const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
    if (count !== '') return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
    throw new WaypostError(
      'validation_failed',
      `${option} must be a number of minutes, hours or days, like 90m, 24h or 7d, not "${text}"`,
    );
  };

/** The range as the API takes it. `now`: ms since 1970. */
export function rangeQuery(
  { last, from, to }: RangeOptions,
  now: number,
): { readonly from: string; readonly to: string } {
  const start = from ?? Math.max(0, (to ?? now) - last);
  return { from: new Date(start).toISOString(), to: to === undefined ? NO_END : new Date(to).toISOString() };
}
