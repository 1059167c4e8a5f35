import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for each test of the suite, removed at the end of the suite. Call it in `describe`. */
export function useFolder(): () => string {
  let folder = '';
  const made: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-test-'));
    made.push(folder);
  });
  // Not in `afterEach`: hooks of the suite, such as closing a store, run after this one.
  after(() => {
    for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
  });
  return () => folder;
}
