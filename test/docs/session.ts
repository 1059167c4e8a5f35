import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A shell that blocks are typed into, one after the other: a variable of one is there for the next. */
export type Session = {
  /** What it prints, errors included. Rejects with that when a command fails, and is over then. */
  readonly run: (script: string) => Promise<string>;
  /** Ends it, and what it left running. */
  readonly end: () => void;
};

/** of one block; most take none of it */
const longestMs = 45_000;

export type SessionOptions = { readonly folder: string; readonly env: NodeJS.ProcessEnv };

export function startSession({ folder, env }: SessionOptions): Session {
  const [script, printed] = [join(folder, '.block'), join(folder, '.printed')];
  // A group of its own, so that what it leaves behind can be ended with it.
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
      // All of it has ended.
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
      }, longestMs);
      const isDone = await new Promise<boolean>((resolve) => {
        settle = resolve;
        shell.stdin.write(`source ${script} >${printed} 2>&1 </dev/null\necho done\n`);
      });
      clearTimeout(late);
      const output = readFileSync(printed, 'utf8');
      if (!isDone) throw new Error(`it failed${clock.isLate ? `, not done within ${longestMs} ms` : ''}:\n${output}`);
      return output;
    },
    end,
  };
}
