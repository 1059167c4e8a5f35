import type { Counters } from '../../protocols/counters.js';

/** The number of frames that gave no message, by kind: the others are shown with their message. */
export type FrameKinds = ReadonlyMap<string, number>;

export function frameKindsOf({ input }: Readonly<Counters>): FrameKinds {
  const { joined, duplicates, withoutRecord } = input;
  const kinds = new Map([...withoutRecord].map(([kind, { silent }]) => [kind, silent]));
  return kinds.set('joined', joined.silent).set('duplicates', duplicates.silent);
}

/** The kinds that were received since `previous`. */
export function newFrames(kinds: FrameKinds, previous: FrameKinds): Record<string, number> {
  const added = [...kinds].map(([kind, frames]) => [kind, frames - (previous.get(kind) ?? 0)] as const);
  return Object.fromEntries(added.filter(([, frames]) => frames > 0));
}
