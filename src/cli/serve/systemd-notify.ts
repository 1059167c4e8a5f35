import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The manager has 5 s to take a message in; a machine that swaps needs some for the program itself. */
const TIMEOUT_MS = 10_000;

/** Tells the service manager these assignments (`READY=1`) in one message; rejects when it was not taken. sd_notify(3) */
export type NotifyServiceManager = (assignments: readonly string[]) => Promise<void>;

/** Tells the one that listens at `socket`. Node has no Unix datagram sockets; where a manager is, its program is. */
export const systemdNotify =
  (socket: string): NotifyServiceManager =>
  async (assignments) => {
    const env = { PATH: process.env.PATH, NOTIFY_SOCKET: socket };
    await run('systemd-notify', assignments, { env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
  };
