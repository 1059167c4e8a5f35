import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Runs a compiled script of the tests as a process; `result` resolves with the JSON that it prints; `nice`: as in nice(1). */
export function runScript<T>(
  script: string,
  args: readonly string[],
  nice = 0,
): { readonly process: ChildProcess; readonly result: Promise<T> } {
  const command = [process.execPath, '--enable-source-maps', `dist/test/${script}.js`, ...args];
  const child = spawn('nice', ['-n', String(nice), ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const result = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`${script} ended with ${String(code)}`);
    return JSON.parse(output) as T;
  });
  return { process: child, result };
}
