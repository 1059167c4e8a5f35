import { openSync, writeSync } from 'node:fs';

/**
 * Notes of the load about itself. They pass through the shim into the log of changes, so their position there is exact: a
 * batch was acknowledged before every change that follows its note.
 */
export type Note =
  /** about to be appended, as one batch */
  | { readonly what: 'sent'; readonly first: number; readonly count: number }
  /** acknowledged by the store */
  | { readonly what: 'acknowledged'; readonly first: number; readonly count: number }
  /** found when the store was opened: clients may rely on it */
  | { readonly what: 'found'; readonly sequences: readonly number[] }
  /** a backup was started, into this file below the watched folder: it must have everything acknowledged before */
  | { readonly what: 'backing up'; readonly path: string }
  /** the backup is done; it may lack history before this change, dropped by retention */
  | { readonly what: 'backed up'; readonly path: string; readonly oldest: number };

/** Writes notes into the file that the shim watches; each is in the log when the call returns. */
export function createNotes(path: string): (note: Note) => void {
  const file = openSync(path, 'a');
  return (note) => {
    writeSync(file, `${JSON.stringify(note)}\n`);
  };
}

export const readNote = (text: string): Note => JSON.parse(text) as Note;
