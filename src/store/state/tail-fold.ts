import { COLLECTIONS } from '../../domain/bounds.js';
import type { OnTail } from '../log/scan-segments.js';
import { applyEntry } from './fold.js';
import { totalBytes } from './sized-map.js';
import { storeMessages } from '../messages.js';
import { StateTooLarge, tooLargeValues } from './snapshot.js';
import type { State } from './state.js';

export type TailFoldOptions = {
  readonly logPath: string;
  /** of the snapshot on disk */
  readonly snapshotBytes: number;
  readonly maxBytes: number;
};

/**
 * Applies the log after a snapshot to the state. Throws `StateTooLarge` as soon as the state has more than `maxBytes`:
 * what an earlier version wrote may exceed every bound. Up to there snapshot and log are the most that it can have.
 */
export function createTailFold(state: State, { logPath, snapshotBytes, maxBytes }: TailFoldOptions): OnTail {
  let most = snapshotBytes;
  return (entries, segmentBytes) => {
    for (const entry of entries) applyEntry(state, entry);
    most += segmentBytes;
    if (most <= maxBytes) return;
    const bytes = stateBytes(state);
    if (bytes > maxBytes) throw new StateTooLarge(storeMessages.logTooLarge(tooLargeValues(logPath, bytes, maxBytes)));
  };
}

/** The bytes of everything in the state that can be large. */
function stateBytes(state: State): number {
  const fields: Readonly<Record<string, unknown>> = state;
  const maps = COLLECTIONS.map((name) => fields[name]).filter((field) => field instanceof Map);
  return maps.reduce((sum, map) => sum + totalBytes(map as ReadonlyMap<string, unknown>), state.quarantine.chars);
}
