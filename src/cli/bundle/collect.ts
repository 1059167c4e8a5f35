import { arch, cpus, freemem, release, totalmem, uptime } from 'node:os';
import { packageVersion } from '../../package-version.js';
import { loadSettings, type Flags } from '../../config.js';
import { messageOf } from '../../errors.js';
import { systemRoots } from '../../serial/machine/roots.js';
import { checkWhole } from '../check/whole.js';
import { createGateway } from '../gateway.js';
import { portRows } from '../ports/row.js';
import { journal } from './journal.js';
import { withoutSecrets } from './redact.js';
import { countStore } from './store-counts.js';

/** A file of the bundle, as yet with whatever is in it. */
export type Part = { readonly name: string; readonly text: string };

export type CollectOptions = {
  readonly flags: Flags;
  readonly env: NodeJS.ProcessEnv;
  readonly data: string;
  /** ms since 1970 */
  readonly now: number;
  /** of the running gateway */
  readonly url: string;
  readonly user: string;
};

/** Everything a bundle holds. What can not be had says why in its place: a bundle is made of what does not work. */
export async function collect(options: CollectOptions): Promise<Part[]> {
  const { flags, env, data, now } = options;
  const config = async () => (await loadSettings(flags, env)).config;
  return [
    await part('versions.json', () => Promise.resolve(versions(now))),
    await part('config.json', async () => withoutSecrets(await config())),
    await part('check.json', () => checkWhole({ flags, env, data, now })),
    await part('ports.json', async () => {
      const rows = await portRows({ roots: systemRoots, configs: (await config()).serial.ports, statuses: [] });
      // The command line of another program is not ours to show.
      return rows.map(({ holders, ...row }) => ({ ...row, holders: holders.map(({ name, pid }) => ({ name, pid })) }));
    }),
    await part('store.json', () => countStore(data)),
    await part('journal.txt', journal),
    ...(await ofGateway(options)),
  ];
}

const versions = (now: number): object => ({
  made: new Date(now).toISOString(),
  waypost: packageVersion(),
  node: process.versions,
  machine: {
    arch: arch(),
    kernel: release(),
    processors: cpus().map(({ model }) => model),
    upSeconds: Math.round(uptime()),
    memoryBytes: totalmem(),
    freeBytes: freemem(),
  },
});

async function part(name: string, make: () => Promise<unknown>): Promise<Part> {
  try {
    const made = await make();
    return { name, text: typeof made === 'string' ? made : `${JSON.stringify(made, undefined, 2)}\n` };
  } catch (error) {
    return { name, text: `not to be had: ${messageOf(error)}\n` };
  }
}

async function ofGateway({ env, url, user }: CollectOptions): Promise<Part[]> {
  const { WAYPOST_API_KEY: apiKey } = env;
  if (apiKey === undefined || apiKey === '') return [];
  const gateway = createGateway({ url, user, apiKey });
  return [
    await part('health.json', async () => (await gateway).call('GET', '/api/health')),
    await part('gateway-ports.json', async () => (await gateway).call('GET', '/api/ports')),
    await part('metrics.txt', async () => (await gateway).text('/metrics')),
  ];
}
