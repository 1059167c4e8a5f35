import { createGenerationalCache } from '../generational-cache.js';
import { ARMORED, type Payload } from './payload.js';

/** The content of one VDM or VDO sentence: a message or a fragment of one. */
export type Fragment = {
  /** equal for all fragments of a message: address, count, sequential identifier, channel */
  readonly key: string;
  readonly count: number;
  /** from 1 */
  readonly index: number;
  readonly armor: string;
  readonly fillBits: number;
};

/**
 * Talker and VDM (other ships) or VDO (own ship), count, index, sequence, channel, payload, fill bits. The standard has one
 * digit for the sequence; some receivers count further.
 */
const FRAGMENT = /^([A-Z]{2}VD[MO]),([1-9]),([1-9]),(\d{0,4}),([A-D\d]?),([^,]*),([0-5])$/;

/** Undefined for sentences with another formatter. */
export function readFragment(text: string): Fragment | 'malformed' | undefined {
  if (!/^..VD[MO],/.test(text)) return undefined;
  const [, address, total, indexText, sequence, channel, armor = '', fill] = FRAGMENT.exec(text) ?? [];
  const [count, index, fillBits] = [Number(total), Number(indexText), Number(fill)];
  // Only the last fragment may have fill bits: elsewhere they would shift all following bits.
  if (!ARMORED.test(armor) || index > count || (index < count && fillBits > 0)) return 'malformed';
  return { key: `${String(address)},${count},${String(sequence)},${String(channel)}`, count, index, armor, fillBits };
}

/** Incomplete messages are dropped after this time, because sequential identifiers are reused. */
const ASSEMBLY_TIMEOUT_MS = 5_000;
/** messages in assembly; with nine fragments each, 150 kB at most */
const GENERATION_SIZE = 32;

/** Joins fragments, which may arrive in any order and repeatedly. */
export function createAssembler(): (fragment: Fragment, receivedAt: number) => Payload | undefined {
  const sets = createGenerationalCache<{ readonly since: number; readonly fragments: Fragment[] }>(GENERATION_SIZE);

  return (fragment, receivedAt) => {
    if (fragment.count === 1) return joinFragments([fragment]);
    const knownSet = sets.get(fragment.key);
    const sameIndex = knownSet?.fragments.find(({ index }) => index === fragment.index);
    const isExpired = knownSet === undefined || Math.abs(receivedAt - knownSet.since) > ASSEMBLY_TIMEOUT_MS;
    // A complete set is kept, so that a repeated fragment does not start a new one.
    if (!isExpired && sameIndex?.armor === fragment.armor) return undefined;
    const set = isExpired || sameIndex !== undefined ? { since: receivedAt, fragments: [] } : knownSet;
    set.fragments.push(fragment);
    if (set !== knownSet) sets.set(fragment.key, set);
    return set.fragments.length === fragment.count ? joinFragments(set.fragments) : undefined;
  };
}

function joinFragments(fragments: Fragment[]): Payload {
  const armor = fragments
    .sort((a, b) => a.index - b.index)
    .map((fragment) => fragment.armor)
    .join('');
  return { armor, bits: 6 * armor.length - (fragments.at(-1)?.fillBits ?? 0) };
}
