import { execFile } from 'node:child_process';
import { write } from 'node:fs';
import { promisify } from 'node:util';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Timers } from '../../time/clock.js';

/** Reports the state of the gateway to the service manager (systemd) that started it, if there is one. */
export type ServiceManager = {
  /** Reports that the gateway is ready, with `status`, and starts the heartbeat that the manager asked for. */
  readonly ready: (status: string, checkWritable: CheckWritable) => void;
  /** Resolves once the manager is notified, or notifying it has failed. */
  readonly stopping: () => Promise<void>;
};

/** Resolves once the disk has answered: with the reason why nothing can be written, or null. Never rejects. */
type CheckWritable = () => Promise<string | null>;

type ServiceManagerOptions = {
  /** Loses what leads to the manager's socket: a child process such as timedatectl would report its own failures there. */
  readonly env: NodeJS.ProcessEnv;
  readonly pid: number;
  readonly timers: Pick<Timers, 'after'>;
  readonly logger: Logger;
  readonly connect?: (socket: string) => NotifyServiceManager;
  readonly write?: (fd: number) => NotifyServiceManager;
};

/** More than one heartbeat within the manager's timeout, because one can be late. */
const HEARTBEATS_PER_TIMEOUT = 3;
const MAX_INTERVAL_MS = 3_600_000;
const MAX_STATUS_LENGTH = 300;

/**
 * Sends heartbeats while the event loop runs and the disk answers. The answer can be an error: a restart does not help
 * against a full or broken disk, it would only interrupt reads, and writing resumes by itself. Without an answer (a write
 * that never returns, all threads stuck) the heartbeats stop, because only a restart helps.
 */
export function createServiceManager(options: ServiceManagerOptions): ServiceManager {
  const { env, pid, timers, logger } = options;
  const notify = notifierOf(options);
  const intervalMs = heartbeatIntervalMs(env, pid);
  let last = Promise.resolve();
  let unreachable = false;
  let stopped = false;
  let cancel = (): void => undefined;

  /** One after the other, because concurrent messages could arrive in the wrong order. */
  function send(...assignments: readonly string[]): Promise<void> {
    if (notify !== undefined) last = last.then(() => notify(assignments)).then(onNotified, onNotifyFailed);
    return last;
  }

  function onNotified(): void {
    unreachable = false;
  }

  function onNotifyFailed(error: unknown): void {
    if (!unreachable) logger.warn(`service manager not reachable: ${messageOf(error)}`);
    unreachable = true;
  }

  function scheduleHeartbeat(status: string, checkWritable: CheckWritable): void {
    if (notify === undefined || intervalMs === undefined || stopped) return;
    cancel = timers.after(intervalMs, () => void heartbeat(status, checkWritable));
  }

  async function heartbeat(status: string, checkWritable: CheckWritable): Promise<void> {
    const problem = await checkWritable();
    if (stopped) return;
    await send('WATCHDOG=1', statusAssignment(problem === null ? status : `${status}; cannot write: ${problem}`));
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
      return send('STOPPING=1', statusAssignment('finishing work in progress'));
    },
  };
}

function notifierOf({
  env,
  connect = systemdNotify,
  write: writeFd = writeTo,
}: ServiceManagerOptions): NotifyServiceManager | undefined {
  const { NOTIFY_SOCKET: socket = '', WAYPOST_NOTIFY_FD: fd = '' } = env;
  delete env.NOTIFY_SOCKET;
  delete env.WAYPOST_NOTIFY_FD;
  if (fd !== '') return writeFd(Number(fd));
  return socket === '' ? undefined : connect(socket);
}

/** On one line, because a line break would start another assignment. */
const statusAssignment = (status: string): string =>
  `STATUS=${status.replace(/\s+/g, ' ').slice(0, MAX_STATUS_LENGTH)}`;

/** ms between two heartbeats; undefined if the manager expects none from this process. sd_watchdog_enabled(3) */
function heartbeatIntervalMs(
  { WATCHDOG_USEC: timeoutUs, WATCHDOG_PID: watchdogPid }: NodeJS.ProcessEnv,
  pid: number,
): number | undefined {
  if (watchdogPid !== undefined && watchdogPid !== String(pid)) return undefined;
  const ms = Number(timeoutUs) / 1000;
  return ms > 0 ? Math.min(ms / HEARTBEATS_PER_TIMEOUT, MAX_INTERVAL_MS) : undefined;
}

/** Sends these assignments (`READY=1`) to the service manager in one message; rejects if it was not delivered. sd_notify(3) */
export type NotifyServiceManager = (assignments: readonly string[]) => Promise<void>;

const writeAsync = promisify(write);

/** Writes to the manager's socket, which `systemd/notify-exec` opened: each message is one datagram. */
const writeTo =
  (fd: number): NotifyServiceManager =>
  async (assignments) => {
    await writeAsync(fd, Buffer.from(assignments.join('\n')));
  };

const execFileAsync = promisify(execFile);

/** The manager has 5 s to take the message; the rest is for starting the program on a machine that swaps. */
const NOTIFY_TIMEOUT_MS = 10_000;

/** Notifies the manager at `socket` with systemd's own program, for a unit with `NotifyAccess=all`. */
const systemdNotify =
  (socket: string): NotifyServiceManager =>
  async (assignments) => {
    const env = { PATH: process.env.PATH, NOTIFY_SOCKET: socket };
    await execFileAsync('systemd-notify', assignments, { env, timeout: NOTIFY_TIMEOUT_MS, killSignal: 'SIGKILL' });
  };
