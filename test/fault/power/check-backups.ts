import { checkStore, type Complaint, type FoundBackup, type Inspection } from './check.js';
import type { Note } from './notes.js';

/** Holds the backups found against what the load had noted about them when the power went. */
export function checkBackups(backups: readonly FoundBackup[], notes: readonly Note[]): Complaint[] {
  return notes.flatMap((begun, place): Complaint[] => {
    if (begun.what !== 'backing up') return [];
    const { path } = begun;
    const complain = (text: string): Complaint => ({ fault: 'backup', text: `${path}: ${text}` });
    const own = backups.filter((backup) => backup.path === path || backup.path === `${path}.tmp`);
    const finished = own.find((backup) => backup.path === path);
    const done = notes.find((note) => note.what === 'backed up' && note.path === path);
    const complaints: Complaint[] = [];
    if (done !== undefined && finished === undefined) complaints.push(complain('is not there'));
    // It gets its name when all of it is on the disk: who sees the name takes it for whole.
    if (finished?.contents === null) complaints.push(complain('is not whole'));
    for (const { contents } of own) {
      if (contents === null) continue;
      complaints.push(...wrongIn(contents, notes, place).map(({ fault, text }) => complain(`${fault}: ${text}`)));
    }
    const { oldest = 0 } = finished?.contents ?? {};
    if (done?.what === 'backed up' && oldest > done.oldest) {
      complaints.push(complain(`begins with change ${oldest}, the store with ${done.oldest}`));
    }
    return complaints;
  });
}

const judged = new WeakMap<Inspection, Complaint[]>();

/** What is whole must hold all that was promised before it was begun, in every cut that has it: it is judged once. */
function wrongIn(contents: Inspection, notes: readonly Note[], begun: number): Complaint[] {
  const binding = notes.filter(({ what }, place) => what === 'sent' || place < begun);
  const complaints = judged.get(contents) ?? checkStore(contents, binding);
  judged.set(contents, complaints);
  return complaints;
}
