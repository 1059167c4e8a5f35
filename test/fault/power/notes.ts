import { openSync, writeSync } from 'node:fs';

/**
 * What the load says about itself. Its notes go through the shim into the log of changes, so their place there is exact:
 * a batch was acknowledged before every change that follows the note.
 */
export type Note =
  /** about to be given to the store, as one batch */
  | { readonly what: 'sent'; readonly first: number; readonly count: number }
  /** the store has promised it */
  | { readonly what: 'acknowledged'; readonly first: number; readonly count: number }
  /** found when the store was opened: who has seen it may rely on it */
  | { readonly what: 'found'; readonly sequences: readonly number[] }
  /** a backup is begun, to be this file below the watched folder: it must hold all that was promised until here */
  | { readonly what: 'backing up'; readonly path: string }
  /** it is there; of history it may lack at most what comes before this change, dropped by retention */
  | { readonly what: 'backed up'; readonly path: string; readonly oldest: number };

/** Writes notes into the file that the shim watches; each is in the log when the call returns. */
export function createNotes(path: string): (note: Note) => void {
  const file = openSync(path, 'a');
  return (note) => {
    writeSync(file, `${JSON.stringify(note)}\n`);
  };
}

export const readNote = (text: string): Note => JSON.parse(text) as Note;
