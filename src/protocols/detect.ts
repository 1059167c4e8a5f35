import type { Protocol } from './protocol.js';

/** What speaks for a protocol being spoken. */
export type Evidence = {
  readonly protocol: Protocol;
  /** that no other protocol has */
  readonly frames: number;
  /** the part of all that was heard which those frames took, 0 to 1 */
  readonly share: number;
};

/** Learns from what is heard which of the protocols is spoken; keeps a frame of each at most. */
export type Detector = {
  push: (chunk: Uint8Array) => void;
  /** those that speak for themselves, the likeliest first */
  ranking: () => Evidence[];
};

/** So many frames, and such a part of what was heard, are no chance. */
const MIN_CERTAIN_FRAMES = 3;
const MIN_CERTAIN_SHARE = 0.5;
/** With less than that it may be garbage that looks like a frame. */
const MIN_LIKELY_FRAMES = 2;
const MIN_LIKELY_SHARE = 0.01;

export function createDetector(protocols: readonly Protocol[]): Detector {
  const probes = protocols.map((protocol) => ({ protocol, probe: protocol.probe() }));
  let totalBytes = 0;
  return {
    push(chunk) {
      totalBytes += chunk.length;
      for (const { probe } of probes) probe.push(chunk);
    },
    ranking() {
      const evidence = probes.map(({ protocol, probe }) => {
        const { frames, bytes } = probe.score();
        return { protocol, frames, share: totalBytes === 0 ? 0 : bytes / totalBytes };
      });
      return evidence.filter(({ frames }) => frames > 0).sort(compareByLikelihood(evidence));
    },
  };
}

/**
 * Who waits for an answer says little until he gets one, and a receiver on the same line goes on all the time: who is
 * answered comes before who is not, then the larger part of what was heard. What a receiver says again in another
 * protocol speaks for the one that is taken.
 */
function compareByLikelihood(all: readonly Evidence[]): (a: Evidence, b: Evidence) => number {
  const shareOf = ({ protocol, share }: Evidence): number =>
    share + (all.find((one) => one.protocol.name === protocol.supersedes)?.share ?? 0);
  return (a, b) =>
    Number(b.protocol.acknowledges ?? false) - Number(a.protocol.acknowledges ?? false) || shareOf(b) - shareOf(a);
}

/** There is no need to listen any longer: nobody who says less comes before it. */
export const isCertain = ({ frames, share, protocol }: Evidence): boolean =>
  frames >= MIN_CERTAIN_FRAMES && share >= MIN_CERTAIN_SHARE && protocol.acknowledges === true;

/** It is what is spoken as far as can be told after listening for a while. */
export const isLikely = ({ frames, share }: Evidence): boolean =>
  share >= MIN_CERTAIN_SHARE || (frames >= MIN_LIKELY_FRAMES && share >= MIN_LIKELY_SHARE);
