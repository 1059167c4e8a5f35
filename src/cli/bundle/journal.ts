import { execFile } from 'node:child_process';

const MAX_LINES = 2_000;
const MAX_BYTES = 8_388_608;
const TIMEOUT_MS = 10_000;

/** The last lines that the gateway wrote to the journal of systemd. Rejects where there is none. */
export const readJournal = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const flags = ['--unit', 'waypost', '--lines', String(MAX_LINES), '--output', 'short-iso', '--no-pager'];
    execFile('journalctl', flags, { maxBuffer: MAX_BYTES, timeout: TIMEOUT_MS }, (error, output) => {
      if (error === null) resolve(output);
      else reject(new Error(`journalctl: ${error.message.split('\n', 1)[0] ?? ''}`));
    });
  });
