import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for every test of the suite, removed once all that may have it open has ended. Call it in `describe`. */
export function useFolder(): () => string {
  let folder = '';
  const made: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-test-'));
    made.push(folder);
  });
  // Not after each: what the suite itself does after each, as closing a store, comes later than what is asked for here.
  after(() => {
    for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
  });
  return () => folder;
}
