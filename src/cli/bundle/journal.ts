import { execFile } from 'node:child_process';

const LINES = 2_000;
const MOST_BYTES = 8_388_608;
const LONGEST_MS = 10_000;

/** The last lines that the gateway wrote to the journal of systemd. Rejects where there is none. */
export const journal = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const flags = ['--unit', 'waypost', '--lines', String(LINES), '--output', 'short-iso', '--no-pager'];
    execFile('journalctl', flags, { maxBuffer: MOST_BYTES, timeout: LONGEST_MS }, (error, output) => {
      if (error === null) resolve(output);
      else reject(new Error(`journalctl: ${error.message.split('\n', 1)[0] ?? ''}`));
    });
  });
