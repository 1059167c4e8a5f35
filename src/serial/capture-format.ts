import { failure, success, type Result } from '../errors.js';

/** What is heard from the tracker is `in`, what is sent to it is `out`. */
export type Direction = 'in' | 'out';

/** Bytes on a serial line, and when they passed. */
export type Captured = {
  /** ms since 1970, UTC */
  readonly at: number;
  readonly direction: Direction;
  readonly bytes: Uint8Array;
};

/** Characters of one line of a capture, its end not counted: a chunk of 4,096 bytes that are all escaped is half of it. */
export const maxCaptureLine = 64 * 1024;

/**
 * A line of a capture, with its LF: `{"at":"2026-11-21T08:22:34.123Z","in":"$GPRMC,…\r\n"}`. Each byte is the character
 * of its number (Latin-1): sentences stay readable to the eye and binary packets are not lost.
 */
export function encodeCaptured({ at, direction, bytes }: Captured): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `${JSON.stringify({ at: new Date(at).toISOString(), [direction]: text })}\n`;
}

/** A line of a capture, without its end, read back; or why it is none. */
export function decodeCaptured(line: string): Result<Captured> {
  if (line.length > maxCaptureLine) return wrong(`is longer than ${maxCaptureLine} characters`);
  const value = objectOf(line);
  if (value === undefined) return wrong('is not a JSON object');
  const at = typeof value.at === 'string' ? instantOf(value.at) : NaN;
  if (Number.isNaN(at)) return wrong('has no "at", an ISO 8601 time in UTC like "2026-11-21T08:22:34.123Z"');
  if ('in' in value === 'out' in value) return wrong('must have either "in" or "out"');
  const direction: Direction = 'in' in value ? 'in' : 'out';
  const text = value[direction];
  if (typeof text !== 'string') return wrong(`has no text in "${direction}"`);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code > 0xff) return wrong(`has a character in "${direction}" that is no byte (U+0000 to U+00FF)`);
    bytes[place] = code;
  }
  return success({ at, direction, bytes });
}

const wrong = (what: string): Result<never> => failure('validation_failed', `the line ${what}`);

const instantOf = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) ? Date.parse(text) : NaN;

function objectOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return undefined;
  }
}
