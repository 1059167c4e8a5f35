import { execFile } from 'node:child_process';

const TIMEOUT_MS = 2_000;

/**
 * Lets DTR stay as it is when the open device at `node` is closed. The kernel's default is to drop it, which resets
 * some trackers; the package knows only how to ask for that, and leaves the default when it is not asked. Where there
 * is no stty, the default it is.
 */
export const disableHupcl = (node: string): Promise<void> =>
  new Promise((resolve) => {
    execFile('stty', ['-F', node, '-hupcl'], { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' }, () => {
      resolve();
    });
  });
