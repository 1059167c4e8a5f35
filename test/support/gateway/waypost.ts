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

export type WaypostOptions = {
  readonly env?: NodeJS.ProcessEnv;
  /**
   * It inherits nothing: virtual ports of this process that are open already would otherwise never be gone for it, since
   * what made them does not close them on exec.
   */
  readonly inheritsNothing?: true;
  /** typed input: a line is sent each time its prompt has been printed */
  readonly typed?: readonly (readonly [after: string, line: string])[];
  /** a command that runs the one behind it in its own place, as `ip netns exec` does */
  readonly under?: readonly string[];
  /** the main file of another build */
  readonly file?: string;
};

/** For bash: closes whatever it has but the standard three, and becomes what it is given. */
const alone = 'for f in /proc/$$/fd/*; do n=${f##*/}; [ "$n" -gt 2 ] && eval "exec $n>&-"; done; exec "$0" "$@"';

const running = new Set<ChildProcess>();

/** Runs `waypost` with these arguments; of this process' environment it sees the path alone. */
export function runWaypost(args: readonly string[], options: WaypostOptions = {}): Waypost {
  const { env = {}, inheritsNothing, typed = [], under = [], file = 'dist/waypost/main.js' } = options;
  const program = [...under, process.execPath, file, ...args];
  const [first = '', ...rest] = inheritsNothing === true ? ['bash', '--norc', '-c', alone, ...program] : program;
  const child = spawn(first, rest, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const toType = [...typed];
  function type(): void {
    const [after, line] = toType[0] ?? [];
    if (after === undefined || line === undefined || !output.includes(after)) return;
    toType.shift();
    child.stdin.write(`${line}\n`);
  }
  if (typed.length === 0) child.stdin.end();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      type();
    });
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
