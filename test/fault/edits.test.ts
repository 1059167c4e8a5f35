import { expect } from 'chai';
import { signIn } from '../support/api/client.js';
import { openEditLedger } from '../support/gateway/edit-ledger.js';
import { eventually } from '../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';
import { attachStrace, type Injection } from '../support/store/strace.js';
import { createFakeClock } from '../support/time/faketime.js';

const config = {
  store: { segmentBytes: 65_536, snapshotBytes: 65_536 },
  licenses: { total: 10_000 },
  mdns: { enabled: false },
  log: { level: 'silent' },
};
const MIN_CHANGES = 40;
const MIN_FAULTS = 20;

const FAULTS: readonly Injection[] = [
  { call: 'pwrite64', fault: 'error=ENOSPC', when: '2+3' },
  { call: 'pwrite64', fault: 'error=EIO', when: '2+3' },
  { call: 'fdatasync', fault: 'error=EIO', when: '2+3' },
  { call: 'fdatasync', fault: 'error=ENOSPC', when: '1+' },
];

describe('changes of users, keys, rules, devices and commands', () => {
  const folder = useFolder();
  let gateway: Gateway;
  const url = (): string => gateway.url;
  afterEach(killAll);

  const start = async (env: NodeJS.ProcessEnv): Promise<void> => {
    gateway = await startGateway({ folder: folder(), config, env });
  };

  for (const injection of FAULTS) {
    const { call, fault, when } = injection;
    it(`no acknowledged change is lost, and none is made by half, while ${call} fails with ${fault} (${when})`, async () => {
      const env = { UV_THREADPOOL_SIZE: '1' };
      await start(env);
      const ledger = await openEditLedger(url);
      let isOver = false;
      const working = ledger.work(() => isOver);
      const growBy = (count: number): Promise<number> => {
        const enough = ledger.acknowledged() + count;
        return eventually(`${count} changes`, () => ledger.acknowledged() >= enough);
      };
      try {
        await growBy(MIN_CHANGES);
        const strace = await attachStrace(gateway.pid, [injection]);
        await eventually(`${call} fails`, () => strace.struck() >= MIN_FAULTS);
        await strace.detach();
        await growBy(MIN_CHANGES);
      } finally {
        isOver = true;
        await working;
      }
      expect([...ledger.refusals.keys()]).to.deep.equal([503]);
      await ledger.verify();
      await gateway.end('SIGKILL');
      await start(env);
      await ledger.verify();
      console.log(`      ${ledger.acknowledged()} acknowledged, ${ledger.refusals.get(503)} refused`);
      const { body } = await (await signIn(url(), { apiKey: TEST_KEY })).call('GET', '/api/health');
      expect(body.store).to.deep.include({ losses: [], writable: true });
    });
  }

  it('no acknowledged change is lost, and none is made by half, while the clock is set back and forth', async () => {
    const clock = createFakeClock(folder);
    clock.set('2027-03-27 12:00:00');
    await start(clock.env());
    const ledger = await openEditLedger(url, true);
    for (const time of [
      '2027-03-27 11:00:00',
      '2027-03-29 12:00:00',
      '1970-01-01 00:00:10',
      '2027-03-28 12:00:00',
      '2027-04-02 12:00:00',
      '2027-03-30 12:00:00',
    ]) {
      clock.set(time);
      const enough = ledger.acknowledged() + MIN_CHANGES;
      await ledger.work(() => ledger.acknowledged() >= enough);
      await ledger.verify();
    }
    // A command may expire just before it is canceled.
    expect([...ledger.refusals.keys()].filter((status) => status !== 409)).to.deep.equal([]);
    await gateway.end('SIGKILL');
    await start(clock.env());
    await ledger.verify();
    console.log(`      ${ledger.acknowledged()} acknowledged`);
  });
});
