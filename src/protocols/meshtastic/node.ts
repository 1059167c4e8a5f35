import { readPosition, type Position } from './position.js';
import { readDevice, type Metrics } from './telemetry.js';
import { content, readFields, unsigned, wordsOf, type Wire } from './wire.js';

/** What the attached node knows of one it has heard, or of itself. */
export type NodeInfo = {
  readonly num: number;
  readonly user: User;
  /** the last one known, also of long ago */
  readonly position: Position | undefined;
  readonly metrics: Metrics;
};

export type User = { readonly id?: string; readonly longName?: string; readonly shortName?: string };

const nodeFields: Readonly<Record<number, Wire>> = {
  1: 'varint',
  2: 'bytes',
  3: 'bytes',
  4: 'fixed32',
  5: 'fixed32',
  6: 'bytes',
};
const userFields: Readonly<Record<number, Wire>> = { 1: 'bytes', 2: 'bytes', 3: 'bytes', 4: 'bytes', 5: 'varint' };
const longestName = 64;

/** A NodeInfo, or nothing when it can not be read. */
export function readNode(bytes: Uint8Array): NodeInfo | undefined {
  const fields = readFields(bytes, nodeFields);
  const num = fields === undefined ? undefined : unsigned(fields, 1);
  if (fields === undefined || num === undefined || num === 0) return undefined;
  const [said, place, metrics] = [content(fields, 2), content(fields, 3), content(fields, 6)];
  const user = said === undefined ? {} : readUser(said);
  const position = place === undefined ? 'no fix' : readPosition(place);
  if (user === undefined || position === undefined) return undefined;
  const measured = readDevice(metrics ?? new Uint8Array());
  if (measured === undefined) return undefined;
  return { num, user, position: position === 'no fix' ? undefined : position, metrics: measured };
}

/** A User, or nothing when it can not be read. */
export function readUser(bytes: Uint8Array): User | undefined {
  const fields = readFields(bytes, userFields);
  if (fields === undefined) return undefined;
  const id = wordsOf(content(fields, 1), longestName);
  const longName = wordsOf(content(fields, 2), longestName);
  const shortName = wordsOf(content(fields, 3), longestName);
  return {
    ...(id !== undefined && { id }),
    ...(longName !== undefined && { longName }),
    ...(shortName !== undefined && { shortName }),
  };
}
