import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Only asynchronous calls: this process serves the disk that the commands wait for. */
const execute = promisify(execFile);

export const run = async (command: string, ...options: string[]): Promise<string> =>
  (await execute(command, options)).stdout.trim();

/** Retries, because a file system is busy for a moment after the last process has left it. */
export async function runUntilSuccess(command: string, ...options: string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(command, ...options);
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await delay(100);
    }
  }
}
