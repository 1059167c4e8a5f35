import { checkBackups } from './check-backups.js';
import { checkStore, type Complaint, type Inspection } from './check.js';
import type { Note } from './notes.js';

/** Everything that is wrong with a disk, held against what the load had noted when the power went. */
export const verdict = (found: Inspection, notes: readonly Note[]): Complaint[] => [
  ...checkStore(found, notes),
  ...checkBackups(found.backups ?? [], notes),
];
