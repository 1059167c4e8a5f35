import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { MAX_STATE_FILE_BYTES } from '../../src/domain/bounds.js';
import { MAX_STATE_BYTES } from '../support/store/max-state-bytes.js';
import type { State } from '../../src/store/state/state.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { runWaypost } from '../support/gateway/waypost.js';
import { createMemoryLimit, type MemoryLimit } from '../support/machine/memory-limit.js';
import { UNIT_MEMORY_BYTES } from '../support/machine/unit-settings.js';
import { messageOf } from '../support/channels/messages.js';
import { useFolder } from '../support/store/folder.js';
import { editSnapshot, fillState } from '../support/store/full-state.js';
import { deviceOf } from '../support/store/records.js';

const MIB = 1_048_576;
const STAMP = { at: '2026-11-21T08:00:00.000Z', boot: 'k3f9', up: 48_211 };

describe('a large state in the memory of the unit', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  let limit: MemoryLimit;
  let gateway: Gateway | undefined;

  const start = async (): Promise<Gateway> =>
    (gateway = await startGateway({
      folder: folder(),
      config: { mdns: { enabled: false }, store: { snapshotBytes: 65_536 } },
      under: limit.under,
    }));
  const stop = async (): Promise<void> => {
    expect(await gateway?.end('SIGTERM')).to.equal(0);
    gateway = undefined;
  };

  /** A store with an administrator, whose snapshot is edited. */
  async function prepare(edit: (state: State) => void): Promise<void> {
    await start();
    await stop();
    await editSnapshot(data(), edit);
  }

  beforeEach(() => {
    limit = createMemoryLimit('full-state');
  });
  afterEach(async () => {
    await gateway?.end('SIGKILL');
    gateway = undefined;
    limit.remove();
  });

  it('a gateway whose state is full to every bound starts, answers and writes snapshots', async () => {
    await prepare(fillState);
    const before = statSync(join(data(), 'state.json'));
    expect(before.size)
      .to.be.above(MAX_STATE_BYTES * 0.8)
      .and.below(MAX_STATE_FILE_BYTES);
    const { url, pid } = await start();
    const admin = await signIn(url, { apiKey: TEST_KEY });
    for (const path of ['devices', 'users', 'groups', 'messages', 'notifications', 'unknownDevices', 'health']) {
      // Not compared with its schema, which takes longer than the connection stays open.
      const headers = { Authorization: `Bearer ${admin.token}`, Connection: 'close' };
      const response = await fetch(`${url}/api/${path}`, { headers });
      expect(response.status, path).to.equal(200);
      await response.arrayBuffer();
    }
    const refused = await admin.call('POST', '/api/groups', { name: 'one more' });
    expect(refused.body).to.include({ code: 'conflict' });
    expect(refused.body.error).to.match(/^limit of /);
    const fixes = Array.from({ length: 400 }, (_, second) => ({
      dateTime: new Date(Date.UTC(2026, 10, 22) + second * 1000).toISOString(),
      ...{ latitude: 52, longitude: 5 },
    }));
    for (let round = 0; round < 4; round++) {
      const device = `/api/devices/bus-${round}/locations`;
      expect((await admin.call('POST', device, { locations: fixes })).status).to.equal(201);
    }
    // Between the two renames of a write, there is only the previous snapshot.
    const inode = (): number => statSync(join(data(), 'state.json'), { throwIfNoEntry: false })?.ino ?? before.ino;
    await eventually('a snapshot is written', () => inode() !== before.ino);
    const rss = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
    await stop();
    process.stdout.write(`      state ${(before.size / MIB).toFixed(1)} MiB, peak RSS ${(rss / MIB).toFixed(0)} MiB\n`);
    expect(rss).to.be.below(UNIT_MEMORY_BYTES);
  });

  const excesses: Readonly<Record<string, (state: State) => void>> = {
    '12,000 waiting messages of 10,000 characters': (state) => {
      state.devices.set('bus', deviceOf('bus'));
      for (let i = 1; i <= 12_000; i++) {
        const message = messageOf('bus', { text: `${i} `.padEnd(10_000, 'x'), ttl: 100 * 86_400 });
        state.outbox.set(String(i), {
          ...{ ...message, id: String(i), state: 'queued', reason: null, attempts: 0, date: null, queued: STAMP },
          ...{ settled: null, references: [], deliveries: [] },
        });
      }
    },
    '1,500 expired devices with tags of 64 KB': (state) => {
      const tags = Object.fromEntries(Array.from({ length: 64 }, (_, tag) => [`tag-${tag}`, 'x'.repeat(1_000)]));
      state.devices.set('bus', deviceOf('bus'));
      for (let i = 0; i < 1_500; i++) {
        state.devices.set(`old-${i}`, { ...deviceOf(`old-${i}`, '2001-01-01T00:00:00.000Z'), tags });
      }
    },
  };

  for (const [what, edit] of Object.entries(excesses)) {
    it(`a gateway with ${what} starts read-only, and fully once its store is repaired`, async () => {
      await prepare(edit);
      const size = statSync(join(data(), 'state.json')).size;
      expect(size).to.be.above(MAX_STATE_FILE_BYTES);
      const { url } = await start();
      const health = (await (await fetch(`${url}/api/health`)).json()) as { status: string; reason: string };
      expect(health.status).to.equal('degraded');
      expect(health.reason).to.match(/state\.json has [\d.]+ MiB, more than the 72 MiB that fit/);
      expect(health.reason).to.match(/stop the gateway and run: waypost check --repair$/);
      const token = await fetch(`${url}/api/Auth/Token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ userName: 'admin', apiKey: TEST_KEY }),
      });
      expect(token.status).to.equal(503);
      expect(await token.json()).to.include({ code: 'store_unavailable' });
      const headers = { Authorization: 'Bearer a-token-of-before' };
      for (const path of ['devices', 'users', 'records', 'health']) {
        const { status } = await fetch(`${url}/api/${path}`, { headers });
        expect(status, path).to.equal(path === 'health' ? 200 : 503);
      }
      await stop();
      expect(statSync(join(data(), 'state.json')).size).to.equal(size);

      const check = runWaypost(['check', '--only', 'store', '--data', data()]);
      expect(await check.ended).to.equal(2);
      expect(check.output()).to.include('waypost check --repair');

      const repair = runWaypost(['check', '--repair', '--data', data()]);
      expect(await repair.ended, repair.output()).to.be.oneOf([0, 1]);
      const [excess = ''] = readdirSync(data()).filter((name) => name.startsWith('excess-'));
      expect(repair.output()).to.include(excess);
      const moved = readFileSync(join(data(), excess), 'utf8').trim().split('\n').map(readLine);

      const repaired = await start();
      const admin = await signIn(repaired.url, { apiKey: TEST_KEY });
      expect((await admin.call('GET', '/api/devices/bus')).status).to.equal(200);
      await verifyKept(admin, moved);
      await stop();
      expect(existsSync(join(data(), excess))).to.equal(true);
    });
  }

  type Line = { readonly collection: string; readonly key: string; readonly value: object };
  const readLine = (line: string): Line => JSON.parse(line) as Line;

  /** Everything is either in the store or in the file. */
  async function verifyKept(admin: Awaited<ReturnType<typeof signIn>>, moved: readonly Line[]): Promise<void> {
    const movedIds = (collection: string): string[] =>
      moved.filter((line) => line.collection === collection).map(({ key }) => key);
    const { devices } = (await admin.call('GET', '/api/devices')).body as unknown as { devices: { id: string }[] };
    const { messages } = (await admin.call('GET', '/api/messages?limit=1000')).body as unknown as {
      messages: { id: string }[];
    };
    const all = [...movedIds('devices'), ...devices.map(({ id }) => id)];
    expect(new Set(all).size).to.equal(all.length).and.to.be.oneOf([1, 1_501]);
    const ids = new Set([...movedIds('outbox'), ...messages.map(({ id }) => id)]);
    expect(ids.size).to.be.oneOf([0, 12_000]);
  }
});
