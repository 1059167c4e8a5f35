import { createPrng, hashSeed } from '../prng.js';
import type { WrongClock } from './clock.js';
import { cut } from './cut.js';
import { noise } from './noise.js';
import { isWithin, type Windows } from './windows.js';

/** What goes wrong; rates are chances from 0 to 1. */
export type Faults = {
  /** of each byte */
  readonly noise?: number | undefined;
  /** of each line */
  readonly cut?: number | undefined;
  /** of each record that is sent */
  readonly resend?: number | undefined;
  /** nothing that is sent arrives */
  readonly silence?: Windows | undefined;
  /** the port goes, and comes back */
  readonly unplug?: Windows | undefined;
  /** so many records leave together, out of order */
  readonly shuffle?: number | undefined;
  readonly clock?: WrongClock | undefined;
};

export type FaultKind = 'noise' | 'cut' | 'resend' | 'silence' | 'unplug' | 'shuffle' | 'overrun';

/** Bytes that a tracker sends. */
export type Transmission = {
  /** ms since the simulation began */
  readonly elapsed: number;
  /** of those that are sent at that instant, from 0 */
  readonly index: number;
  readonly bytes: Uint8Array;
};

export type Injected = {
  /** what arrives: one after the other, or nothing */
  readonly arrives: readonly Uint8Array[];
  readonly faults: readonly FaultKind[];
};

/** What the line makes of what a tracker sends: it follows from seed, tracker, instant and bytes, and nothing else. */
export type FaultInjector = (sent: Transmission) => Injected;

/** `name` tells trackers apart, so that they do not suffer the same. */
export function createFaultInjector(faults: Faults, seed: number, name: string): FaultInjector {
  const phase = phaseOf('silence', seed, name);

  return ({ elapsed, index, bytes }) => {
    if (faults.silence !== undefined && isWithin(faults.silence, phase, elapsed))
      return { arrives: [], faults: ['silence'] };
    const done: FaultKind[] = [];
    const random = createPrng(hashSeed(seed, name, elapsed, index));
    const isResent = faults.resend !== undefined && random() < faults.resend;
    if (isResent) done.push('resend');
    const arrives = (isResent ? [bytes, bytes] : [bytes]).map((once) => {
      const cutOnce = faults.cut === undefined ? { bytes: once, hits: 0 } : cut(once, faults.cut, random);
      if (cutOnce.hits > 0) done.push('cut');
      const noisy =
        faults.noise === undefined ? { bytes: cutOnce.bytes, hits: 0 } : noise(cutOnce.bytes, faults.noise, random);
      if (noisy.hits > 0) done.push('noise');
      return noisy.bytes;
    });
    return { arrives, faults: done };
  };
}

/** Where in its round a fault is at the beginning, 0 to 1. */
export const phaseOf = (kind: 'silence' | 'unplug', seed: number, name: string): number =>
  createPrng(hashSeed(seed, name, kind))();
