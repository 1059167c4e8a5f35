import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { UplinkView } from '../../src/schema/uplinks/uplink.js';
import type { RecordsPage } from '../../src/services/history/records.js';
import { findSegments, sortedName } from '../../src/store/log/segment.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { expectKept, openAccount, writeOverHttp, type Account } from '../support/gateway/fix-account.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { runToEnd } from '../support/gateway/run-to-end.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt } from '../support/store/records.js';
import { compileShim } from './power/shim.js';
import { FAR_SIDES } from './uplinks/far-sides.js';

/** The figure is measured for 10 minutes; CI looks for as long as the faults take to show. */
const SECONDS = Number(process.env.WAYPOST_UNREADABLE_SECONDS ?? 3);
const SEGMENTS = 10;
const PER_POST = 100;
const DEVICES = ['bus', 'van', 'cab'];
const CONFIG = { store: { segmentBytes: 65_536, snapshotBytes: 65_536 }, log: { level: 'warn' } };

/** Each read of the file fails, in the process and all its threads. `-D`: strace is not the parent. */
const failingReads = (path: string): string[] => {
  const calls = 'read,pread64,readv,preadv';
  return ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '-P', path, '-e', `trace=${calls}`].concat([
    ...['-e', 'signal=none', '-e', `inject=${calls}:error=EIO`],
  ]);
};

