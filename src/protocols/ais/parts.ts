import { createLatest } from '../latest.js';
import { armoured, type Payload } from './payload.js';

/** What one VDM or VDO sentence carries: a message, or a part of one. */
export type Part = {
  /** what the parts of a message have in common: address, sequential identifier, channel, how many they are */
  readonly key: string;
  readonly count: number;
  /** from 1 on */
  readonly index: number;
  readonly armour: string;
  readonly fillBits: number;
};

/** Any talker, VDM of others or VDO of the own ship, parts, which part, sequence, channel, payload, fill bits. */
const form = /^([A-Z]{2}VD[MO]),([1-9]),([1-9]),(\d?),([A-D\d]?),([^,]*),([0-5])$/;

/** The part that a sentence carries, nothing of a sentence of another formatter, or why it cannot be read. */
export function readPart(text: string): Part | 'malformed' | undefined {
  if (!/^..VD[MO],/.test(text)) return undefined;
  const [, address, total, place, sequence, channel, armour = '', fill] = form.exec(text) ?? [];
  const [count, index, fillBits] = [Number(total), Number(place), Number(fill)];
  // Bits are filled up in the last part alone: elsewhere they would shift all that follows.
  if (!armoured.test(armour) || index > count || (index < count && fillBits > 0)) return 'malformed';
  return { key: `${String(address)},${count},${String(sequence)},${String(channel)}`, count, index, armour, fillBits };
}

/** A message that is not whole by then never will be; sequential identifiers return sooner or later. */
const withinMs = 5_000;
/** sets of parts; at nine parts of a sentence each they hold 150 kB at the worst */
const mostSets = 32;

/** Joins the parts of messages. They may come in any order, and more than once. */
export function createAssembler(): (part: Part, receivedAt: number) => Payload | undefined {
  const sets = createLatest<{ readonly since: number; readonly parts: Part[] }>(mostSets);

  return (part, receivedAt) => {
    if (part.count === 1) return joined([part]);
    const found = sets.get(part.key);
    const same = found?.parts.find(({ index }) => index === part.index);
    const late = found === undefined || Math.abs(receivedAt - found.since) > withinMs;
    // A set that is whole stays, so that a part of it that is repeated begins no other.
    if (!late && same?.armour === part.armour) return undefined;
    const set = late || same !== undefined ? { since: receivedAt, parts: [] } : found;
    set.parts.push(part);
    if (set !== found) sets.set(part.key, set);
    return set.parts.length === part.count ? joined(set.parts) : undefined;
  };
}

function joined(parts: Part[]): Payload {
  const armour = parts
    .sort((a, b) => a.index - b.index)
    .map((part) => part.armour)
    .join('');
  return { armour, bits: 6 * armour.length - (parts.at(-1)?.fillBits ?? 0) };
}
