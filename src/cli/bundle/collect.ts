import { arch, cpus, freemem, release, totalmem, uptime } from 'node:os';
import { packageVersion } from '../../package.js';
import { loadSettings, type GatewayFlags } from '../../config.js';
import { messageOf } from '../../errors.js';
import { SYSTEM_PATHS } from '../../serial/linux/system-paths.js';
import { runAllChecks } from '../check/run-all.js';
import { createGatewayClient } from '../gateway/gateway-client.js';
import { portRows } from '../ports/row.js';
import { readJournal } from './journal.js';
import { withoutSecrets } from './redact.js';
import { countStore } from './store-counts.js';

/** A file of the bundle, as yet with whatever is in it. */
export type BundleFile = { readonly name: string; readonly text: string };

export type CollectOptions = {
  readonly flags: GatewayFlags;
  readonly env: NodeJS.ProcessEnv;
  readonly data: string;
  /** ms since 1970 */
  readonly now: number;
  /** of the running gateway */
  readonly url: string;
  readonly user: string;
};

/** Everything a bundle holds. What can not be had says why in its place: a bundle is made of what does not work. */
export async function collect(options: CollectOptions): Promise<BundleFile[]> {
  const { flags, env, data, now } = options;
  const config = async () => (await loadSettings(flags, env)).config;
  return [
    await bundleFile('versions.json', () => Promise.resolve(versions(now))),
    await bundleFile('config.json', async () => withoutSecrets(await config())),
    await bundleFile('check.json', () => runAllChecks({ flags, env, data, now })),
    await bundleFile('ports.json', async () => {
      const rows = await portRows({ roots: SYSTEM_PATHS, configs: (await config()).serial.ports, statuses: [] });
      // The command line of another program is not ours to show.
      return rows.map(({ holders, ...row }) => ({ ...row, holders: holders.map(({ name, pid }) => ({ name, pid })) }));
    }),
    await bundleFile('store.json', () => countStore(data)),
    await bundleFile('journal.txt', readJournal),
    ...(await gatewayFiles(options)),
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

async function bundleFile(name: string, make: () => Promise<unknown>): Promise<BundleFile> {
  try {
    const content = await make();
    return { name, text: typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n` };
  } catch (error) {
    return { name, text: `not to be had: ${messageOf(error)}\n` };
  }
}

async function gatewayFiles({ env, url, user }: CollectOptions): Promise<BundleFile[]> {
  const { WAYPOST_API_KEY: apiKey } = env;
  if (apiKey === undefined || apiKey === '') return [];
  const gateway = createGatewayClient({ url, user, apiKey });
  return [
    await bundleFile('health.json', async () => (await gateway).call('GET', '/api/health')),
    await bundleFile('gateway-ports.json', async () => (await gateway).call('GET', '/api/ports')),
    await bundleFile('metrics.txt', async () => (await gateway).text('/metrics')),
  ];
}
