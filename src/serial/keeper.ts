import { messageOf } from '../errors.js';
import { PortError } from './port-error.js';
import type { PortState } from '../schema/port.js';
import type { Identify } from './machine/presence.js';
import type { Timers } from './timers.js';

/** Keeps something open at a path. */
export type Keeper = {
  start: () => void;
  /** What was open is gone. */
  lost: (reason: string) => void;
  /** Resolves when no opening is under way any more. */
  stop: () => Promise<void>;
};

type Parts = {
  readonly path: string;
  readonly open: () => Promise<void>;
  readonly identify: Identify;
  readonly timers: Timers;
  readonly tell: (state: PortState, reason: string | null) => void;
};

/** How often the path is looked at while nothing is open: cheap, and what returns is open again within 1 s. */
const lookMs = 500;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** What stayed open this long was no flapping: waits begin at the first again. */
const settledMs = 5_000;

/**
 * Opens again what was lost: after 1 s, doubling to 30 s, while the same device is there and refuses; at once when a
 * device appears at the path, or changes (another node, other permissions).
 */
export function createKeeper({ path, open, identify, timers, tell }: Parts): Keeper {
  let running = false;
  /** what the path led to at the last attempt */
  let tried: string | null = null;
  let waitMs = firstWaitMs;
  let waited = 0;
  let cancelTimer = (): void => undefined;
  let working = Promise.resolve();

  async function attempt(): Promise<void> {
    tried = await identify(path);
    if (!running) return;
    try {
      await open();
      tell('open', null);
      later(settledMs, startOver);
    } catch (error) {
      tell(error instanceof PortError ? error.fault : 'error', messageOf(error));
      lookLater();
    }
  }

  async function look(): Promise<void> {
    const present = await identify(path);
    if (!running) return;
    if (present === null) {
      tell('absent', `${path}: there is no such device: plug it in, or correct the path`);
      tried = null;
      startOver();
    } else if (present !== tried || waited >= waitMs) {
      waitMs = present === tried ? Math.min(waitMs * 2, longestWaitMs) : firstWaitMs;
      waited = 0;
      return attempt();
    }
    lookLater();
  }

  function startOver(): void {
    waitMs = firstWaitMs;
    waited = 0;
  }

  function later(ms: number, run: () => void): void {
    if (running) cancelTimer = timers.after(ms, run);
  }

  function lookLater(): void {
    later(lookMs, () => {
      waited += lookMs;
      working = look();
    });
  }

  return {
    start() {
      running = true;
      working = attempt();
    },
    lost(reason) {
      cancelTimer();
      if (!running) return;
      tell('error', reason);
      waited = 0;
      working = look();
    },
    async stop() {
      running = false;
      cancelTimer();
      await working;
    },
  };
}
