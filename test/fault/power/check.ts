import type { Note } from './notes.js';
import { batch, isEntity, timeOf, trackerAt, TRACKERS } from './workload.js';

export const FAULTS = [
  'does not start',
  'lost',
  'twice',
  'cut batch',
  'invented',
  'gap',
  'loss reported',
  'stuck',
  'backup',
] as const;
export type Fault = (typeof FAULTS)[number];
export type Complaint = { readonly fault: Fault; readonly text: string };

/** Content of a store that was started on a disk. */
export type Inspection = {
  /** numbers of the changes found, with duplicates */
  readonly sequences: readonly number[];
  /** the change with the last location of each tracker, if the store has that */
  readonly last?: readonly number[];
  /** retention dropped history before this change; omitted if it dropped none */
  readonly oldest?: number;
  /** size of the log that was kept, if retention dropped a part */
  readonly bytes?: number;
  readonly backups?: readonly FoundBackup[];
  /** violations of its own rules */
  readonly complaints: readonly Complaint[];
};

/** A complete or unfinished backup; `contents`: what is restored from it, null if it is incomplete. */
export type FoundBackup = { readonly path: string; readonly contents: Inspection | null };

/** Compares the content of the store with the load's notes before the power cut. */
export function checkStore(
  { sequences, last, oldest = 0, complaints }: Inspection,
  notes: readonly Note[],
): Complaint[] {
  const found = new Set(sequences);
  const all = [...complaints];
  const complain = (fault: Fault, sequences: readonly number[]): void => {
    if (sequences.length > 0)
      all.push({ fault, text: `${sequences.length}, such as ${sequences.slice(0, 5).join(', ')}` });
  };
  if (complaints.some(({ fault }) => fault === 'does not start')) return all;
  const sent = notes.flatMap((note) => (note.what === 'sent' ? [batch(note.first, note.count)] : []));
  const known = new Set(sent.flat());
  const dropped = (sequence: number): boolean => sequence < oldest && !isEntity(sequence);
  const mustExist = [...promised(notes)];
  complain(
    'lost',
    mustExist.filter((sequence) => !found.has(sequence) && !dropped(sequence)),
  );
  if (last !== undefined) all.push(...stale(last, [...new Set([...mustExist, ...found])]));
  complain(
    'twice',
    sequences.filter((sequence, index) => sequences.indexOf(sequence) !== index),
  );
  complain(
    'invented',
    [...found, ...(last ?? [])].filter((sequence) => !known.has(sequence)),
  );
  complain(
    'cut batch',
    sent.flatMap((own) => {
      const kept = own.filter((sequence) => !dropped(sequence));
      const present = kept.filter((sequence) => found.has(sequence));
      return present.length === kept.length ? [] : present;
    }),
  );
  return all;
}

/** The last location of each tracker must be the newest of those that are stored or were. */
function stale(last: readonly number[], stored: readonly number[]): Complaint[] {
  return TRACKERS.flatMap((tracker): Complaint[] => {
    const newest = latest(stored.filter((sequence) => trackerAt(sequence) === tracker));
    const shown = last.find((sequence) => trackerAt(sequence) === tracker);
    if (newest === undefined || (shown !== undefined && timeOf(shown) >= newest)) return [];
    return [{ fault: 'lost', text: `the newest location of ${tracker} is ${newest}, the store has change ${shown}` }];
  });
}

const latest = (sequences: readonly number[]): string | undefined => sequences.map(timeOf).sort().at(-1);

/** Numbers of the changes that must be there. */
export function promised(notes: readonly Note[]): Set<number> {
  return new Set(
    notes.flatMap((note) => {
      if (note.what === 'acknowledged') return batch(note.first, note.count);
      return note.what === 'found' ? note.sequences : [];
    }),
  );
}
