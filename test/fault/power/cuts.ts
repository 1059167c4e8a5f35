import { createHash } from 'node:crypto';
import { createChance } from './chance.js';
import type { Logged } from './changes.js';
import { createDisk, type DiskState } from './disk.js';
import { models, statesAfter, statesDuring, type Model, type Possible } from './models.js';
import { readNote, type Note } from './notes.js';

/** One place where the power may go: what the disk holds then, and what the load had noted until then. */
export type Cut = {
  readonly model: Model;
  readonly state: DiskState;
  readonly notes: readonly Note[];
  /** how many changes were made before */
  readonly change: number;
};

export type CutOptions = {
  readonly start: DiskState;
  /** noted before the log begins */
  readonly notes: readonly Note[];
  readonly log: readonly Logged[];
  readonly seed: number;
  /** states by chance at each change */
  readonly draws: number;
};

/** Every cut of a log under every model, each state of disk and promises once, in order of time. */
export function cutsOf({ start, notes, log, seed, draws }: CutOptions): Cut[] {
  const disk = createDisk(start);
  const chance = createChance(seed);
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
    // Until the next change begins the disk stays as it is: whatever was noted meanwhile has to hold as well.
    take(statesAfter(disk, chance, draws));
    take(statesDuring(disk, logged));
    disk.apply(logged);
    change += 1;
  }
  take(statesAfter(disk, chance, draws));
  return cuts;
}

/** `count` of the cuts, as many of each model as there are, spread over time. */
export function spread(cuts: readonly Cut[], count: number): Cut[] {
  const byModel = models.map((model) => cuts.filter((cut) => cut.model === model)).sort((a, b) => a.length - b.length);
  let left = count;
  return byModel.flatMap((own, place) => {
    const share = Math.min(own.length, Math.ceil(left / (byModel.length - place)));
    left -= share;
    return Array.from({ length: share }, (_, i) => own[Math.floor(((i + 0.5) * own.length) / share)] ?? []).flat();
  });
}

const digests = new WeakMap<Buffer, string>();

/** Buffers are never changed, and most files are the same from one cut to the next. */
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
