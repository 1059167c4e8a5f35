import { isDeepStrictEqual } from 'node:util';
import type { GatewayMessage } from '../../messages/message.js';
import type { PortState } from '../../schema/ports/port.js';
import type { Timers } from '../../time/clock.js';
import type { ReadNodeIdentity } from '../linux/node-identity.js';
import { portMessages } from '../messages.js';
import { PortError, reasonOf } from '../transport/port-error.js';

/** Keeps the device at a path open. */
export type Reconnector = {
  start: () => void;
  /** The open device was lost. */
  onLost: (reason: GatewayMessage) => void;
  /** Resolves when no attempt to open is in progress. */
  stop: () => Promise<void>;
};

type ReconnectorOptions = {
  readonly path: string;
  readonly open: () => Promise<void>;
  readonly readNodeIdentity: ReadNodeIdentity;
  readonly timers: Timers;
  /** called when one of them changes */
  readonly onState: (state: PortState, reason: GatewayMessage | null) => void;
};

/** Interval between checks of a path that is not open: cheap, and a device that returns is open again within 1 s. */
const POLL_MS = 500;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** A device that stays open this long does not flap: once lost, it is opened again without a wait. */
const STABLE_MS = 5_000;

type ReconnectorState = {
  readonly options: ReconnectorOptions;
  isRunning: boolean;
  /** as `onState` got them last */
  reported: readonly [PortState, GatewayMessage | null];
  /** the identity of the node at the last attempt */
  triedIdentity: string | null;
  waitMs: number;
  waitedMs: number;
  cancelTimer: () => void;
  /** the attempt or check in progress */
  working: Promise<void>;
};

/**
 * Opens a lost device again at once, because what a tracker sends meanwhile is lost. Then after 1 s, doubling up to
 * 30 s, while the same device is present and refuses or is lost again; at once when a device appears at the path or
 * changes (another node, other permissions).
 */
export function createReconnector(options: ReconnectorOptions): Reconnector {
  const reconnector: ReconnectorState = {
    options,
    isRunning: false,
    reported: ['opening', null],
    triedIdentity: null,
    waitMs: MIN_WAIT_MS,
    waitedMs: 0,
    cancelTimer: () => undefined,
    working: Promise.resolve(),
  };

  return {
    start() {
      reconnector.isRunning = true;
      reconnector.working = attempt(reconnector);
    },
    onLost(reason) {
      reconnector.cancelTimer();
      if (!reconnector.isRunning) return;
      report(reconnector, 'error', reason);
      reconnector.waitedMs = 0;
      reconnector.working = poll(reconnector);
    },
    async stop() {
      reconnector.isRunning = false;
      reconnector.cancelTimer();
      await reconnector.working;
    },
  };
}

function report(reconnector: ReconnectorState, ...changed: ReconnectorState['reported']): void {
  if (isDeepStrictEqual(changed, reconnector.reported)) return;
  reconnector.reported = changed;
  reconnector.options.onState(...changed);
}

async function attempt(reconnector: ReconnectorState): Promise<void> {
  const { path, open, readNodeIdentity } = reconnector.options;
  reconnector.triedIdentity = await readNodeIdentity(path);
  if (!reconnector.isRunning) return;
  try {
    await open();
    report(reconnector, 'open', null);
    schedule(reconnector, STABLE_MS, () => {
      reconnector.waitMs = 0;
    });
  } catch (error) {
    report(reconnector, error instanceof PortError ? error.fault : 'error', reasonOf(error));
    pollLater(reconnector);
  }
}

async function poll(reconnector: ReconnectorState): Promise<void> {
  const { path, readNodeIdentity } = reconnector.options;
  const present = await readNodeIdentity(path);
  if (!reconnector.isRunning) return;
  const { triedIdentity, waitedMs, waitMs } = reconnector;
  if (present === null) {
    report(reconnector, 'absent', portMessages.absent({ path }));
    reconnector.triedIdentity = null;
    reconnector.waitMs = MIN_WAIT_MS;
  } else if (present !== triedIdentity || waitedMs >= waitMs) {
    const nextMs = present === triedIdentity ? waitMs * 2 : 0;
    reconnector.waitMs = Math.min(Math.max(nextMs, MIN_WAIT_MS), MAX_WAIT_MS);
    reconnector.waitedMs = 0;
    return attempt(reconnector);
  }
  pollLater(reconnector);
}

function pollLater(reconnector: ReconnectorState): void {
  schedule(reconnector, POLL_MS, () => {
    reconnector.waitedMs += POLL_MS;
    reconnector.working = poll(reconnector);
  });
}

function schedule(reconnector: ReconnectorState, ms: number, run: () => void): void {
  if (reconnector.isRunning) reconnector.cancelTimer = reconnector.options.timers.after(ms, run);
}
