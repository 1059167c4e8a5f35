import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Runs a compiled script of the tests as a process; `result` resolves with the JSON that it prints. */
export function runScript<T>(
  script: string,
  args: readonly string[],
): { readonly process: ChildProcess; readonly result: Promise<T> } {
  const child = spawn(process.execPath, ['--enable-source-maps', `dist/test/${script}.js`, ...args], {
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
