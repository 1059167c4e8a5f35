import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Timers } from '../../time/timers.js';
import { systemdNotify, type NotifyServiceManager } from './systemd-notify.js';

/** Whoever started this as a service and wants to know how it is, as systemd does; nobody otherwise. */
export type ServiceManager = {
  /** It answers; `status` says where. From now on the manager is told, as often as it wants, that all this lives. */
  readonly ready: (status: string, checkWritable: CheckWritable) => void;
  /** Resolves once the manager knows, or could not be told. */
  readonly stopping: () => Promise<void>;
};

/** Resolves once the disk has answered, with why nothing can be written or null. Never rejects. */
export type CheckWritable = () => Promise<string | null>;

type ServiceManagerOptions = {
  /** The address of the manager is taken out of it: a child, as timedatectl, would tell it of its own failures. */
  readonly env: NodeJS.ProcessEnv;
  readonly pid: number;
  readonly timers: Pick<Timers, 'after'>;
  readonly logger: Logger;
  readonly connect?: (socket: string) => NotifyServiceManager;
};

/** So often within the time that the manager waits for: one may be late. */
const HEARTBEATS_PER_TIMEOUT = 3;
const MAX_INTERVAL_MS = 3_600_000;
const MAX_STATUS_LENGTH = 300;

/**
 * It is told to live while the event loop turns and the disk answers. An answer may be a refusal: a full or broken disk
 * is no better after a restart, reads would be interrupted for nothing, and writing resumes by itself. A write that
 * never comes back, or threads that are all stuck, end only with the process.
 */
export function createServiceManager(options: ServiceManagerOptions): ServiceManager {
  const { env, pid, timers, logger, connect = systemdNotify } = options;
  const { NOTIFY_SOCKET: socket = '' } = env;
  delete env.NOTIFY_SOCKET;
  const notify = socket === '' ? undefined : connect(socket);
  const intervalMs = heartbeatIntervalMs(env, pid);
  let last = Promise.resolve();
  let unreachable = false;
  let stopped = false;
  let cancel = (): void => undefined;

  /** In turn: two at once could arrive the other way round. */
  function send(...assignments: readonly string[]): Promise<void> {
    if (notify !== undefined) last = last.then(() => notify(assignments)).then(onNotified, onNotifyFailed);
    return last;
  }

  function onNotified(): void {
    unreachable = false;
  }

  function onNotifyFailed(error: unknown): void {
    if (!unreachable) logger.warn(`the service manager is not reached: ${messageOf(error)}`);
    unreachable = true;
  }

  function scheduleHeartbeat(status: string, checkWritable: CheckWritable): void {
    if (notify === undefined || intervalMs === undefined || stopped) return;
    cancel = timers.after(intervalMs, () => void heartbeat(status, checkWritable));
  }

  async function heartbeat(status: string, checkWritable: CheckWritable): Promise<void> {
    const problem = await checkWritable();
    if (stopped) return;
    await send(
      'WATCHDOG=1',
      statusAssignment(problem === null ? status : `${status}; nothing can be written: ${problem}`),
    );
    scheduleHeartbeat(status, checkWritable);
  }

  return {
    ready(status, checkWritable) {
      void send('READY=1', statusAssignment(status));
      scheduleHeartbeat(status, checkWritable);
    },
    stopping() {
      stopped = true;
      cancel();
      return send('STOPPING=1', statusAssignment('finishes what is in flight'));
    },
  };
}

/** A line break would begin another assignment. */
const statusAssignment = (status: string): string =>
  `STATUS=${status.replace(/\s+/g, ' ').slice(0, MAX_STATUS_LENGTH)}`;

/** ms between two signs of life; undefined when nobody waits for those of this process. sd_watchdog_enabled(3) */
function heartbeatIntervalMs(
  { WATCHDOG_USEC: timeoutUs, WATCHDOG_PID: watchdogPid }: NodeJS.ProcessEnv,
  pid: number,
): number | undefined {
  if (watchdogPid !== undefined && watchdogPid !== String(pid)) return undefined;
  const ms = Number(timeoutUs) / 1000;
  return ms > 0 ? Math.min(ms / HEARTBEATS_PER_TIMEOUT, MAX_INTERVAL_MS) : undefined;
}
