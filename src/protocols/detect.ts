import type { Protocol } from './protocol.js';

/** How strongly the input of a port points to one protocol. */
export type Evidence = {
  readonly protocol: Protocol;
  /** frames that no other protocol has */
  readonly frames: number;
  /** those frames' share of all received bytes, 0 to 1 */
  readonly share: number;
  /** false: the protocol that it supersedes is preferred */
  readonly isPreferred: boolean;
};

/** Determines the protocol of a port from its input; buffers at most one frame per protocol. */
export type Detector = {
  push: (chunk: Uint8Array) => void;
  /** the protocols with at least one frame, the most likely first */
  ranking: () => Evidence[];
};

/** This many frames with this share of the input are no coincidence. */
const MIN_CERTAIN_FRAMES = 3;
const MIN_CERTAIN_SHARE = 0.5;
/** Below this, noise may look like a frame. */
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
        const { frames, bytes, isPreferred } = probe.score();
        return { protocol, frames, share: totalBytes === 0 ? 0 : bytes / totalBytes, isPreferred };
      });
      return evidence.filter(({ frames }) => frames > 0).sort(compareByLikelihood(evidence));
    },
  };
}

/**
 * Protocols with acknowledgements first, then the larger share. A tracker that waits for an acknowledgement sends little
 * until it gets one, while a receiver on the same port sends all the time. The share of a superseded protocol counts for
 * the protocol that supersedes it, if that is likely itself (a single frame must not delay the detection) and preferred. One
 * that is not preferred ranks after the superseded one.
 */
function compareByLikelihood(all: readonly Evidence[]): (a: Evidence, b: Evidence) => number {
  const shareOf = (evidence: Evidence): number => {
    const superseded = all.find(({ frames, protocol }) => frames > 0 && protocol.name === evidence.protocol.supersedes);
    if (superseded === undefined) return evidence.share;
    if (!evidence.isPreferred) return 0;
    return evidence.share + (isLikely(evidence) ? superseded.share : 0);
  };
  return (a, b) =>
    Number(b.protocol.acknowledges ?? false) - Number(a.protocol.acknowledges ?? false) || shareOf(b) - shareOf(a);
}

/** Listening can stop: no other protocol can rank before this one. */
export const isCertain = ({ frames, share, protocol }: Evidence): boolean =>
  frames >= MIN_CERTAIN_FRAMES && share >= MIN_CERTAIN_SHARE && protocol.acknowledges === true;

/** Good enough after listening for a while. */
export const isLikely = ({ frames, share }: Evidence): boolean =>
  share >= MIN_CERTAIN_SHARE || (frames >= MIN_LIKELY_FRAMES && share >= MIN_LIKELY_SHARE);
