import { randomBytes } from 'node:crypto';
import type { Change } from '../../schema/entry.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 8;

/** Random, not counted: a counter would repeat if one backup is restored twice. */
const newGenerationId = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');

/** The change that begins a new generation of the store: with the next entry, or with `from`. */
export const newGeneration = (from?: number): Change =>
  from === undefined
    ? { kind: 'generation', v: { id: newGenerationId() } }
    : { kind: 'generation-from', v: { id: newGenerationId(), from } };
