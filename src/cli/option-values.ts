import { WaypostError } from '../errors.js';
import type { Windows } from '../simulator/faults/windows.js';

/** Readers of what stands behind an option; a wrong one is told with the option and what was expected. */

type Bounds = { readonly least: number; readonly most?: number; readonly whole?: boolean; readonly unit?: string };

const wrong = (option: string, expected: string, text: string): WaypostError =>
  new WaypostError('validation_failed', `${option} must be ${expected}, not "${text}"`);

const inWords = ({ least, most, whole, unit }: Bounds): string => {
  const kind = `a ${whole === true ? 'whole ' : ''}number${unit === undefined ? '' : ` of ${unit}`}`;
  return most === undefined ? `${kind} from ${least}` : `${kind} from ${least} to ${most}`;
};

const isWithin = (value: number, { least, most = Infinity, whole = false }: Bounds): boolean =>
  value >= least && value <= most && (!whole || Number.isInteger(value));

const read = (text: string): number => (/^-?\d*\.?\d+(e-?\d+)?$/i.test(text) ? Number(text) : NaN);

export const numberOf =
  (option: string, bounds: Bounds) =>
  (text: string): number => {
    const value = read(text);
    if (!isWithin(value, bounds)) throw wrong(option, inWords(bounds), text);
    return value;
  };

export const rateOf = (option: string) => numberOf(option, { least: 0, most: 1 });

/** `60,10`: every 60 s for 10 s. */
export const windowsOf =
  (option: string) =>
  (text: string): Windows => {
    const [every = NaN, lasts = NaN, ...more] = text.split(',').map(read);
    if (!(every > 0 && lasts > 0) || more.length > 0)
      throw wrong(option, 'EVERY,FOR in seconds, both above 0, like 60,10', text);
    return { every, lasts };
  };

/** ms since 1970 */
export const instantOf =
  (option: string) =>
  (text: string): number => {
    const ms = Date.parse(text);
    if (Number.isNaN(ms) || !/T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text))
      throw wrong(option, 'an ISO 8601 time with its zone, like 2026-11-21T08:22:34Z', text);
    return ms;
  };

/** What takes away what is there; anything else is what `read` makes of it. */
export type None = 'none';
export const orNone =
  <T>(read: (text: string) => T) =>
  (text: string): T | None =>
    text === 'none' ? text : read(text);

/** The same as the API has it. */
export const nullFor = <T>(value: T): Exclude<T, None> | null =>
  value === 'none' ? null : (value as Exclude<T, None>);

/** `NAME=VALUE`, beside those that stood before; without a value it is null: taken away. */
export const tagsOf =
  (option: string) =>
  (text: string, former: Tags = {}): Tags => {
    const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw wrong(option, 'NAME=VALUE, like plate=4711-ABC', text);
    return { ...former, [name]: value === '' ? null : value };
  };
export type Tags = Readonly<Record<string, string | null>>;

/** Repeated, one beside the other. */
export const repeated = (text: string, former: readonly string[] = []): readonly string[] => [...former, text];
