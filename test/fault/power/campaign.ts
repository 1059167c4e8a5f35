import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { between, createChance } from './chance.js';
import { faults, promised, type Fault, type Inspection } from './check.js';
import { cutsOf, spread, type Cut } from './cuts.js';
import { emptyDisk, type DiskState } from './disk.js';
import { memoryFolder, writeState } from './folder.js';
import type { Note } from './notes.js';
import { record, type Run } from './recording.js';
import { verdict } from './verdict.js';

/** What is put to the test: a program that loads it, and a look at what it finds on a disk. */
export type Subject = {
  readonly program: string;
  readonly lying: boolean;
  readonly inspect: (folder: string) => Promise<Inspection>;
};

export type CampaignOptions = {
  readonly shim: string;
  readonly subject: Subject;
  readonly states: number;
  /** batches that are to be acknowledged in each of the processes of one load */
  readonly acknowledgements: number;
};

/** How often each fault was found, and how many states of each kind were looked at. */
export type Outcome = {
  readonly counts: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<Fault, number>;
  readonly states: number;
  /** states with any fault */
  readonly bad: number;
  readonly acknowledged: number;
  /** different whole backups, each of them restored and read */
  readonly backups: number;
  readonly examples: readonly string[];
};

/** Processes of one load, all but the last of them killed. */
const RUNS = 3;
/**
 * A load begins where a cut has left the one before, if that left a good disk: a control may leave one that no load can
 * go on with. Every so many begin anew, so that states stay small.
 */
const LOADS_TO_A_DISK = 3;
const MOST_STATES_OF_A_LOAD = 500;

/** Loads, cuts the power at every change of them, and looks, until enough states were seen. */
export async function campaign({ shim, subject, states, acknowledgements }: CampaignOptions): Promise<Outcome> {
  const counts = new Map<string, number>();
  const found = new Map<Fault, number>();
  const backups = new Set<Inspection>();
  const examples: string[] = [];
  let [done, bad, acknowledged] = [0, 0, 0];
  const chance = createChance(1);
  let start: DiskState = emptyDisk;
  let notes: readonly Note[] = [];
  for (let load = 0; done < states; load++) {
    if (load % LOADS_TO_A_DISK === 0) [start, notes] = [emptyDisk, []];
    const runs = Array.from({ length: RUNS }, (_, place): Run => {
      const firstSequence = 1 + (load * RUNS + place) * 2000;
      const killed = place < RUNS - 1 ? { killedAfter: between(chance, 20, 5 * acknowledgements) } : {};
      return { acknowledgements, firstSequence, seed: firstSequence, ...killed };
    });
    const log = await record({ shim, program: subject.program, lying: subject.lying, start, runs });
    const cuts = cutsOf({ start, notes, log, seed: load, draws: 4 });
    acknowledged += promised(cuts.at(-1)?.notes ?? []).size - promised(notes).size;
    for (const cut of spread(cuts, Math.min(states - done, sharesOf(states)))) {
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
    const random = cuts.filter(({ model }) => model === 'random');
    const next = random[Math.floor(random.length * 0.8)];
    const good = next !== undefined && verdict(await inspect(subject, next), next.notes).length === 0;
    [start, notes] = good ? [next.state, next.notes] : [emptyDisk, []];
  }
  return { counts, faults: found, states: done, bad, acknowledged, backups: backups.size, examples };
}

/** A short run has a second load as well, on what a cut has left. */
const sharesOf = (states: number): number => Math.min(MOST_STATES_OF_A_LOAD, Math.ceil(states / 2));

export async function inspect({ inspect: look }: Subject, { state }: Cut): Promise<Inspection> {
  const folder = mkdtempSync(join(memoryFolder(), 'waypost-cut-'));
  try {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    writeState(disk, state);
    return await look(disk);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An outcome in words, for the log of a run. */
export function describeOutcome(name: string, outcome: Outcome): string {
  const { counts, faults: found, states, bad, acknowledged, backups } = outcome;
  const perModel = [...counts].map(([model, count]) => `${model} ${count}`).join(', ');
  const perFault = faults.flatMap((fault) => (found.has(fault) ? `${fault} ${found.get(fault) ?? 0}` : []));
  return `      ${name}: ${states} states (${perModel}), ${acknowledged} entries acknowledged, ${backups} backups restored, ${bad} bad${
    perFault.length > 0 ? ` (${perFault.join(', ')})` : ''
  }`;
}
