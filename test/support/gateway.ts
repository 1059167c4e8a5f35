import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const TEST_KEY = 'a-key-for-tests-only-0123456789';

export type Gateway = {
  readonly url: string;
  readonly pid: number;
  readonly process: ChildProcess;
  /** what it has printed so far */
  readonly output: () => string;
  /** resolves with the exit code, or the signal that ended it */
  readonly end: (signal: NodeJS.Signals) => Promise<number | string>;
};

export type GatewayOptions = {
  /** a folder of the test's own: the data are in `data` below it */
  readonly folder: string;
  readonly config?: object;
  readonly env?: NodeJS.ProcessEnv;
  readonly arguments?: readonly string[];
};

/** Starts the real thing as a process of its own, on a free port; resolves once it answers. */
export async function startGateway({ folder, config = {}, env = {}, ...rest }: GatewayOptions): Promise<Gateway> {
  const file = join(folder, 'waypost.json');
  writeFileSync(file, JSON.stringify(config));
  const flags = ['serve', '--config', file, '--data', join(folder, 'data'), '--host', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, ['dist/src/main.js', ...flags, ...(rest.arguments ?? [])], {
    env: { PATH: process.env.PATH, WAYPOST_ADMIN_API_KEY: TEST_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (text: Buffer): void => {
      output += text.toString();
      const found = /listens on (http:\/\/\S+?),/.exec(output);
      if (found?.[1] !== undefined) resolve(found[1]);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(([code]) => {
      reject(new Error(`the gateway ended with ${String(code)} before it listened: ${output}`));
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    process: child,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      const [code, by] = await ended;
      return code ?? by ?? '';
    },
  };
}
