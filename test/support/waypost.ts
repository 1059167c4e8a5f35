import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The program as a process of its own. */
export type Waypost = {
  readonly process: ChildProcess;
  /** what it has printed so far, errors included */
  readonly output: () => string;
  /** resolves when it has ended and all it printed was read: with its exit code, or the signal that ended it */
  readonly ended: Promise<number | NodeJS.Signals>;
};

export type WaypostOptions = { readonly env?: NodeJS.ProcessEnv };

const running = new Set<ChildProcess>();

/** Runs `waypost` with these arguments; of this process' environment it sees the path alone. */
export function runWaypost(args: readonly string[], { env = {} }: WaypostOptions = {}): Waypost {
  const child = spawn(process.execPath, ['dist/src/main.js', ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = (once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>).then(([code, signal]) => {
    running.delete(child);
    return code ?? signal ?? 'SIGKILL';
  });
  return { process: child, output: () => output, ended };
}

/** Ends what a failed test has left running; a suite would wait for it for ever. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
