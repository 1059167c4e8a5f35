import { expect } from 'chai';
import { expectKept, openAccount, writeOverHttp, type Account } from '../support/gateway/fix-account.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { longFixAt } from '../support/store/records.js';
import { attachStrace, type Fault, type Injection } from '../support/store/strace.js';

/** Faults at the first N of each call; 40 in the long run. */
const FAULTS_PER_CALL = Number(process.env.WAYPOST_FAULTS_EACH ?? 3);
const WRITERS = 4;

/** The minimum: about every twenty posts a segment is closed and the state written. */
const config = {
  store: { segmentBytes: 65_536, snapshotBytes: 65_536 },
  licenses: { total: 10_000 },
  log: { level: 'silent' },
};
const ERRORS = ['error=EIO', 'error=ENOSPC', 'error=EROFS', 'error=EDQUOT'] as const;

/** Every call by which the store changes the disk; Node writes at a position, with pwrite64. */
const CALLS = ['pwrite64', 'fdatasync', 'fsync', 'rename', 'openat', 'unlink', 'ftruncate'];

/** Injects `fault` at the Nth `call`. A file is only truncated after a failed write, so every third write fails too. */
const injections = (call: string, fault: Fault, when: string): Injection[] => [
  { call, fault, when },
  ...(call === 'ftruncate' ? [{ call: 'pwrite64', fault: 'error=ENOSPC' as const, when: '2+3' }] : []),
];

describe('a fault at one system call under load', () => {
  // Registered before useFolder's hook, which removes the folder that the gateway writes to.
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

  /** Kills the gateway, starts it again, and checks that everything acknowledged is there. */
  async function expectKeptAfterRestart(): Promise<void> {
    await gateway.end('SIGKILL');
    gateway = await start();
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    for (const own of accounts) await expectKept(client, own);
    const { body } = await client.call('GET', '/api/health');
    expect(body.store).to.deep.include({ losses: [], writable: true });
  }

  const acknowledged = (of: readonly Account[]): number => of.reduce((sum, own) => sum + own.acknowledged.size, 0);

  for (const call of CALLS) {
    it(`a kill at each of the first ${FAULTS_PER_CALL} ${call} calls loses nothing acknowledged`, async function () {
      this.timeout(this.timeout() + FAULTS_PER_CALL * 60_000);
      for (let nth = 1; nth <= FAULTS_PER_CALL; nth++) {
        const client = await signIn(gateway.url, { apiKey: TEST_KEY });
        const own = await openAccounts(client);
        const strace = await attachStrace(gateway.pid, injections(call, 'signal=KILL', String(nth)));
        const writing = own.map((account) => writeOverHttp(client, account, { fix: longFixAt }));
        const { process: victim } = gateway;
        await eventually(`call ${nth} of ${call}`, () => victim.signalCode !== null);
        await Promise.all(writing);
        await strace.detach();
        await expectKeptAfterRestart();
      }
      console.log(`      ${acknowledged(accounts)} acknowledged`);
    });

    it(`a failure of each of the first ${FAULTS_PER_CALL} ${call} calls at most refuses writes; reads and later writes work`, async function () {
      this.timeout(this.timeout() + FAULTS_PER_CALL * 60_000);
      for (let nth = 1; nth <= FAULTS_PER_CALL; nth++) {
        const client = await signIn(gateway.url, { apiKey: TEST_KEY });
        const own = await openAccounts(client);
        const fault = ERRORS[nth % ERRORS.length] ?? 'error=EIO';
        const strace = await attachStrace(gateway.pid, injections(call, fault, String(nth)));
        // The failing call may be the opening of a file for reading.
        const load = startLoad(client, own, { history: call !== 'openat' });
        try {
          await eventually(`call ${nth} of ${call}`, () => strace.struck() > 0);
          await strace.detach();
          await eventuallyAcknowledged(own);
        } finally {
          await load.end();
        }
        expect(load.refusals().filter((status) => status !== 503)).to.deep.equal([]);
        await expectKeptAfterRestart();
      }
      console.log(`      ${acknowledged(accounts)} acknowledged`);
    });
  }

  for (const fault of ERRORS) {
    it(`${fault} at every write and sync refuses writes with 503 and a reason; reads work, and writing resumes by itself`, async () => {
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      for (const call of ['pwrite64', 'fdatasync', 'fsync', 'openat']) {
        const own = await openAccounts(client);
        const load = startLoad(client, own, { history: call !== 'openat' });
        try {
          await eventuallyAcknowledged(own);
          const strace = await attachStrace(gateway.pid, injections(call, fault, '1+'));
          await eventually(`${call} fails`, () => strace.struck() > 20);
          const { body } = await client.call('GET', '/api/health');
          expect(body).to.include({ status: 'degraded' });
          expect((body.store as { reason: string }).reason).to.match(/\S/);
          await strace.detach();
          await eventuallyAcknowledged(own);
        } finally {
          await load.end();
        }
        expect(load.refusals()).to.deep.equal([503]);
      }
      await expectKeptAfterRestart();
      console.log(`      ${acknowledged(accounts)} acknowledged`);
    });
  }
});

/** Each account gets a further post acknowledged. */
async function eventuallyAcknowledged(accounts: readonly Account[]): Promise<void> {
  const before = accounts.map(({ acknowledged }) => acknowledged.size);
  const further = (): boolean => accounts.every(({ acknowledged }, i) => acknowledged.size > (before[i] ?? 0));
  await eventually('writing works again', further);
}

type Load = {
  /** ends the load; throws the errors of the reader */
  readonly end: () => Promise<void>;
  /** statuses other than 201 that the writers received */
  readonly refusals: () => number[];
};

/** Writers, and a reader that must succeed whatever the disk does. */
function startLoad(client: Client, accounts: readonly Account[], { history }: { readonly history: boolean }): Load {
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
    refusals: () => [...refused],
  };
}
