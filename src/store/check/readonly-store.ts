import { errnoOf, errorOf } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import { storeErrors } from '../messages.js';
import { applyEntry } from '../state/fold.js';
import { createHistory, type History } from '../history/history.js';
import { inspect } from './inspect.js';
import { oldestTime } from '../log/log-room.js';
import { describeLoss } from '../log/segment.js';
import type { ReadonlyState } from '../state/state.js';

/** Read access to a data folder without a lock: a gateway may be running on it. */
export type ReadonlyStore = {
  readonly state: ReadonlyState;
  readonly history: Pick<History, 'locations' | 'alerts' | 'readOthers'>;
  /** about when the oldest entry was written, ms since 1970; null: not known */
  readonly since: number | null;
  readonly losses: readonly GatewayMessage[];
  /** why a gateway would not write to it; null: it would */
  readonly unusable: GatewayMessage | null;
  readonly close: () => Promise<void>;
};

/** Entries appended after opening are not visible. With a `suffix`, missing indexes are rebuilt and saved. */
export async function openReadonlyStore(folder: string, suffix?: string): Promise<ReadonlyStore> {
  const { state, segments, missing, losses, unusable, report } = await inspect(folder, {
    suffix,
    createFold: (state) => (entries) => {
      for (const entry of entries) applyEntry(state, entry);
    },
  });
  for (const range of missing) report(describeLoss(range));
  const { locations, alerts, readOthers } = createHistory(
    () => segments,
    () => state.restamps,
  );
  return {
    state,
    history: {
      locations: (query) => explainDropped(locations(query)),
      alerts: (query) => explainDropped(alerts(query)),
      readOthers: (query) => explainDropped(readOthers(query)),
    },
    since: oldestTime(segments),
    losses,
    unusable,
    async close() {
      for (const segment of segments) await segment.close();
    },
  };
}

/** Explains a missing file: a running gateway dropped the segment after the folder was opened. */
async function explainDropped<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    throw errorOf(storeErrors.droppedInRead());
  }
}
