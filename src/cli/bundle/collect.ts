import { execFile } from 'node:child_process';
import { arch, cpus, freemem, release, totalmem, uptime } from 'node:os';
import { packageVersion } from '../../package.js';
import { loadSettings, type GatewayFlags } from '../../config.js';
import { withoutSecrets } from '../../domain/redact.js';
import { messageOf } from '../../errors.js';
import { SYSTEM_PATHS } from '../../serial/linux/system-paths.js';
import { runAllChecks } from '../check/run-all.js';
import { createGatewayClient } from '../gateway/gateway-client.js';
import type { GatewayOptions } from '../gateway/gateway-options.js';
import { portRows } from '../ports/row.js';
import { countStore } from './store-counts.js';

/** A file of the bundle; `text` is made when it is called, before its secrets are removed. */
export type BundleFile = {
  readonly name: string;
  readonly text: () => Promise<string>;
  /** reads the whole store, which may take minutes */
  readonly isSlow?: true;
};

export type CollectOptions = {
  readonly flags: GatewayFlags;
  readonly env: NodeJS.ProcessEnv;
  readonly data: string;
  /** ms since 1970 */
  readonly now: number;
  /** how to reach the running gateway */
  readonly access: GatewayOptions;
};

/** All files of a bundle. A file whose content is not available has the reason instead: bundles describe broken gateways. */
export function bundleFiles(options: CollectOptions): BundleFile[] {
  const { flags, env, data, now } = options;
  const config = async () => (await loadSettings(flags, env)).config;
  return [
    bundleFile('versions.json', () => Promise.resolve(versions(now))),
    bundleFile('config.json', async () => withoutSecrets(await config())),
    { ...bundleFile('check.json', () => runAllChecks({ flags, env, data, now })), isSlow: true },
    bundleFile('ports.json', async () => {
      const rows = await portRows({ roots: SYSTEM_PATHS, configs: (await config()).serial.ports, statuses: [] });
      // The command line of another program can contain secrets.
      return rows.map(({ holders, ...row }) => ({ ...row, holders: holders.map(({ name, pid }) => ({ name, pid })) }));
    }),
    { ...bundleFile('store.json', () => countStore(data)), isSlow: true },
    bundleFile('journal.txt', readJournal),
    ...gatewayFiles(options),
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

const bundleFile = (name: string, make: () => Promise<unknown>): BundleFile => ({
  name,
  async text() {
    try {
      const content = await make();
      return typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`;
    } catch (error) {
      return `not available: ${messageOf(error)}\n`;
    }
  },
});

const MAX_JOURNAL_LINES = 2_000;
const MAX_JOURNAL_BYTES = 8_388_608;
const JOURNAL_TIMEOUT_MS = 10_000;

/** The last lines of the gateway in the systemd journal. Rejects if there is no journal. */
const readJournal = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const flags = ['--unit', 'waypost', '--lines', String(MAX_JOURNAL_LINES), '--output', 'short-iso', '--no-pager'];
    const limits = { maxBuffer: MAX_JOURNAL_BYTES, timeout: JOURNAL_TIMEOUT_MS };
    execFile('journalctl', flags, limits, (error, output) => {
      if (error === null) resolve(output);
      else reject(new Error(`journalctl: ${error.message.split('\n', 1)[0] ?? ''}`));
    });
  });

function gatewayFiles({ env, access }: CollectOptions): BundleFile[] {
  const { WAYPOST_API_KEY: apiKey } = env;
  if (apiKey === undefined || apiKey === '') return [];
  let client: ReturnType<typeof createGatewayClient> | undefined;
  const gateway = (): ReturnType<typeof createGatewayClient> => (client ??= createGatewayClient({ ...access, apiKey }));
  return [
    bundleFile('health.json', async () => (await gateway()).call('GET', '/api/health')),
    bundleFile('gateway-ports.json', async () => (await gateway()).call('GET', '/api/ports')),
    bundleFile('metrics.txt', async () => (await gateway()).text('/metrics')),
  ];
}
