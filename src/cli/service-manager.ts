import { messageOf } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Timers } from '../serial/timers.js';
import { systemdNotify, type Tell } from './systemd-notify.js';

/** Whoever started this as a service and wants to know how it is, as systemd does; nobody otherwise. */
export type ServiceManager = {
  /** It answers; `status` says where. From now on the manager is told, as often as it wants, that all this lives. */
  readonly ready: (status: string, pulse: Pulse) => void;
  /** Resolves once the manager knows, or could not be told. */
  readonly stopping: () => Promise<void>;
};

/** Resolves once the disk has answered, with why nothing can be written or null. Never rejects. */
export type Pulse = () => Promise<string | null>;

type Parts = {
  /** The address of the manager is taken out of it: a child, as timedatectl, would tell it of its own failures. */
  readonly env: NodeJS.ProcessEnv;
  readonly pid: number;
  readonly timers: Pick<Timers, 'after'>;
  readonly logger: Logger;
  readonly connect?: (socket: string) => Tell;
};

/** So often within the time that the manager waits for: one may be late. */
const BEATS = 3;
const LONGEST_PAUSE_MS = 3_600_000;
const LONGEST_STATUS = 300;

/**
 * It is told to live while the event loop turns and the disk answers. An answer may be a refusal: a full or broken disk
 * is no better after a restart, reads would be interrupted for nothing, and writing resumes by itself. A write that
 * never comes back, or threads that are all stuck, end only with the process.
 */
export function createServiceManager(parts: Parts): ServiceManager {
  const { env, pid, timers, logger, connect = systemdNotify } = parts;
  const { NOTIFY_SOCKET: socket = '' } = env;
  delete env.NOTIFY_SOCKET;
  const tell = socket === '' ? undefined : connect(socket);
  const pause = pauseOf(env, pid);
  let last = Promise.resolve();
  let deaf = false;
  let stopped = false;
  let cancel = (): void => undefined;

  /** In turn: two at once could arrive the other way round. */
  function say(...assignments: readonly string[]): Promise<void> {
    if (tell !== undefined) last = last.then(() => tell(assignments)).then(heard, unheard);
    return last;
  }

  function heard(): void {
    deaf = false;
  }

  function unheard(error: unknown): void {
    if (!deaf) logger.warn(`the service manager is not reached: ${messageOf(error)}`);
    deaf = true;
  }

  function beatLater(status: string, pulse: Pulse): void {
    if (tell === undefined || pause === undefined || stopped) return;
    cancel = timers.after(pause, () => void beat(status, pulse));
  }

  async function beat(status: string, pulse: Pulse): Promise<void> {
    const trouble = await pulse();
    if (stopped) return;
    await say('WATCHDOG=1', statusWord(trouble === null ? status : `${status}; nothing can be written: ${trouble}`));
    beatLater(status, pulse);
  }

  return {
    ready(status, pulse) {
      void say('READY=1', statusWord(status));
      beatLater(status, pulse);
    },
    stopping() {
      stopped = true;
      cancel();
      return say('STOPPING=1', statusWord('finishes what is in flight'));
    },
  };
}

/** A line break would begin another assignment. */
const statusWord = (status: string): string => `STATUS=${status.replace(/\s+/g, ' ').slice(0, LONGEST_STATUS)}`;

/** ms between two signs of life; undefined when nobody waits for those of this process. sd_watchdog_enabled(3) */
function pauseOf({ WATCHDOG_USEC: wait, WATCHDOG_PID: whose }: NodeJS.ProcessEnv, pid: number): number | undefined {
  if (whose !== undefined && whose !== String(pid)) return undefined;
  const ms = Number(wait) / 1000;
  return ms > 0 ? Math.min(ms / BEATS, LONGEST_PAUSE_MS) : undefined;
}
