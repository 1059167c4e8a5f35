import { createPrng, hashSeed } from '../prng.js';
import type { WrongClock } from './clock.js';
import { cut } from './cut.js';
import { noise } from './noise.js';
import { isWithin, type Windows } from './windows.js';

/** The faults of a simulation. Rates are probabilities from 0 to 1. */
export type Faults = {
  /** per byte */
  readonly noise?: number | undefined;
  /** per line */
  readonly cut?: number | undefined;
  /** per sent record */
  readonly resend?: number | undefined;
  /** sent data is lost */
  readonly silence?: Windows | undefined;
  /** the port vanishes and returns */
  readonly unplug?: Windows | undefined;
  /** records are sent in groups of this size, out of order */
  readonly shuffle?: number | undefined;
  readonly clock?: WrongClock | undefined;
};

export type FaultKind = 'noise' | 'cut' | 'resend' | 'silence' | 'unplug' | 'shuffle' | 'overrun';

/** Bytes that a tracker sends. */
type Transmission = {
  /** ms since the simulation began */
  readonly elapsed: number;
  /** number among the transmissions at that time, from 0 */
  readonly index: number;
  readonly bytes: Uint8Array;
};

type Injected = {
  /** the received chunks, in order; none if the transmission is lost */
  readonly arrives: readonly Uint8Array[];
  readonly faults: readonly FaultKind[];
};

/** Applies the faults to a transmission. The result depends only on seed, tracker, time and bytes. */
export type FaultInjector = (sent: Transmission) => Injected;

/** `name` is different for each tracker, so that their faults differ, too. */
export function createFaultInjector(faults: Faults, seed: number, name: string): FaultInjector {
  const phase = phaseOf('silence', seed, name);

  return ({ elapsed, index, bytes }) => {
    if (faults.silence !== undefined && isWithin(faults.silence, phase, elapsed))
      return { arrives: [], faults: ['silence'] };
    const done: FaultKind[] = [];
    const random = createPrng(hashSeed(seed, name, elapsed, index));
    const isResent = faults.resend !== undefined && random() < faults.resend;
    if (isResent) done.push('resend');
    const arrives = (isResent ? [bytes, bytes] : [bytes]).map((copy) => {
      const remaining = faults.cut === undefined ? { bytes: copy, hits: 0 } : cut(copy, faults.cut, random);
      if (remaining.hits > 0) done.push('cut');
      const noisy =
        faults.noise === undefined ? { bytes: remaining.bytes, hits: 0 } : noise(remaining.bytes, faults.noise, random);
      if (noisy.hits > 0) done.push('noise');
      return noisy.bytes;
    });
    return { arrives, faults: done };
  };
}

/** The phase of a periodic fault at the start, 0 to 1. */
export const phaseOf = (kind: 'silence' | 'unplug', seed: number, name: string): number =>
  createPrng(hashSeed(seed, name, kind))();
