import { checkBackups } from './check-backups.js';
import { checkStore, type Complaint, type Inspection } from './check.js';
import type { Note } from './notes.js';

/** Everything wrong with a disk, compared with the load's notes before the power cut. */
export const verdict = (found: Inspection, notes: readonly Note[]): Complaint[] => [
  ...checkStore(found, notes),
  ...checkBackups(found.backups ?? [], notes),
];
