import { createGenerationalCache } from '../generational-cache.js';
import { ARMORED, type Payload } from './payload.js';

/** What one VDM or VDO sentence carries: a message, or a part of one. */
export type Fragment = {
  /** what the parts of a message have in common: address, sequential identifier, channel, how many they are */
  readonly key: string;
  readonly count: number;
  /** from 1 on */
  readonly index: number;
  readonly armor: string;
  readonly fillBits: number;
};

/** Any talker, VDM of others or VDO of the own ship, parts, which part, sequence, channel, payload, fill bits. */
const FRAGMENT = /^([A-Z]{2}VD[MO]),([1-9]),([1-9]),(\d?),([A-D\d]?),([^,]*),([0-5])$/;

/** The part that a sentence carries, nothing of a sentence of another formatter, or why it cannot be read. */
export function readFragment(text: string): Fragment | 'malformed' | undefined {
  if (!/^..VD[MO],/.test(text)) return undefined;
  const [, address, total, indexText, sequence, channel, armor = '', fill] = FRAGMENT.exec(text) ?? [];
  const [count, index, fillBits] = [Number(total), Number(indexText), Number(fill)];
  // Bits are filled up in the last part alone: elsewhere they would shift all that follows.
  if (!ARMORED.test(armor) || index > count || (index < count && fillBits > 0)) return 'malformed';
  return { key: `${String(address)},${count},${String(sequence)},${String(channel)}`, count, index, armor, fillBits };
}

/** A message that is not whole by then never will be; sequential identifiers return sooner or later. */
const ASSEMBLY_TIMEOUT_MS = 5_000;
/** sets of parts; at nine parts of a sentence each they hold 150 kB at the worst */
const GENERATION_SIZE = 32;

/** Joins the parts of messages. They may come in any order, and more than once. */
export function createAssembler(): (fragment: Fragment, receivedAt: number) => Payload | undefined {
  const sets = createGenerationalCache<{ readonly since: number; readonly fragments: Fragment[] }>(GENERATION_SIZE);

  return (fragment, receivedAt) => {
    if (fragment.count === 1) return joinFragments([fragment]);
    const knownSet = sets.get(fragment.key);
    const sameIndex = knownSet?.fragments.find(({ index }) => index === fragment.index);
    const isExpired = knownSet === undefined || Math.abs(receivedAt - knownSet.since) > ASSEMBLY_TIMEOUT_MS;
    // A set that is whole stays, so that a part of it that is repeated begins no other.
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
