import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPrng } from '../../../src/simulator/prng.js';
import { randomInt } from './random-int.js';
import { FAULTS, promised, type Fault, type Inspection } from './check.js';
import { cutsOf, spread, type Cut } from './cuts.js';
import { EMPTY_DISK, type DiskState } from './disk.js';
import { memoryFolder, writeState } from './folder.js';
import type { Note } from './notes.js';
import { record, type Run } from './recording.js';
import { verdict } from './verdict.js';

/** A store under test: the program that loads it, and the inspection of a disk. */
export type Subject = {
  readonly program: string;
  readonly lying: boolean;
  readonly inspect: (folder: string) => Promise<Inspection>;
};

export type CampaignOptions = {
  readonly shim: string;
  readonly subject: Subject;
  readonly states: number;
  /** batches to be acknowledged in each process of one load */
  readonly acknowledgements: number;
};

/** How often each fault was found, and how many states of each model were inspected. */
export type Outcome = {
  readonly counts: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<Fault, number>;
  readonly states: number;
  /** states with any fault */
  readonly bad: number;
  readonly acknowledged: number;
  /** different complete backups, each restored and read */
  readonly backups: number;
  readonly examples: readonly string[];
};

/** Processes per load; all but the last are killed. */
const RUNS = 3;
/**
 * A load continues from a cut of the previous one, if that left a good disk; a control may leave one that cannot be
 * continued. After this many loads the disk is empty again, so that states stay small.
 */
const LOADS_PER_DISK = 3;
const MAX_STATES_PER_LOAD = 500;

/** Runs loads, cuts the power at every change, and inspects the disk, until enough states were seen. */
export async function campaign({ shim, subject, states, acknowledgements }: CampaignOptions): Promise<Outcome> {
  const counts = new Map<string, number>();
  const found = new Map<Fault, number>();
  const backups = new Set<Inspection>();
  const examples: string[] = [];
  let [done, bad, acknowledged] = [0, 0, 0];
  const random = createPrng(1);
  let start: DiskState = EMPTY_DISK;
  let notes: readonly Note[] = [];
  for (let load = 0; done < states; load++) {
    if (load % LOADS_PER_DISK === 0) [start, notes] = [EMPTY_DISK, []];
    const runs = Array.from({ length: RUNS }, (_, index): Run => {
      const firstSequence = 1 + (load * RUNS + index) * 2000;
      const killed = index < RUNS - 1 ? { killedAfter: randomInt(random, 20, 5 * acknowledgements) } : {};
      return { acknowledgements, firstSequence, seed: firstSequence, ...killed };
    });
    const log = await record({ shim, program: subject.program, lying: subject.lying, start, runs });
    const cuts = cutsOf({ start, notes, log, seed: load, draws: 4 });
    acknowledged += promised(cuts.at(-1)?.notes ?? []).size - promised(notes).size;
    for (const cut of spread(cuts, Math.min(states - done, statesPerLoad(states)))) {
      done += 1;
      counts.set(cut.model, (counts.get(cut.model) ?? 0) + 1);
      const inspection = await inspect(subject, cut);
      for (const { contents } of inspection.backups ?? []) if (contents !== null) backups.add(contents);
      const complaints = verdict(inspection, cut.notes);
      if (complaints.length > 0) bad += 1;
      for (const { fault, text } of complaints) {
        found.set(fault, (found.get(fault) ?? 0) + 1);
        examples.push(`load ${load}, change ${cut.change}, ${cut.model}: ${fault}: ${text}`);
      }
    }
    const randomCuts = cuts.filter(({ model }) => model === 'random');
    const next = randomCuts[Math.floor(randomCuts.length * 0.8)];
    const good = next !== undefined && verdict(await inspect(subject, next), next.notes).length === 0;
    [start, notes] = good ? [next.state, next.notes] : [EMPTY_DISK, []];
  }
  return { counts, faults: found, states: done, bad, acknowledged, backups: backups.size, examples };
}

/** A short run also has a second load, which continues from a cut. */
const statesPerLoad = (states: number): number => Math.min(MAX_STATES_PER_LOAD, Math.ceil(states / 2));

export async function inspect(subject: Subject, { state }: Cut): Promise<Inspection> {
  const folder = mkdtempSync(join(memoryFolder(), 'waypost-cut-'));
  try {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    writeState(disk, state);
    return await subject.inspect(disk);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One line about an outcome, for the output of a run. */
export function describeOutcome(name: string, outcome: Outcome): string {
  const { counts, faults: found, states, bad, acknowledged, backups } = outcome;
  const perModel = [...counts].map(([model, count]) => `${model} ${count}`).join(', ');
  const perFault = FAULTS.flatMap((fault) => (found.has(fault) ? `${fault} ${found.get(fault) ?? 0}` : []));
  return `      ${name}: ${states} states (${perModel}), ${acknowledged} entries acknowledged, ${backups} backups restored, ${bad} bad${
    perFault.length > 0 ? ` (${perFault.join(', ')})` : ''
  }`;
}
