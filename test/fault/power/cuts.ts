import { createHash } from 'node:crypto';
import { createPrng } from '../../../src/simulator/prng.js';
import type { Logged } from './changes.js';
import { createDisk, type DiskState } from './disk.js';
import { MODELS, statesAfter, statesDuring, type Model, type Possible } from './models.js';
import { readNote, type Note } from './notes.js';

/** A possible power cut: the content of the disk, and the notes of the load until then. */
export type Cut = {
  readonly model: Model;
  readonly state: DiskState;
  readonly notes: readonly Note[];
  /** number of changes before it */
  readonly change: number;
};

export type CutOptions = {
  readonly start: DiskState;
  /** notes from before the log */
  readonly notes: readonly Note[];
  readonly log: readonly Logged[];
  readonly seed: number;
  /** random states per change */
  readonly draws: number;
};

/** Every cut of a log under every model, in order of time; each combination of disk and notes once. */
export function cutsOf({ start, notes, log, seed, draws }: CutOptions): Cut[] {
  const disk = createDisk(start);
  const random = createPrng(seed);
  const cuts: Cut[] = [];
  const seen = new Set<string>();
  let known = notes;
  let change = 0;
  const take = (possible: Iterable<Possible>): void => {
    for (const { model, state } of possible) {
      const digest = `${known.length} ${digestOf(state)}`;
      if (seen.has(digest)) continue;
      seen.add(digest);
      cuts.push({ model, state, notes: known, change });
    }
  };
  for (const logged of log) {
    if (logged.what === 'note') {
      known = [...known, readNote(logged.text)];
      continue;
    }
    // The disk stays the same until the next change, so notes until then must hold as well.
    take(statesAfter(disk, random, draws));
    take(statesDuring(disk, logged));
    disk.apply(logged);
    change += 1;
  }
  take(statesAfter(disk, random, draws));
  return cuts;
}

/** `count` of the cuts, distributed equally over the models and over time. */
export function spread(cuts: readonly Cut[], count: number): Cut[] {
  const byModel = MODELS.map((model) => cuts.filter((cut) => cut.model === model)).sort((a, b) => a.length - b.length);
  let left = count;
  return byModel.flatMap((own, index) => {
    const share = Math.min(own.length, Math.ceil(left / (byModel.length - index)));
    left -= share;
    return Array.from({ length: share }, (_, i) => own[Math.floor(((i + 0.5) * own.length) / share)] ?? []).flat();
  });
}

const digests = new WeakMap<Buffer, string>();

/** Buffers are immutable, and most files are the same in consecutive cuts. */
function digestOf({ files, folders }: DiskState): string {
  const whole = createHash('sha1');
  for (const path of [...folders].sort()) whole.update(`${path}\0`);
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const digest = digests.get(bytes) ?? createHash('sha1').update(bytes).digest('base64');
    digests.set(bytes, digest);
    whole.update(`${path}\0${digest}\0`);
  }
  return whole.digest('base64');
}
