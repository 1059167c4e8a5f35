import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEADLINE_MS } from '../support/gateway/eventually.js';

/** A shell that runs blocks one after the other; they share its variables. */
export type Session = {
  /** Resolves with the output, errors included. Rejects with it when a command fails; the shell has then ended. */
  readonly run: (script: string) => Promise<string>;
  /** Ends the shell and the processes that it started. */
  readonly end: () => void;
};

export type SessionOptions = { readonly folder: string; readonly env: NodeJS.ProcessEnv };

export function startSession({ folder, env }: SessionOptions): Session {
  const [script, printed] = [join(folder, '.block'), join(folder, '.printed')];
  // A process group of its own, so that its child processes end with it.
  const shell = spawn('bash', ['--norc', '--noprofile'], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  let settle: ((done: boolean) => void) | undefined;
  const settled = (done: boolean): void => {
    settle?.(done);
    settle = undefined;
  };
  createInterface({ input: shell.stdout }).on('line', () => {
    settled(true);
  });
  shell.on('exit', () => {
    settled(false);
  });
  shell.stdin.write('set -eo pipefail\n');

  function end(): void {
    try {
      process.kill(-(shell.pid ?? 0), 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
  }

  return {
    async run(text) {
      if (shell.exitCode !== null || shell.signalCode !== null)
        throw new Error('a block before it failed, and ended the shell');
      writeFileSync(script, text);
      const clock = { isLate: false };
      const late = setTimeout(() => {
        clock.isLate = true;
        end();
      }, DEADLINE_MS);
      const isDone = await new Promise<boolean>((resolve) => {
        settle = resolve;
        shell.stdin.write(`source ${script} >${printed} 2>&1 </dev/null\necho done\n`);
      });
      clearTimeout(late);
      const output = readFileSync(printed, 'utf8');
      if (!isDone) throw new Error(`it failed${clock.isLate ? `, not done within ${DEADLINE_MS} ms` : ''}:\n${output}`);
      return output;
    },
    end,
  };
}