describe('an I/O error in 1 of 10 closed segments, under posts', () => {
  const folder = useFolder();
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  after(killAll);

  const data = (): string => join(folder(), 'data');

  async function start(
    config: object,
    under: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ gateway: Gateway; client: Client }> {
    const gateway = await startGateway({ folder: folder(), config: { ...CONFIG, ...config }, under, env });
    ends.push(() => gateway.end('SIGKILL'));
    return { gateway, client: await signIn(gateway.url, { apiKey: TEST_KEY }) };
  }

  /** The numbers of the sorted segments. */
  const closed = async (): Promise<number[]> =>
    (await findSegments(join(data(), 'log'))).flatMap(({ first, raw }) => (raw ? [] : first));

  async function fill(): Promise<Account[]> {
    const { gateway, client } = await start({});
    const accounts = DEVICES.map(openAccount);
    for (const { deviceId } of accounts) await client.call('POST', '/api/devices', { id: deviceId });
    for (; (await closed()).length < SEGMENTS;) {
      for (const own of accounts) {
        const seconds = Array.from({ length: PER_POST }, (_, index) => own.sent + index);
        const { status } = await client.call('POST', `/api/devices/${own.deviceId}/locations`, {
          locations: seconds.map(fixAt),
        });
        expect(status).to.equal(201);
        own.sent += PER_POST;
        for (const second of seconds) own.acknowledged.add(second);
      }
    }
    await gateway.end('SIGTERM');
    return accounts;
  }

  /** Follows all records; the gaps are joined. */
  async function follow(client: Client): Promise<{ count: number; gaps: { from: number; to: number }[] }> {
    const gaps: { from: number; to: number }[] = [];
    let count = 0;
    for (let after = ''; ;) {
      const { status, body } = await client.call('GET', `/api/records?after=${after}&limit=1000`);
      expect(status).to.equal(200);
      const { records, next, end, gap } = body as unknown as RecordsPage;
      count += records.length;
      const last = gaps.at(-1);
      if (gap !== undefined && last?.to === gap.from - 1) last.to = gap.to;
      else if (gap !== undefined) gaps.push({ ...gap });
      after = next;
      if (Number(next.split('.')[1]) >= end) return { count, gaps };
    }
  }

  /** Posts fixes between those of the segment: each is compared with what the segment has. */
  async function postLate(client: Client, until: () => boolean): Promise<number> {
    let posted = 0;
    for (; !until(); posted += 1) {
      const dateTime = new Date(Date.parse(fixAt(posted).dateTime) + 500).toISOString();
      const { status } = await client.call('POST', '/api/devices/bus/locations', { ...fixAt(posted), dateTime });
      expect(status, dateTime).to.equal(201);
      await delay(5);
    }
    return posted;
  }

  /** A backup and a check that cannot read the file either name what is missing. */
  async function expectNamed(
    path: string,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<void> {
    const failing = { under: failingReads(path) };
    const backup = await runToEnd(['backup', join(folder(), 'b.gz'), '--data', data()], failing);
    expect(backup.code, backup.output).to.equal(1);
    expect(backup.output).to.contain(`entries ${from} to ${to}`);
    const check = await runToEnd(['check', '--only', 'store', '--data', data()], failing);
    expect(check.code, check.output).to.equal(2);
    expect(check.output).to.contain(`entries ${from} to ${to} are missing`);
  }

  for (const hasUplink of [false, true]) {
    it(`${hasUplink ? 'with' : 'without'} an uplink, the gateway lives, stores all, and names the loss`, async function () {
      this.timeout(this.timeout() + SECONDS * 1_000);
      const accounts = await fill();
      const all = await closed();
      const first = all[5] ?? 0;
      const lost = { from: first, to: (all[6] ?? 0) - 1 };
      const name = sortedName(first);
      const rest = FAR_SIDES.find(({ type }) => type === 'rest');
      mkdirSync(join(folder(), 'far'));
      const far = hasUplink ? await rest?.start(join(folder(), 'far'), DEVICES) : undefined;
      if (far !== undefined) ends.push(far.end);
      const uplinks = far === undefined ? [] : [{ name: 'center', from: 'start', ...rest?.settings(far.port) }];
      const { gateway, client } = await start({ uplinks }, failingReads(join(data(), 'log', name)));

      const startedAt = performance.now();
      const until = (): boolean => performance.now() - startedAt > SECONDS * 1_000;
      const writing = accounts.map((own) => writeOverHttp(client, own, { until }));
      const [late] = await Promise.all([postLate(client, until), ...writing]);
      for (const refusals of await Promise.all(writing)) expect([...refusals.keys()]).to.deep.equal([]);

      const { gaps, count } = await follow(client);
      expect(gaps).to.deep.equal([lost]);
      for (const id of DEVICES) {
        const range = { from: fixAt(0).dateTime, to: fixAt(86_399).dateTime };
        expect((await client.call('POST', `/api/devices/${id}/locations`, range)).status).to.equal(200);
      }
      const { body } = await client.call('GET', '/api/health');
      expect(body.status).to.equal('degraded');
      expect((body.store as { losses: string[] }).losses.join('\n')).to.match(
        new RegExp(`^${name} cannot be read \\(the disk is failing: .*entries ${lost.from} to ${lost.to} are missing`),
      );
      expect(gateway.output().split(name).length - 1, gateway.output()).to.equal(1);
      expect(gateway.process.exitCode).to.equal(null);
      if (far !== undefined) {
        const uplinkOf = async (): Promise<UplinkView | undefined> =>
          ((await client.call('GET', '/api/uplinks')).body.uplinks as UplinkView[])[0];
        await eventually('all else is forwarded', async () => (await uplinkOf())?.behind.records === 0);
        expect((await far.arrived()).length).to.be.at.least(count - DEVICES.length);
        expect((await uplinkOf())?.dropped).to.not.equal(0);
      }

      if (!hasUplink) await expectNamed(join(data(), 'log', name), lost);

      await gateway.end('SIGKILL');
      const again = await start({});
      for (const own of accounts.slice(1)) await expectKept(again.client, own);
      expect(await follow(again.client)).to.deep.equal({ count: count + lost.to - lost.from + 1, gaps: [] });
      expect((await again.client.call('GET', '/api/health')).body.store).to.deep.include({ losses: [] });
      const acknowledged = accounts.reduce((sum, own) => sum + own.acknowledged.size, 0);
      console.log(
        `      ${SECONDS} s: ${acknowledged} acknowledged and ${late} late ones, ${lost.to - lost.from + 1} passed over`,
      );
    });
  }

  it('one bad sector costs only the entries in it, in a gateway, in a backup and after a repair', async () => {
    const accounts = await fill();
    const [first = 0] = (await closed()).slice(5);
    const path = join(data(), 'log', sortedName(first));
    const env = {
      LD_PRELOAD: await compileShim(folder(), 'bad-sector'),
      ...{ BAD_INODE: String(statSync(path).ino), BAD_FROM: '16384', BAD_TO: '20480' },
    };
    const { client } = await start({}, [], env);
    const { count, gaps } = await follow(client);
    const lost = gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    expect(lost).to.be.within(10, 30);
    expect((await client.call('GET', '/api/health')).body.status).to.equal('degraded');
    const backup = await runToEnd(['backup', join(folder(), 'b.gz'), '--data', data()], { env });
    expect(backup.code, backup.output).to.equal(1);
    for (const { from, to } of gaps)
      expect(backup.output).to.contain(from === to ? `entry ${from}` : `entries ${from} to ${to}`);
    await ends.pop()?.();

    const repair = await runToEnd(['check', '--only', 'store', '--repair', '--data', data()], { env });
    expect(repair.code, repair.output).to.equal(2);
    expect(repair.output)
      .to.match(/missing/)
      .and.to.not.match(/cannot be read/);
    const again = await start({});
    expect(await follow(again.client)).to.deep.equal({ count, gaps });
    const acknowledged = accounts.reduce((sum, own) => sum + own.acknowledged.size, 0);
    console.log(`      ${acknowledged} acknowledged, ${lost} in the bad sector`);
  });
});
