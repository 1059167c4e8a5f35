import { expect } from 'chai';
import { join } from 'node:path';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { expectKept, openAccount, writeOverHttp, type Account } from '../support/gateway/fix-account.js';
import { request, signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { longFixAt } from '../support/store/records.js';
import { mountSmallDisk, type SmallDisk } from '../support/store/small-disk.js';

/** Loop devices are not available everywhere, so a real file system is only tested in the long run. */
const DISKS = process.env.WAYPOST_LOOP === undefined ? (['tmpfs'] as const) : (['tmpfs', 'ext4'] as const);
const REFUSE_MS = 1_000;
const RESUME_MS = 5_000;
const ROUNDS = 3;

for (const kind of DISKS) {
  describe(`a full disk (${kind})`, () => {
    afterEach(async () => {
      await gateway.end('SIGKILL');
      line.close();
      disk.remove();
    });
    const folder = useFolder();
    let disk: SmallDisk;
    let line: VirtualPort;
    let gateway: Gateway;
    let client: Client;
    let received = '';
    let probed = 0;

    const start = async (): Promise<void> => {
      gateway = await startGateway({
        folder: folder(),
        config: {
          store: { segmentBytes: 65_536, snapshotBytes: 65_536 },
          serial: { ports: [{ path: line.path, protocol: 'json', deviceId: 'serial' }] },
          log: { level: 'silent' },
        },
      });
      client = await signIn(gateway.url, { apiKey: TEST_KEY });
    };
    const restart = async (): Promise<void> => {
      await gateway.end('SIGKILL');
      await start();
    };
    beforeEach(async () => {
      disk = mountSmallDisk(join(folder(), 'data'), kind);
      line = openVirtualPort(join(folder(), 'tracker'));
      received = '';
      line.onData((bytes) => (received += Buffer.from(bytes).toString('latin1')));
      await start();
    });

    async function openAccounts(): Promise<Account[]> {
      const own = ['bus', 'van', 'cab'].map(openAccount);
      for (const { deviceId } of own) await client.call('POST', '/api/devices', { id: deviceId });
      await client.call('POST', '/api/devices', { id: 'probe' });
      return own;
    }

    /** Writes for all accounts until each is refused, or acknowledged `more` times; returns the statuses of refusals. */
    async function write(accounts: readonly Account[], more = Infinity): Promise<Set<number>> {
      const refused = new Set<number>();
      const writing = accounts.map(async (own) => {
        const enough = own.acknowledged.size + more;
        const until = (): boolean => own.acknowledged.size >= enough;
        for (const status of (await writeOverHttp(client, own, { fix: longFixAt, until, again: false })).keys())
          refused.add(status);
      });
      await Promise.all(writing);
      return refused;
    }

    /** Posts one new fix over HTTP; returns the response and its duration. */
    async function post(): Promise<{ status: number; code: unknown; retryAfter: string | null; ms: number }> {
      const startedAt = performance.now();
      const { status, body, headers } = await request(
        gateway.url,
        'POST',
        '/api/devices/probe/locations',
        longFixAt(probed++),
        { Authorization: `Bearer ${client.token}` },
      );
      return { status, code: body.code, retryAfter: headers.get('Retry-After'), ms: performance.now() - startedAt };
    }

    async function expectRefusing(): Promise<void> {
      const { status, code, retryAfter, ms } = await post();
      expect([status, code]).to.deep.equal([503, 'store_unavailable']);
      expect(Number(retryAfter)).to.be.within(1, 60);
      expect(ms).to.be.lessThan(REFUSE_MS);
    }

    async function expectReading(accounts: readonly Account[]): Promise<void> {
      for (const own of accounts) {
        const { status } = await client.call('GET', `/api/devices/${own.deviceId}/lastLocation`);
        expect(status).to.equal(200);
        await expectKept(client, own);
      }
    }

    async function fillUp(accounts: readonly Account[]): Promise<void> {
      // Sorting a segment that was closed before may free a little space.
      do {
        disk.fill();
        expect([...(await write(accounts))]).to.deep.equal([503]);
      } while ((await post()).status === 201);
    }

    it('a full disk refuses writes over HTTP and serial, reads continue, and writing resumes by itself, every time', async () => {
      const accounts = await openAccounts();
      for (let round = 0; round < ROUNDS; round++) {
        expect([...(await write(accounts, 15))]).to.deep.equal([]);
        await fillUp(accounts);
        await expectRefusing();
        const { body } = await client.call('GET', '/api/health');
        expect(body.status).to.equal('degraded');
        expect((body.store as { reason: string }).reason).to.match(/full/);
        await expectReading(accounts);
        await line.write(`${JSON.stringify({ id: round, location: longFixAt(round) })}\n`);
        await eventually('the tracker receives the status', () => received.includes(`{"id":${round},"status":503,`));
        disk.free();
        const startedAt = performance.now();
        expect([...(await write(accounts, 1))]).to.deep.equal([]);
        expect(performance.now() - startedAt).to.be.lessThan(RESUME_MS);
        expect((await client.call('GET', '/api/health')).body.status).to.equal('ok');
        await line.write(`${JSON.stringify({ id: `${round} again`, location: longFixAt(round) })}\n`);
        await eventually('the tracker receives the status', () =>
          received.includes(`{"id":"${round} again","status":201,`),
        );
      }
      await restart();
      await expectReading(accounts);
      expect((await client.call('GET', '/api/health')).body.store).to.deep.include({ losses: [], writable: true });
      const acknowledged = accounts.reduce((sum, { acknowledged: own }) => sum + own.size, 0);
      console.log(`      ${acknowledged} acknowledged`);
    });

    it('a start on a full disk succeeds: stored data is read, and writing resumes when there is space', async () => {
      const accounts = await openAccounts();
      expect([...(await write(accounts, 15))]).to.deep.equal([]);
      await fillUp(accounts);
      await restart();
      await expectReading(accounts);
      await fillUp(accounts);
      await expectRefusing();
      disk.free();
      expect([...(await write(accounts, 1))]).to.deep.equal([]);
      await restart();
      await expectReading(accounts);
    });

    if (kind === 'ext4') {
      it('a disk that fails permanently can still be read, also by a gateway that starts on it', async () => {
        const accounts = await openAccounts();
        expect([...(await write(accounts, 15))]).to.deep.equal([]);
        disk.failForGood();
        await expectRefusing();
        await expectReading(accounts);
        await restart();
        await expectReading(accounts);
        await expectRefusing();
      });
    }
  });
}
