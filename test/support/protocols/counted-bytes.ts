import type { countersView } from '../../../src/serial/port/counters-view.js';

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

type View = ReturnType<typeof countersView>;

/** The sums of the parts of the counters, and the totals that they must equal. */
export function countedSums({ bytes, frames, discardedBytes, framesBy, bytesBy }: View) {
  const { withoutRecord: framesOfKinds, ...otherFrames } = framesBy;
  const { withoutRecord: bytesOfKinds, discarded, ...otherBytes } = bytesBy;
  return {
    parts: {
      bytes: sum(bytesOfKinds) + sum(discarded) + sum(otherBytes),
      frames: sum(framesOfKinds) + sum(otherFrames),
      discardedBytes: sum(discarded),
    },
    totals: { bytes, frames, discardedBytes },
  };
}

/** The smallest of all counts. */
export function minCount({ framesBy, bytesBy }: View): number {
  const { withoutRecord: framesOfKinds, ...otherFrames } = framesBy;
  const { withoutRecord: bytesOfKinds, discarded, ...otherBytes } = bytesBy;
  const all = [framesOfKinds, otherFrames, bytesOfKinds, discarded, otherBytes].flatMap((one) => Object.values(one));
  return Math.min(...all);
}
