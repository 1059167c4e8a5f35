import { messageOf } from '../../errors.js';
import { PortError } from '../transport/port-error.js';
import type { PortState } from '../../schema/ports/port.js';
import type { ReadNodeIdentity } from '../linux/node-identity.js';
import type { Timers } from '../../time/timers.js';

/** Keeps something open at a path. */
export type Reconnector = {
  start: () => void;
  /** What was open is gone. */
  onLost: (reason: string) => void;
  /** Resolves when no opening is under way any more. */
  stop: () => Promise<void>;
};

type ReconnectorOptions = {
  readonly path: string;
  readonly open: () => Promise<void>;
  readonly readNodeIdentity: ReadNodeIdentity;
  readonly timers: Timers;
  readonly onState: (state: PortState, reason: string | null) => void;
};

/** How often the path is looked at while nothing is open: cheap, and what returns is open again within 1 s. */
const POLL_MS = 500;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** What stayed open this long was no flapping: waits begin at the first again. */
const STABLE_MS = 5_000;

/**
 * Opens again what was lost: after 1 s, doubling to 30 s, while the same device is there and refuses; at once when a
 * device appears at the path, or changes (another node, other permissions).
 */
export function createReconnector({ path, open, readNodeIdentity, timers, onState }: ReconnectorOptions): Reconnector {
  let running = false;
  /** what the path led to at the last attempt */
  let triedIdentity: string | null = null;
  let waitMs = MIN_WAIT_MS;
  let waitedMs = 0;
  let cancelTimer = (): void => undefined;
  let working = Promise.resolve();

  async function attempt(): Promise<void> {
    triedIdentity = await readNodeIdentity(path);
    if (!running) return;
    try {
      await open();
      onState('open', null);
      schedule(STABLE_MS, resetWait);
    } catch (error) {
      onState(error instanceof PortError ? error.fault : 'error', messageOf(error));
      pollLater();
    }
  }

  async function poll(): Promise<void> {
    const present = await readNodeIdentity(path);
    if (!running) return;
    if (present === null) {
      onState('absent', `${path}: there is no such device: plug it in, or correct the path`);
      triedIdentity = null;
      resetWait();
    } else if (present !== triedIdentity || waitedMs >= waitMs) {
      waitMs = present === triedIdentity ? Math.min(waitMs * 2, MAX_WAIT_MS) : MIN_WAIT_MS;
      waitedMs = 0;
      return attempt();
    }
    pollLater();
  }

  function resetWait(): void {
    waitMs = MIN_WAIT_MS;
    waitedMs = 0;
  }

  function schedule(ms: number, run: () => void): void {
    if (running) cancelTimer = timers.after(ms, run);
  }

  function pollLater(): void {
    schedule(POLL_MS, () => {
      waitedMs += POLL_MS;
      working = poll();
    });
  }

  return {
    start() {
      running = true;
      working = attempt();
    },
    onLost(reason) {
      cancelTimer();
      if (!running) return;
      onState('error', reason);
      waitedMs = 0;
      working = poll();
    },
    async stop() {
      running = false;
      cancelTimer();
      await working;
    },
  };
}
