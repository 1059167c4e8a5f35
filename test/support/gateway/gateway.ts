import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { TEST_KEY } from './test-key.js';
import { runWaypost, type Waypost, type WaypostOptions } from './waypost.js';

export { TEST_KEY };

export type Gateway = Pick<Waypost, 'process' | 'output'> & {
  readonly url: string;
  readonly pid: number;
  /** resolves with the exit code or the signal */
  readonly end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
};

export type GatewayOptions = {
  /** folder of the test; the data folder is `data` below it */
  readonly folder: string;
  readonly config?: object;
  readonly env?: NodeJS.ProcessEnv;
  readonly arguments?: readonly string[];
} & Pick<WaypostOptions, 'inheritsNothing' | 'under' | 'file'>;

/** Starts a real gateway as a process on a free port; resolves once it responds. */
export async function startGateway({
  folder,
  config = {},
  env = {},
  under = [],
  ...rest
}: GatewayOptions): Promise<Gateway> {
  const settings = join(folder, 'waypost.json');
  writeFileSync(settings, JSON.stringify(config));
  const flags = ['serve', '--config', settings, '--data', join(folder, 'data'), '--host', '127.0.0.1', '--port', '0'];
  const waypost = runWaypost([...flags, ...(rest.arguments ?? [])], {
    env: { WAYPOST_ADMIN_API_KEY: TEST_KEY, ...env },
    ...(rest.inheritsNothing && { inheritsNothing: true }),
    ...(rest.file !== undefined && { file: rest.file }),
    under,
  });
  const { process: child, output, ended } = waypost;
  return {
    url: await listening(waypost),
    pid: child.pid ?? 0,
    process: child,
    output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The address that a gateway prints. */
export async function listening({ process: child, output }: Waypost): Promise<string> {
  const address = (): string | undefined => /listens on (https?:\/\/\S+?),/.exec(output())?.[1];
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await eventually('the gateway listens', () => address() !== undefined || isOver());
  const url = address();
  if (url === undefined)
    throw new Error(`the gateway ended with ${String(child.exitCode)} before it listened: ${output()}`);
  return url;
}
