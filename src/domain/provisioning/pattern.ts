import { success, type Result } from '../../errors.js';
import { patternErrors } from './messages.js';

/** The value is a text with placeholders. */
export const isPattern = (value: unknown): value is string => typeof value === 'string' && PLACEHOLDER.test(value);

const PLACEHOLDER = /\{[^{}]*\}/;
const MAX_DIGITS = 12;

export type PatternValues = {
  /** the id that the tracker reports */
  readonly identity: string;
  /** value of {n}; undefined: none was allocated */
  readonly number: number | undefined;
  /** the tracker's row in the unit list */
  readonly row: Readonly<Record<string, string>>;
};

/** Replaces every placeholder; `validation_failed` if one has no value. */
export function fillPattern(pattern: string, { identity, number, row }: PatternValues): Result<string> {
  let missing: string | undefined;
  const text = pattern.replace(/\{([^{}]*)\}/g, (_all, inner: string) => {
    const [name = '', digits] = inner.split(':');
    if (name === 'identity' && digits === undefined) return identity;
    if (name === 'n' && number !== undefined && isDigits(digits))
      return String(number).padStart(Number(digits ?? 0), '0');
    const value = digits === undefined && Object.hasOwn(row, name) ? row[name] : undefined;
    if (value === undefined) missing ??= inner;
    return value ?? '';
  });
  if (missing === undefined) return success(text);
  return patternErrors.noValue({ detail: pattern, name: missing });
}

const isDigits = (digits: string | undefined): boolean =>
  digits === undefined || (/^\d{1,2}$/.test(digits) && Number(digits) <= MAX_DIGITS);

/** The columns whose values a pattern has. */
export const placeholdersOf = (pattern: unknown): readonly string[] =>
  isPattern(pattern)
    ? [...pattern.matchAll(/\{([^{}:]+)\}/g)]
        .map(([, name = '']) => name)
        .filter((name) => name !== 'n' && name !== 'identity')
    : [];

/** The pattern contains {n}. */
export const usesCounter = (pattern: unknown): boolean => isPattern(pattern) && /\{n(:\d{1,2})?\}/.test(pattern);
