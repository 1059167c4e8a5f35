import { WaypostError } from '../../errors.js';
import type { Windows } from '../../simulator/faults/windows.js';

type NumberBounds = { readonly min: number; readonly max?: number; readonly whole?: boolean; readonly unit?: string };

const invalidValue = (option: string, expected: string, text: string): WaypostError =>
  new WaypostError('validation_failed', `${option} must be ${expected}, not "${text}"`);

const describeBounds = ({ min, max, whole, unit }: NumberBounds): string => {
  const kind = `a ${whole === true ? 'whole ' : ''}number${unit === undefined ? '' : ` of ${unit}`}`;
  return max === undefined ? `${kind} from ${min}` : `${kind} from ${min} to ${max}`;
};

const isWithin = (value: number, { min, max = Infinity, whole = false }: NumberBounds): boolean =>
  value >= min && value <= max && (!whole || Number.isInteger(value));

/** NaN for what is no number, and for one that is too large to be finite, like `1e999`. */
function readNumber(text: string): number {
  const value = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?$/i.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

export const parseNumber =
  (option: string, bounds: NumberBounds) =>
  (text: string): number => {
    const value = readNumber(text);
    if (!isWithin(value, bounds)) throw invalidValue(option, describeBounds(bounds), text);
    return value;
  };

export const parseRate = (option: string) => parseNumber(option, { min: 0, max: 1 });

/** `60,10`: after every 60 s, for 10 s */
export const parseWindows =
  (option: string) =>
  (text: string): Windows => {
    const [every = NaN, lasts = NaN, ...more] = text.split(',').map(readNumber);
    if (!(every > 0 && lasts > 0) || more.length > 0)
      throw invalidValue(option, 'EVERY,FOR in seconds, both above 0, like 60,10', text);
    return { every, lasts };
  };

/** ms since 1970 */
export const parseInstant =
  (option: string) =>
  (text: string): number => {
    const ms = Date.parse(text);
    if (Number.isNaN(ms) || !/^[^T]*T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text))
      throw invalidValue(option, 'an ISO 8601 time with its zone, like 2026-11-21T08:22:34Z', text);
    return ms;
  };

/** The value of an option that clears a field. */
export type None = 'none';
export const parseOrNone =
  <T>(read: (text: string) => T) =>
  (text: string): T | None =>
    text === 'none' ? text : read(text);

/** `none` as the API has it. */
export const noneToNull = <T>(value: T): Exclude<T, None> | null =>
  value === 'none' ? null : (value as Exclude<T, None>);

/** Adds `NAME=VALUE` to the previous tags; `NAME=` is null, which removes the tag. */
export const parseTag =
  (option: string) =>
  (text: string, previous: Tags = {}): Tags => {
    const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw invalidValue(option, 'NAME=VALUE, like plate=4711-ABC', text);
    return { ...previous, [name]: value === '' ? null : value };
  };
export type Tags = Readonly<Record<string, string | null>>;

/** `a,b` as a list; `none` is an empty one, and `all` stays a word. */
export const parseListOrAll = (text: string): 'all' | readonly string[] => (text === 'all' ? 'all' : parseList(text));
export const parseList = (text: string): readonly string[] =>
  text === 'none'
    ? []
    : text
        .split(',')
        .map((value) => value.trim())
        .filter((value) => value !== '');

/** Collects the values of a repeatable option. */
export const collectValues = (text: string, previous: readonly string[] = []): readonly string[] => [...previous, text];
