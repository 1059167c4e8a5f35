import type { Note } from './notes.js';
import { batch, isEntity, timeOf, trackerAt, trackers } from './workload.js';

export const faults = [
  'does not start',
  'lost',
  'twice',
  'cut batch',
  'invented',
  'gap',
  'loss said',
  'stuck',
  'backup',
] as const;
export type Fault = (typeof faults)[number];
export type Complaint = { readonly fault: Fault; readonly text: string };

/** What a store that was started on a disk holds. */
export type Inspection = {
  /** numbers of the changes found, as often as they are found */
  readonly sequences: readonly number[];
  /** the change that is the last location of each tracker, where the store knows such a thing */
  readonly last?: readonly number[];
  /** history before this change was dropped by retention; left out where nothing was */
  readonly oldest?: number;
  /** how much of the log was kept, where retention has dropped some */
  readonly bytes?: number;
  readonly backups?: readonly FoundBackup[];
  /** what its own rules say against it */
  readonly complaints: readonly Complaint[];
};

/** A backup, or what was to become one; `contents`: what is restored from it, null when it is not whole. */
export type FoundBackup = { readonly path: string; readonly contents: Inspection | null };

/** Holds what the store has against what the load had noted when the power went. */
export function checkStore(
  { sequences, last, oldest = 0, complaints }: Inspection,
  notes: readonly Note[],
): Complaint[] {
  const found = new Set(sequences);
  const all = [...complaints];
  const complain = (fault: Fault, wrong: readonly number[]): void => {
    if (wrong.length > 0) all.push({ fault, text: `${wrong.length}, such as ${wrong.slice(0, 5).join(', ')}` });
  };
  if (complaints.some(({ fault }) => fault === 'does not start')) return all;
  const sent = notes.flatMap((note) => (note.what === 'sent' ? [batch(note.first, note.count)] : []));
  const known = new Set(sent.flat());
  const dropped = (sequence: number): boolean => sequence < oldest && !isEntity(sequence);
  const must = [...promised(notes)];
  complain(
    'lost',
    must.filter((sequence) => !found.has(sequence) && !dropped(sequence)),
  );
  if (last !== undefined) all.push(...stale(last, [...new Set([...must, ...found])]));
  complain(
    'twice',
    sequences.filter((sequence, place) => sequences.indexOf(sequence) !== place),
  );
  complain(
    'invented',
    [...found, ...(last ?? [])].filter((sequence) => !known.has(sequence)),
  );
  complain(
    'cut batch',
    sent.flatMap((own) => {
      const asked = own.filter((sequence) => !dropped(sequence));
      const there = asked.filter((sequence) => found.has(sequence));
      return there.length === asked.length ? [] : there;
    }),
  );
  return all;
}

/** The last location of each tracker must be the newest of those that are stored or were. */
function stale(last: readonly number[], stored: readonly number[]): Complaint[] {
  return trackers.flatMap((tracker): Complaint[] => {
    const newest = latest(stored.filter((sequence) => trackerAt(sequence) === tracker));
    const shown = last.find((sequence) => trackerAt(sequence) === tracker);
    if (newest === undefined || (shown !== undefined && timeOf(shown) >= newest)) return [];
    return [{ fault: 'lost', text: `${tracker} was last at ${newest}, and is shown at change ${shown}` }];
  });
}

const latest = (sequences: readonly number[]): string | undefined => sequences.map(timeOf).sort().at(-1);

/** Numbers of the changes that have to be there. */
export function promised(notes: readonly Note[]): Set<number> {
  return new Set(
    notes.flatMap((note) => {
      if (note.what === 'acknowledged') return batch(note.first, note.count);
      return note.what === 'found' ? note.sequences : [];
    }),
  );
}
