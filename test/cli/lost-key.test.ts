import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import type { Change } from '../../src/schema/entry.js';
import type { User } from '../../src/schema/accounts/user.js';
import { silentLogger } from '../../src/logger.js';
import { openStore } from '../../src/store/store.js';
import { request } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { runToEnd, type Ran } from '../support/run-to-end.js';
import { userOf, usersWithKey } from '../support/users.js';
import { killAll, runWaypost } from '../support/waypost.js';

describe('a lost key', function () {
  this.timeout(120_000);
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  afterEach(killAll);

  /** With no key at hand, as whoever has lost it. */
  const waypost = (...args: readonly string[]): Promise<Ran> => runToEnd([...args, '--data', data()]);
  const keyIn = ({ output }: Ran): string => /^ {2}(\S{43})$/m.exec(output)?.[1] ?? output;
  const statusOf = async ({ url }: Gateway, userName: string, apiKey: string): Promise<number> =>
    (await request(url, 'POST', '/api/Auth/Token', { userName, apiKey })).status;

  /** The lines of the log, of one kind or another. */
  const logged = (...kinds: readonly string[]): readonly string[] => {
    const log = readFileSync(join(data(), 'log/000000000001.jsonl'), 'utf8');
    return log.split('\n').filter((line) => kinds.includes(/"kind":"([\w-]+)"/.exec(line)?.[1] ?? ''));
  };

  /** A data folder whose users are these; `clock`: that of its gateway. */
  async function storeOf(users: readonly User[], clock = createClock()): Promise<void> {
    mkdirSync(data());
    const sizes = { segmentBytes: 1_000_000, snapshotBytes: 1_000_000, retention: { days: 0, bytes: 0 } };
    const store = await openStore({ folder: data(), clock, logger: silentLogger, ...sizes });
    const gateway: Change = { kind: 'gateway', v: { id: 'depot-1' } };
    await store.append([gateway, ...(await usersWithKey(...users))]);
    await store.close();
  }

  it('is replaced in the data folder of a stopped gateway: the new one is good after the start, the former one is not', async () => {
    await (await startGateway({ folder: folder() })).end('SIGTERM');
    const made = await waypost('key', 'new', 'admin');
    expect([made.code, keyIn(made).length], made.output).to.deep.equal([0, 43]);
    expect(made.output).not.to.contain('waypost:');
    const again = await startGateway({ folder: folder() });
    expect(await statusOf(again, 'admin', keyIn(made))).to.equal(200);
    expect(await statusOf(again, 'admin', TEST_KEY)).to.equal(401);
    await again.end('SIGTERM');
    expect(await waypost('check', '--only', 'store')).to.deep.include({ code: 0 });
    for (const name of ['state.json', 'log/000000000001.jsonl']) {
      expect(statSync(join(data(), name)).mode & 0o777, name).to.equal(0o600);
    }
  });

  it('is replaced for good before the new one is shown: a kill right then takes nothing back', async () => {
    await (await startGateway({ folder: folder() })).end('SIGKILL');
    const made = runWaypost(['key', 'new', 'admin', '--json', '--data', data()]);
    await eventually('the key is shown', () => made.output().includes('apiKey'));
    made.process.kill('SIGKILL');
    await made.ended;
    const { apiKey } = JSON.parse(made.output()) as { apiKey: string };
    expect(await statusOf(await startGateway({ folder: folder() }), 'admin', apiKey)).to.equal(200);
  });

  it('is not replaced under a running gateway: that is named, and nothing is touched', async () => {
    const gateway = await startGateway({ folder: folder() });
    const before = logged('user', 'credential');
    expect(before).to.have.length(2);
    for (const args of [
      ['key', 'new', 'admin'],
      ['user', 'set', 'admin', '--enable'],
    ]) {
      const { code, output } = await waypost(...args);
      expect(code).to.equal(1);
      expect(output)
        .to.match(/^waypost: a gateway is running on [^\n]+\n$/)
        .and.contain(`"pid":${gateway.pid}`)
        .and.contain('stop it first (sudo systemctl stop waypost), or leave --data out to ask it over its API');
    }
    expect(logged('user', 'credential')).to.deep.equal(before);
    expect(await statusOf(gateway, 'admin', TEST_KEY)).to.equal(200);
    // To look does no harm.
    expect((await waypost('user', 'list')).output).to.match(/^admin +admin@waypost.local +admin +all +valid/m);
  });

  it('does not open an account that is closed: what opens it is said, and done by that', async () => {
    const past = '2026-01-01T00:00:00.000Z';
    await storeOf([userOf('admin', { privileges: ['admin'], disabled: true, expires: past, from: past })]);
    const made = await waypost('key', 'new', 'admin');
    expect(made.code).to.equal(0);
    expect(made.output).to.contain(
      `waypost: admin can not sign in: the account is disabled, the account expired on ${past}: ` +
        `waypost user set admin --enable --expires none --data ${data()}\n`,
    );
    const set = await waypost('user', 'set', 'admin', '--enable', '--expires', 'none');
    expect([set.code, set.output]).to.deep.equal([0, set.output]);
    expect(set.output)
      .to.match(/^admin +admin@example.org +admin +all +from 2026-01-01\S+ +never$/m)
      .and.not.contain('waypost:');
    expect(await statusOf(await startGateway({ folder: folder() }), 'admin', keyIn(made))).to.equal(200);
  });

  it('is told to be of no help where no administrator is left, with what makes one', async () => {
    await storeOf([userOf('Eve'), userOf('Bob', { privileges: ['admin'], deviceId: 'bus-7' })]);
    const made = await waypost('key', 'new', 'Eve');
    const [, advice = ''] = /^waypost: no administrator can sign in: (.*)$/m.exec(made.output) ?? [];
    const [set = '', issue = ''] = advice.split(', then ');
    expect(set).to.contain('waypost user set Bob --privileges admin');
    for (const command of [set, issue]) {
      const { code, output } = await runToEnd(command.split(' ').slice(1));
      expect(code, output).to.equal(0);
      expect(output).not.to.contain('waypost:');
    }
    const users = await waypost('user', 'list');
    expect(users.output).to.match(/^Bob +Bob@example.org +admin +all +valid/m);
  });

  it('is replaced by a clock in doubt too, and the log says so before', async () => {
    const ahead = { ...createClock(), now: () => Date.UTC(2099, 0, 1) };
    await storeOf([userOf('admin', { privileges: ['admin'] })], ahead);
    const made = await waypost('key', 'new', 'admin');
    expect(made.code, made.output).to.equal(0);
    const [doubt = '', credential = ''] = logged('clock', 'credential').slice(-2);
    expect(doubt).to.contain('"kind":"clock","v":{"quality":"none"}');
    expect(credential).to.contain('"kind":"credential"');
  });

  it('says what is wrong with the user, the field or the folder, and makes no store of a folder that is none', async () => {
    await storeOf([userOf('admin', { privileges: ['admin'] })]);
    const other = join(folder(), 'photos');
    mkdirSync(other, { mode: 0o755 });
    for (const [args, said] of [
      [['key', 'new', 'Mallory', '--data', data()], 'there is no user Mallory: there are admin'],
      [['user', 'set', 'admin', '--time-zone', 'Mars', '--data', data()], '--time-zone must be an IANA time zone'],
      [['user', 'set', 'admin', '--disable', '--data', data()], 'admin is the last administrator who can sign in'],
      [['user', 'set', 'admin', '--data', data()], 'there is nothing to change: waypost user set --help'],
      [['key', 'new', 'admin', '--data', join(folder(), 'none')], `there is no data folder ${join(folder(), 'none')}`],
      [['key', 'new', 'admin', '--data', other], `${other} is not the data folder of a gateway`],
      [['user', 'list', '--data', other], `${other} is not the data folder of a gateway`],
    ] as const) {
      const { code, output } = await runToEnd(args);
      expect(code, output).to.equal(1);
      expect(output)
        .to.match(/^waypost: [^\n]+\n$/)
        .and.contain(said);
    }
    expect([readdirSync(other), statSync(other).mode & 0o777]).to.deep.equal([[], 0o755]);
    expect(await statusOf(await startGateway({ folder: folder() }), 'admin', TEST_KEY)).to.equal(200);
  });
});
