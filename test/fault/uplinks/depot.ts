import { join } from 'node:path';
import { signIn, type Client } from '../../support/api/client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { freePort } from '../../support/gateway/free-port.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { runWaypost } from '../../support/gateway/waypost.js';
import { fixAt } from '../../support/store/records.js';
import { eachRecord } from './records.js';

/** A gateway with an uplink, its devices, and what it has ever stored. */
export type Depot = {
  readonly start: () => Promise<void>;
  /** Stores the next locations of each device, and an alert; calls `onPosted` after each answer. */
  readonly ingest: (onPosted: () => void) => Promise<void>;
  readonly killAndStart: () => Promise<void>;
  readonly backUp: () => Promise<void>;
  /** Puts the gateway back to its backup, once it has forwarded everything. */
  readonly restore: () => Promise<void>;
  /** Adds the ids of what is in the store to `ids`. */
  readonly collect: (ids: Set<string>) => Promise<void>;
  readonly forwarded: (withinMs: number) => Promise<void>;
  readonly sendAgain: () => Promise<void>;
  readonly end: () => Promise<void>;
};

const UPLINK = 'center';

export function createDepot(folder: string, uplink: object, devices: readonly string[], perPost: number): Depot {
  let gateway: Gateway | undefined;
  let client: Client | undefined;
  let port = 0;
  let second = 0;
  const data = join(folder, 'data');
  const backup = join(folder, 'backup.gz');
  const isGone = (error: unknown): boolean => error instanceof TypeError;

  async function start(): Promise<void> {
    if (port === 0) port = await freePort();
    gateway = await startGateway({
      folder,
      arguments: ['--port', String(port)],
      config: { licenses: { total: 1_000 }, uplinks: [{ name: UPLINK, from: 'start', ...uplink }] },
    });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    if (second > 0) return;
    for (const id of devices) await client.call('POST', '/api/devices', { id });
  }

  const api = (): Client => {
    if (client === undefined) throw new Error('the gateway is not started');
    return client;
  };

  /** The gateway may be killed meanwhile: what was stored is read from its store. */
  async function post(path: string, body: object): Promise<void> {
    try {
      await api().call('POST', path, body);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  async function run(...args: readonly string[]): Promise<void> {
    const { ended, output } = runWaypost([...args, '--data', data]);
    if ((await ended) !== 0) throw new Error(`${args.join(' ')}: ${output()}`);
  }

  async function behind(): Promise<number> {
    const { uplinks } = (await api().call('GET', '/api/uplinks')).body as unknown as {
      uplinks: readonly { behind: { records: number } }[];
    };
    return uplinks[0]?.behind.records ?? Infinity;
  }
  return {
    start,
    async ingest(onPosted) {
      const begin = second;
      second += perPost;
      for (const id of devices) {
        const locations = Array.from({ length: perPost }, (_, n) => fixAt(begin + n));
        await post(`/api/devices/${id}/locations`, { locations });
        onPosted();
      }
      await post(`/api/devices/${devices[0] ?? ''}/alerts`, { alerts: ['SOSButton'], dateTime: fixAt(begin).dateTime });
    },
    async killAndStart() {
      await gateway?.end('SIGKILL');
      await start();
    },
    backUp: () => run('backup', backup),
    async restore() {
      await gateway?.end('SIGTERM');
      await run('restore', backup);
      await start();
    },
    collect: (ids) => eachRecord(api(), ({ id }) => ids.add(id)),
    async forwarded(withinMs) {
      await eventually('everything is forwarded', async () => (await behind()) === 0, { withinMs });
    },
    async sendAgain() {
      const { status } = await api().call('POST', `/api/uplinks/${UPLINK}/reset`, { from: 'start' });
      if (status !== 200) throw new Error(`reset was answered with ${status}`);
    },
    async end() {
      await gateway?.end('SIGKILL');
    },
  };
}
