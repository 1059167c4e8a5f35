import { errnoOf, WaypostError } from '../errors.js';
import { apply } from './fold.js';
import { createHistory, type History } from './history.js';
import { look } from './look.js';
import { lossOf } from './segment.js';
import type { ReadonlyState } from './state.js';

/** The data folder as it stands, for looking alone: no lock is taken, so a gateway may be running on it. */
export type Reader = {
  readonly state: ReadonlyState;
  readonly history: Pick<History, 'locations' | 'alerts'>;
  readonly losses: readonly string[];
  readonly close: () => Promise<void>;
};

/** What is appended after the opening is not seen. With a `suffix` missing indexes are made on the way, and kept. */
export async function openReader(folder: string, suffix?: string): Promise<Reader> {
  const { state, segments, tail, missing, losses, report } = await look(folder, suffix);
  for (const range of missing) report(lossOf(range));
  for (const entry of tail) apply(state, entry);
  const { locations, alerts } = createHistory(
    () => segments,
    () => state.restamps,
  );
  return {
    state,
    history: { locations: (query) => there(locations(query)), alerts: (query) => there(alerts(query)) },
    losses,
    async close() {
      for (const segment of segments) await segment.close();
    },
  };
}

/** What is read, unless a running gateway has dropped it since the folder was opened. */
async function there<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    throw new WaypostError(
      'conflict',
      'the gateway dropped old history (store.retention) while it was read: try again',
    );
  }
}
