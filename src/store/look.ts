import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { createLosses } from './segment.js';
import { newestState, readGenerations, type Generation } from './snapshot.js';
import type { State } from './state.js';
import { survey, type Survey } from './survey.js';

/** A data folder as it is found, without a lock: a gateway may be running on it. */
export type Look = Survey & {
  readonly generations: readonly Generation[];
  /** the newest snapshot that holds */
  readonly state: State;
} & ReturnType<typeof createLosses>;

/** A gateway sorts and drops segments and writes snapshots while it is looked at. */
const MOST_TRIES = 100;

/** Looks until snapshot and log belong together and no file has gone meanwhile. */
export async function look(folder: string, suffix?: string): Promise<Look> {
  for (let tries = 1; ; tries++) {
    try {
      const generations = await readGenerations(folder);
      const state = newestState(generations);
      const told = createLosses();
      const found = await survey({ path: join(folder, 'log'), suffix, report: told.report }, state.n);
      // What a newer snapshot covers may have been dropped: it would look lost.
      if (newestState(await readGenerations(folder)).n === state.n || tries === MOST_TRIES) {
        return { ...found, ...told, generations, state };
      }
      for (const segment of found.segments) await segment.close();
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || tries === MOST_TRIES) throw error;
    }
  }
}
