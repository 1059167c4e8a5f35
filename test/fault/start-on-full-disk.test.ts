import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { request, signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { longFixAt } from '../support/store/records.js';
import { mountSmallDisk, type SmallDisk } from '../support/store/small-disk.js';

const BATCH = 50;
const LOWER_BYTES = 1_000_000;

describe('a start on a disk that refuses writes', () => {
  const folder = useFolder();
  let disk: SmallDisk;
  let gateway: Gateway;
  afterEach(async () => {
    await gateway.end('SIGKILL');
    disk.remove();
  });

  const start = async (store: object): Promise<void> => {
    gateway = await startGateway({ folder: folder(), config: { store, log: { level: 'info' } } });
  };

  const healthOf = async () =>
    (await (await signIn(gateway.url, { apiKey: TEST_KEY })).call('GET', '/api/health')).body;

  /** Posts until a post is refused; returns the number of records stored. */
  async function fillWithRecords(from: number): Promise<number> {
    const { token } = await signIn(gateway.url, { apiKey: TEST_KEY });
    for (let stored = from; ; stored += BATCH) {
      const locations = Array.from({ length: BATCH }, (_, place) => longFixAt(stored + place));
      const { status } = await request(
        gateway.url,
        'POST',
        '/api/devices/bus/locations',
        { locations },
        { Authorization: `Bearer ${token}` },
      );
      if (status === 503) return stored;
      expect(status).to.equal(201);
    }
  }

  for (const [how, end, store] of [
    ['stopped, with small segments', 'SIGTERM', { segmentBytes: 65_536 }],
    ['killed, with segments larger than the disk', 'SIGKILL', {}],
  ] as const) {
    it(`a lower \`store.retention.bytes\` frees a disk that the log has filled, of a gateway that was ${how}`, async () => {
      disk = mountSmallDisk(join(folder(), 'data'), 'tmpfs');
      await start(store);
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      await client.call('POST', '/api/devices', { id: 'bus' });
      const filled = await fillWithRecords(0);
      expect(filled).to.be.greaterThan(BATCH);
      await gateway.end(end);

      await start(store);
      expect((await healthOf()).status).to.equal('degraded');
      // Files that the end or the start removed have left some room.
      const stored = await fillWithRecords(filled);
      const full = await healthOf();
      expect(full.status).to.equal('degraded');
      expect(full.store).to.include({ writable: false });
      expect((full.store as { reason: string }).reason).to.match(/^the disk is full: /);
      await gateway.end(end);

      await start({ ...store, retention: { days: 400, bytes: LOWER_BYTES } });
      // The first segments that go make room to write, before the rest of the excess follows.
      await eventually('the gateway writes again, and the log is within its limit', async () => {
        const { status, store: held } = await healthOf();
        return status === 'ok' && (held as { bytes: number }).bytes <= LOWER_BYTES;
      });
      expect(((await healthOf()).store as { losses: string[] }).losses).to.deep.equal([]);
      // As many again as fill the disk: the log stays within its limit.
      const { token } = await signIn(gateway.url, { apiKey: TEST_KEY });
      for (let more = 0; more < stored; more += BATCH) {
        const locations = Array.from({ length: BATCH }, (_, place) => longFixAt(stored + more + place));
        const headers = { Authorization: `Bearer ${token}` };
        const { status } = await request(gateway.url, 'POST', '/api/devices/bus/locations', { locations }, headers);
        expect(status).to.equal(201);
      }
      const lines = gateway.output().split('\n');
      expect(lines.filter((line) => line.includes('the store cannot write'))).to.have.length(1);
      expect(lines.filter((line) => line.includes('the store writes again'))).to.have.length(1);
      const isUnfinished = (name: string): boolean => name.endsWith('.tmp');
      await eventually('no file is left unfinished', () => !readdirSync(join(folder(), 'data')).some(isUnfinished));
    });
  }

  it('a gateway that starts on a read-only disk reports it at once, and stores as soon as it can be written', async () => {
    disk = mountSmallDisk(join(folder(), 'data'), 'tmpfs');
    await start({});
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus' });
    await gateway.end('SIGTERM');
    execFileSync('mount', ['-o', 'remount,ro', join(folder(), 'data')]);
    await start({});
    const { status, store } = await healthOf();
    expect(status).to.equal('degraded');
    expect(store).to.include({ writable: false });
    expect((store as { reason: string }).reason).to.match(/^the disk is read-only, as a worn card becomes: /);
    const { token } = await signIn(gateway.url, { apiKey: TEST_KEY });
    const post = async (): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await request(gateway.url, 'POST', '/api/devices/bus/locations', longFixAt(1), headers)).status;
    };
    expect([await post(), await post()]).to.deep.equal([503, 503]);
    expect(((await healthOf()).store as { reason: string }).reason).to.match(
      /^the disk is read-only, as a worn card becomes: /,
    );
    execFileSync('mount', ['-o', 'remount,rw', join(folder(), 'data')]);
    expect(await post()).to.equal(201);
    expect((await healthOf()).status).to.equal('ok');
    const lines = gateway.output().split('\n');
    expect(lines.filter((line) => line.includes('the store cannot write'))).to.have.length(1);
    expect(lines.filter((line) => line.includes('the store writes again'))).to.have.length(1);
  });
});
