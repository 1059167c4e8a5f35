import { expect } from 'chai';
import { expectKept, openAccount, writeOverHttp, type Account } from '../support/account.js';
import { signIn, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { longFixAt } from '../support/records.js';
import { attachStrace, type Fault, type Injection } from '../support/strace.js';

/** Faults at the first so many of each call; 40 in the long run. */
const EACH = Number(process.env.WAYPOST_FAULTS_EACH ?? 3);
const WRITERS = 4;
const STRIKE_MS = 30_000;
/** After a fault is gone, this long until writing works again. */
const RESUME_MS = 5_000;

/** The least there is: a segment is closed every twenty posts or so, and the state written as often. */
const config = {
  store: { segmentBytes: 65_536, snapshotBytes: 65_536 },
  licenses: { total: 10_000 },
  log: { level: 'silent' },
};
const errors = ['error=EIO', 'error=ENOSPC', 'error=EROFS', 'error=EDQUOT'] as const;

/** Every call by which the store changes something on disk: Node writes with a position, so by pwrite64. */
const calls = ['pwrite64', 'fdatasync', 'fsync', 'rename', 'openat', 'unlink', 'ftruncate'];

/** The Nth `call` meets `fault`. A file is only cut back after a failed write, so every third write fails for that. */
const injections = (call: string, fault: Fault, when: string): Injection[] => [
  { call, fault, when },
  ...(call === 'ftruncate' ? [{ call: 'pwrite64', fault: 'error=ENOSPC' as const, when: '2+3' }] : []),
];

describe('a fault at one system call under load', () => {
  // Before the folder's own, which removes what the gateway still writes to.
  afterEach(async () => {
    await gateway.end('SIGKILL');
  });
  const folder = useFolder();
  const start = (): Promise<Gateway> => startGateway({ folder: folder(), config, env: { UV_THREADPOOL_SIZE: '1' } });
  const accounts: Account[] = [];
  let gateway: Gateway;

  beforeEach(async () => {
    accounts.length = 0;
    gateway = await start();
  });

  async function openAccounts(client: Client): Promise<Account[]> {
    const fresh = Array.from({ length: WRITERS }, (_, i) => openAccount(`d-${accounts.length + i}`));
    for (const { deviceId } of fresh) {
      const { status } = await client.call('POST', '/api/devices', { id: deviceId });
      expect(status).to.equal(201);
    }
    accounts.push(...fresh);
    return fresh;
  }

  /** Ends the gateway, starts it again on what is on the disk, and looks for everything that was acknowledged. */
  async function expectKeptAfterRestart(): Promise<void> {
    await gateway.end('SIGKILL');
    gateway = await start();
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    for (const own of accounts) await expectKept(client, own);
    const { body } = await client.call('GET', '/api/health');
    expect(body.store).to.deep.include({ losses: [], writable: true });
  }

  const acknowledged = (of: readonly Account[]): number => of.reduce((sum, own) => sum + own.acknowledged.size, 0);

  for (const call of calls) {
    it(`${call}: killed on entering it, the first ${EACH}, it starts again with all that was acknowledged`, async function () {
      this.timeout(30_000 + EACH * 60_000);
      for (let nth = 1; nth <= EACH; nth++) {
        const client = await signIn(gateway.url, { apiKey: TEST_KEY });
        const own = await openAccounts(client);
        const strace = await attachStrace(gateway.pid, injections(call, 'signal=KILL', String(nth)));
        const writing = own.map((account) => writeOverHttp(client, account, { fix: longFixAt }));
        const { process: victim } = gateway;
        await eventually(`call ${nth} of ${call}`, () => victim.signalCode !== null, STRIKE_MS);
        await Promise.all(writing);
        await strace.detach();
        await expectKeptAfterRestart();
      }
      console.log(`      ${acknowledged(accounts)} acknowledged`);
    });

    it(`${call}: failed, the first ${EACH}, it refuses at most, still reads, and goes on`, async function () {
      this.timeout(30_000 + EACH * 60_000);
      for (let nth = 1; nth <= EACH; nth++) {
        const client = await signIn(gateway.url, { apiKey: TEST_KEY });
        const own = await openAccounts(client);
        const fault = errors[nth % errors.length] ?? 'error=EIO';
        const strace = await attachStrace(gateway.pid, injections(call, fault, String(nth)));
        // Opening a file for reading can be the call that fails.
        const load = beginLoad(client, own, { history: call !== 'openat' });
        try {
          await eventually(`call ${nth} of ${call}`, () => strace.struck() > 0, STRIKE_MS);
          await strace.detach();
          await eventuallyAcknowledged(own);
        } finally {
          await load.end();
        }
        expect(load.refused().filter((status) => status !== 503)).to.deep.equal([]);
        await expectKeptAfterRestart();
      }
      console.log(`      ${acknowledged(accounts)} acknowledged`);
    });
  }

  for (const fault of errors) {
    it(`${fault} at every write and sync: refuses with 503, says why, still reads, and goes on by itself`, async function () {
      this.timeout(60_000);
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      for (const call of ['pwrite64', 'fdatasync', 'fsync', 'openat']) {
        const own = await openAccounts(client);
        const load = beginLoad(client, own, { history: call !== 'openat' });
        try {
          await eventuallyAcknowledged(own);
          const strace = await attachStrace(gateway.pid, injections(call, fault, '1+'));
          await eventually(`${call} fails`, () => strace.struck() > 20, STRIKE_MS);
          const { body } = await client.call('GET', '/api/health');
          expect(body).to.include({ status: 'degraded' });
          expect((body.store as { reason: string }).reason).to.match(/\S/);
          await strace.detach();
          await eventuallyAcknowledged(own);
        } finally {
          await load.end();
        }
        expect(load.refused()).to.deep.equal([503]);
      }
      await expectKeptAfterRestart();
      console.log(`      ${acknowledged(accounts)} acknowledged`);
    });
  }
});

/** Every one of them gets a further post acknowledged. */
async function eventuallyAcknowledged(accounts: readonly Account[]): Promise<void> {
  const before = accounts.map(({ acknowledged }) => acknowledged.size);
  const further = (): boolean => accounts.every(({ acknowledged }, i) => acknowledged.size > (before[i] ?? 0));
  await eventually('writing works again', further, RESUME_MS);
}

type Load = {
  /** ends it, and throws what a reader met */
  readonly end: () => Promise<void>;
  /** statuses other than 201 that the writers were answered */
  readonly refused: () => number[];
};

/** Writers and a reader: whatever the disk does, what is stored can be read. */
function beginLoad(client: Client, accounts: readonly Account[], { history }: { readonly history: boolean }): Load {
  const range = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };
  let ended = false;
  const until = (): boolean => ended;
  const refused = new Set<number>();
  const write = async (account: Account): Promise<void> => {
    for (const status of (await writeOverHttp(client, account, { fix: longFixAt, until })).keys()) refused.add(status);
  };
  const read = async (): Promise<void> => {
    while (!ended) {
      for (const { deviceId } of accounts) {
        const last = await client.call('GET', `/api/devices/${deviceId}/lastLocation`);
        expect(last.status).to.equal(200);
        if (!history) continue;
        const { status } = await client.call('POST', `/api/devices/${deviceId}/locations`, range);
        expect(status).to.equal(200);
      }
    }
  };
  const all = Promise.allSettled([...accounts.map(write), read()]);
  return {
    async end() {
      ended = true;
      for (const one of await all) if (one.status === 'rejected') throw one.reason;
    },
    refused: () => [...refused],
  };
}
