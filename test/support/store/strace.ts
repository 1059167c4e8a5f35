import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../gateway/eventually.js';

/** The fault of a system call: the process is killed on entry, the call fails with an errno, or it hangs (µs). */
export type Fault = 'signal=KILL' | 'delay_enter=90000000' | `error=${'EIO' | 'ENOSPC' | 'EROFS' | 'EDQUOT'}`;

/** `when` in strace's notation: `3` the third call, `3+` the third and all later ones, `2+3` the second and every third after it. */
export type Injection = { readonly call: string; readonly fault: Fault; readonly when: string };

export type Strace = {
  /** number of failed calls so far; a kill is visible by the end of the process */
  readonly struck: () => number;
  /** detaches from the process, which continues unharmed */
  readonly detach: () => Promise<void>;
};

/**
 * Makes system calls of a running process fail. strace counts calls by thread: give the process UV_THREADPOOL_SIZE=1,
 * so that Node has one thread for all its files. Calls made before this are not counted.
 */
export async function attachStrace(pid: number, injections: readonly Injection[]): Promise<Strace> {
  const calls = [...new Set(injections.map(({ call }) => call))];
  const child = spawn(
    'strace',
    [
      ...['-f', '-p', String(pid), '-e', `trace=${calls.join()}`, '-e', 'signal=none', '-s', '0'],
      ...injections.flatMap(({ call, fault, when }) => ['-e', `inject=${call}:${fault}:when=${when}`]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  let output = '';
  let struck = 0;
  child.stderr.on('data', (text: Buffer) => {
    const whole = (output + text.toString()).split('\n');
    output = whole.pop() ?? '';
    struck += whole.filter((line) => line.includes('(INJECTED)')).length;
    attached ||= whole.some((line) => line.includes(`Process ${pid} attached`));
  });
  let attached = false;
  await eventually('strace is attached', () => attached);
  return {
    struck: () => struck,
    async detach() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
