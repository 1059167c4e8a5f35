import { join } from 'node:path';
import { apply } from './fold.js';
import { createHistory, type History } from './history.js';
import { createLosses, lossOf } from './segment.js';
import { newestState, readGenerations } from './snapshot.js';
import type { ReadonlyState } from './state.js';
import { survey } from './survey.js';

/** The data folder as it stands, for looking alone: no lock is taken, so a gateway may be running on it. */
export type Reader = {
  readonly state: ReadonlyState;
  readonly history: Pick<History, 'locations' | 'alerts'>;
  readonly losses: readonly string[];
  readonly close: () => Promise<void>;
};

/** What is appended after the opening is not seen. With a `suffix` missing indexes are made on the way, and kept. */
export async function openReader(folder: string, suffix?: string): Promise<Reader> {
  const state = newestState(await readGenerations(folder));
  const { losses, report } = createLosses();
  const { segments, tail, missing } = await survey({ path: join(folder, 'log'), suffix, report }, state.n);
  for (const range of missing) report(lossOf(range));
  for (const entry of tail) apply(state, entry);
  return {
    state,
    history: createHistory(() => segments),
    losses,
    async close() {
      for (const segment of segments) await segment.close();
    },
  };
}
