import { runningTime } from '../../domain/clock/downtime.js';
import { msOf } from '../../domain/clock/instant.js';
import type { Change, Downtime } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/** When the gateway ran, from what is stored: silence goes on counting after a restart. The clock must be trusted. */
export type RunTime = {
  /** Stores that the gateway runs, unless another entry has just shown it; first, that it did not. */
  readonly note: () => Promise<void>;
  /** ms since then in which the gateway ran; `from`: ms since 1970 */
  readonly since: (from: number) => number;
};

export type RunTimeOptions = {
  readonly state: Pick<Store['state'], 'latestTrustedTime' | 'downtimes'>;
  readonly append: (change: Change) => Promise<unknown>;
  readonly time: Pick<Time, 'now' | 'monotonic'>;
};

/** A stop that nothing announces loses at most this, ms, of the time that is counted. */
const MAX_LOST_MS = 60_000;

/** Create it before anything is stored in this run. */
export function createRunTime({ state, append, time }: RunTimeOptions): RunTime {
  const startedAt = time.monotonic();
  const { latestTrustedTime: before } = state;
  /** the one before this run, until it is stored */
  let downtime: Downtime | undefined;
  let isNoted = false;

  /** The clock may have been set since the start, so its time is known only now. */
  function noteStart(): Change {
    const from = before === '' ? Infinity : msOf(before);
    const to = Math.round(time.now() - (time.monotonic() - startedAt));
    downtime = from < to ? { from, to } : undefined;
    return downtime === undefined ? RUNNING : { kind: 'downtime', v: downtime };
  }

  return {
    async note() {
      if (isNoted && time.now() - msOf(state.latestTrustedTime) < MAX_LOST_MS) return;
      const change = isNoted ? RUNNING : noteStart();
      // What a full disk does not take is stored the next time.
      const isStored = await append(change).then(
        () => true,
        () => false,
      );
      if (!isStored) return;
      isNoted = true;
      downtime = undefined;
    },
    since: (from) =>
      runningTime(from, time.now(), downtime === undefined ? state.downtimes : [...state.downtimes, downtime]),
  };
}

const RUNNING: Change = { kind: 'running', v: {} };
