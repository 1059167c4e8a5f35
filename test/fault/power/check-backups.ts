import { checkStore, type Complaint, type FoundBackup, type Inspection } from './check.js';
import type { Note } from './notes.js';

/** Compares the backups found with the load's notes about them before the power cut. */
export function checkBackups(backups: readonly FoundBackup[], notes: readonly Note[]): Complaint[] {
  return notes.flatMap((started, index): Complaint[] => {
    if (started.what !== 'backing up') return [];
    const { path } = started;
    const complain = (text: string): Complaint => ({ fault: 'backup', text: `${path}: ${text}` });
    const own = backups.filter((backup) => backup.path === path || backup.path === `${path}.tmp`);
    const finished = own.find((backup) => backup.path === path);
    const done = notes.find((note) => note.what === 'backed up' && note.path === path);
    const complaints: Complaint[] = [];
    if (done !== undefined && finished === undefined) complaints.push(complain('is missing'));
    // A backup gets its name once all of it is on the disk, so a named one must be complete.
    if (finished?.contents === null) complaints.push(complain('is incomplete'));
    for (const { contents } of own) {
      if (contents === null) continue;
      complaints.push(
        ...complaintsAbout(contents, notes, index).map(({ fault, text }) => complain(`${fault}: ${text}`)),
      );
    }
    const { oldest = 0 } = finished?.contents ?? {};
    if (done?.what === 'backed up' && oldest > done.oldest) {
      complaints.push(complain(`starts with change ${oldest}, the store with ${done.oldest}`));
    }
    return complaints;
  });
}

const checked = new WeakMap<Inspection, Complaint[]>();

/** A complete backup has everything acknowledged before it was started, in every cut: it is checked once. */
function complaintsAbout(contents: Inspection, notes: readonly Note[], startIndex: number): Complaint[] {
  const binding = notes.filter(({ what }, index) => what === 'sent' || index < startIndex);
  const complaints = checked.get(contents) ?? checkStore(contents, binding);
  checked.set(contents, complaints);
  return complaints;
}
