import { isObject } from '../../domain/json.js';

/** A number as apps write it. */
const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][+-]?\d{1,2})?$/;
/** Written for a value that the app does not know. */
const UNKNOWN_TEXTS = new Set(['', 'NaN', 'null']);
const MAX_TEXT_LENGTH = 64;

/** Reads values of a query (texts) or of JSON, and keeps the first problem. Missing and unknown values are undefined. */
export type FieldReader = {
  readonly number: (name: string, value: unknown) => number | undefined;
  /** negative: unknown to the app */
  readonly positive: (name: string, value: unknown) => number | undefined;
  readonly boolean: (name: string, value: unknown) => boolean | undefined;
  readonly text: (name: string, value: unknown) => string | undefined;
  readonly object: (name: string, value: unknown) => Readonly<Record<string, unknown>> | undefined;
  readonly fail: (problem: string) => void;
  readonly problem: () => string | undefined;
};

const isUnknown = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && UNKNOWN_TEXTS.has(value));

export function createFieldReader(): FieldReader {
  let problem: string | undefined;

  function fail(text: string): void {
    problem ??= text;
  }

  function number(name: string, value: unknown): number | undefined {
    if (isUnknown(value)) return undefined;
    if (typeof value === 'number') return value;
    if (typeof value === 'string' && NUMBER.test(value)) return Number(value);
    fail(`${name} must be a number`);
    return undefined;
  }

  return {
    number,
    positive(name, value) {
      const read = number(name, value);
      return read === undefined || read < 0 ? undefined : read;
    },
    boolean(name, value) {
      if (isUnknown(value)) return undefined;
      const text = String(value).toLowerCase();
      if (text === 'true' || text === '1' || text === 'on') return true;
      if (text === 'false' || text === '0' || text === 'off') return false;
      fail(`${name} must be true or false`);
      return undefined;
    },
    text(name, value) {
      if (isUnknown(value)) return undefined;
      if (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH) return value;
      fail(`${name} must be a text of at most ${MAX_TEXT_LENGTH} characters`);
      return undefined;
    },
    object(name, value) {
      if (isUnknown(value)) return undefined;
      if (isObject(value)) return value;
      fail(`${name} must be an object`);
      return undefined;
    },
    fail,
    problem: () => problem,
  };
}
