import type { Note } from './notes.js';
import { batch } from './workload.js';

export const faults = [
  'does not start',
  'lost',
  'twice',
  'cut batch',
  'invented',
  'gap',
  'loss said',
  'stuck',
] as const;
export type Fault = (typeof faults)[number];
export type Complaint = { readonly fault: Fault; readonly text: string };

/** What a store that was started on a disk holds. */
export type Inspection = {
  /** numbers of the changes found, as often as they are found */
  readonly sequences: readonly number[];
  /** what its own rules say against it */
  readonly complaints: readonly Complaint[];
};

/** Holds what was found against what the load had noted when the power went. */
export function check({ sequences, complaints }: Inspection, notes: readonly Note[]): Complaint[] {
  const found = new Set(sequences);
  const all = [...complaints];
  const complain = (fault: Fault, wrong: readonly number[]): void => {
    if (wrong.length > 0) all.push({ fault, text: `${wrong.length}, such as ${wrong.slice(0, 5).join(', ')}` });
  };
  if (complaints.some(({ fault }) => fault === 'does not start')) return all;
  const sent = notes.flatMap((note) => (note.what === 'sent' ? [batch(note.first, note.count)] : []));
  const known = new Set(sent.flat());
  complain(
    'lost',
    [...promised(notes)].filter((sequence) => !found.has(sequence)),
  );
  complain(
    'twice',
    sequences.filter((sequence, place) => sequences.indexOf(sequence) !== place),
  );
  complain(
    'invented',
    [...found].filter((sequence) => !known.has(sequence)),
  );
  complain(
    'cut batch',
    sent.flatMap((own) => {
      const there = own.filter((sequence) => found.has(sequence));
      return there.length === own.length ? [] : there;
    }),
  );
  return all;
}

/** Numbers of the changes that have to be there. */
export function promised(notes: readonly Note[]): Set<number> {
  return new Set(
    notes.flatMap((note) => {
      if (note.what === 'acknowledged') return batch(note.first, note.count);
      return note.what === 'found' ? note.sequences : [];
    }),
  );
}
