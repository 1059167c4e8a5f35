import { failure, success, type Result } from '../../errors.js';

/** Does the text have to be filled in for each tracker? */
export const isPattern = (value: unknown): value is string => typeof value === 'string' && PLACEHOLDER.test(value);

const PLACEHOLDER = /\{[^{}]*\}/;
const MAX_DIGITS = 12;

export type PatternValues = {
  /** who the tracker says it is */
  readonly identity: string;
  /** of {n}; undefined when none is to be given out */
  readonly number: number | undefined;
  /** what the list of units has for it */
  readonly row: Readonly<Record<string, string>>;
};

/** The pattern with everything in braces replaced; `validation_failed` when there is nothing to replace it with. */
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
  return failure(
    'validation_failed',
    `{${missing}} of the pattern ${pattern} means nothing: give the list of units a column ${missing}`,
  );
}

const isDigits = (digits: string | undefined): boolean =>
  digits === undefined || (/^\d{1,2}$/.test(digits) && Number(digits) <= MAX_DIGITS);

/** Does it give out numbers? */
export const usesCounter = (pattern: unknown): boolean => isPattern(pattern) && /\{n(:\d{1,2})?\}/.test(pattern);
