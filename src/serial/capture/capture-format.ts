import { failure, success, type Result } from '../../errors.js';

/** `in`: received from the tracker; `out`: sent to it. */
export type Direction = 'in' | 'out';

/** Bytes of a port, with the time of their transmission. */
export type CapturedChunk = {
  /** ms since 1970, UTC */
  readonly at: number;
  readonly direction: Direction;
  readonly bytes: Uint8Array;
};

/** Characters of one line of a capture without its end; twice what a chunk of 4,096 escaped bytes takes. */
export const MAX_CAPTURE_LINE = 64 * 1024;

/**
 * A line of a capture, with its LF: `{"at":"2026-11-21T08:22:34.123Z","in":"$GPRMC,…\r\n"}`. Each byte becomes the
 * character of its number (Latin-1): sentences stay readable, and binary packets stay exact.
 */
export function encodeChunk({ at, direction, bytes }: CapturedChunk): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `${JSON.stringify({ at: new Date(at).toISOString(), [direction]: text })}\n`;
}

/** Decodes a line of a capture, without its end. */
export function decodeChunk(line: string): Result<CapturedChunk> {
  if (line.length > MAX_CAPTURE_LINE) return invalidLine(`is longer than ${MAX_CAPTURE_LINE} characters`);
  const value = parseObject(line);
  if (value === undefined) return invalidLine('is not a JSON object');
  const at = typeof value.at === 'string' ? parseTimestamp(value.at) : NaN;
  if (Number.isNaN(at)) return invalidLine('has no "at", an ISO 8601 time in UTC like "2026-11-21T08:22:34.123Z"');
  if ('in' in value === 'out' in value) return invalidLine('must have either "in" or "out"');
  const direction: Direction = 'in' in value ? 'in' : 'out';
  const text = value[direction];
  if (typeof text !== 'string') return invalidLine(`has no text in "${direction}"`);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0xff) return invalidLine(`has a character in "${direction}" that is not a byte (U+0000 to U+00FF)`);
    bytes[index] = code;
  }
  return success({ at, direction, bytes });
}

const invalidLine = (problem: string): Result<never> => failure('validation_failed', `the line ${problem}`);

const parseTimestamp = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) ? Date.parse(text) : NaN;

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return undefined;
  }
}
