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
  hear: (chunk: Uint8Array) => void;
  /** those that speak for themselves, the likeliest first */
  ranking: () => Evidence[];
};

/** So many frames, and such a part of what was heard, are no chance. */
const certainFrames = 3;
const certainShare = 0.5;
/** With less than that it may be garbage that looks like a frame. */
const likelyFrames = 2;
const likelyShare = 0.01;

export function createDetector(protocols: readonly Protocol[]): Detector {
  const probes = protocols.map((protocol) => ({ protocol, probe: protocol.probe() }));
  let total = 0;
  return {
    hear(chunk) {
      total += chunk.length;
      for (const { probe } of probes) probe.push(chunk);
    },
    ranking() {
      const heard = probes.map(({ protocol, probe }) => {
        const { frames, bytes } = probe.heard();
        return { protocol, frames, share: total === 0 ? 0 : bytes / total };
      });
      return heard.filter(({ frames }) => frames > 0).sort(byLikelihood(heard));
    },
  };
}

/**
 * Who waits for an answer says little until he gets one, and a receiver on the same line goes on all the time: who is
 * answered comes before who is not, then the larger part of what was heard. What a receiver says again in another
 * protocol speaks for the one that is taken.
 */
function byLikelihood(all: readonly Evidence[]): (a: Evidence, b: Evidence) => number {
  const shareOf = ({ protocol, share }: Evidence): number =>
    share + (all.find((one) => one.protocol.name === protocol.supersedes)?.share ?? 0);
  return (a, b) => Number(b.protocol.answers ?? false) - Number(a.protocol.answers ?? false) || shareOf(b) - shareOf(a);
}

/** There is no need to listen any longer: nobody who says less comes before it. */
export const isCertain = ({ frames, share, protocol }: Evidence): boolean =>
  frames >= certainFrames && share >= certainShare && protocol.answers === true;

/** It is what is spoken as far as can be told after listening for a while. */
export const isLikely = ({ frames, share }: Evidence): boolean =>
  share >= certainShare || (frames >= likelyFrames && share >= likelyShare);
