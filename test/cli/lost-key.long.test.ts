import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import type { Change } from '../../src/schema/entry.js';
import type { User } from '../../src/schema/accounts/user.js';
import { silentLogger } from '../../src/logger.js';
import { openStore } from '../../src/store/store.js';
import { request } from '../support/api/client.js';
import { runCommand } from '../support/gateway/run-command.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { runToEnd, type Ran } from '../support/gateway/run-to-end.js';
import { userOf, usersWithKey } from '../support/api/users.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

describe('replacing a lost key', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  afterEach(killAll);

  /** Runs a command on the data folder, without an API key. */
  const waypost = (...args: readonly string[]): Promise<Ran> => runCommand([...args, '--data', data()]);
  const keyIn = ({ output }: Ran): string => /^ {2}(\S{43})$/m.exec(output)?.[1] ?? output;
  const statusOf = async ({ url }: Gateway, userName: string, apiKey: string): Promise<number> =>
    (await request(url, 'POST', '/api/Auth/Token', { userName, apiKey })).status;

  /** The lines of the log with one of these kinds. */
  const linesOfKind = (...kinds: readonly string[]): readonly string[] => {
    const log = readFileSync(join(data(), 'log/000000000001.jsonl'), 'utf8');
    return log.split('\n').filter((line) => kinds.includes(/"kind":"([\w-]+)"/.exec(line)?.[1] ?? ''));
  };

  /** Creates a data folder with these users. `clock`: the clock of its gateway. */
  async function createStore(users: readonly User[], clock = createClock()): Promise<void> {
    mkdirSync(data());
    const sizes = { segmentBytes: 1_000_000, snapshotBytes: 1_000_000, retention: { days: 0, bytes: 0 } };
    const store = await openStore({ folder: data(), clock, logger: silentLogger, ...sizes });
    const gateway: Change = { kind: 'gateway', v: { id: 'depot-1' } };
    await store.append([gateway, ...(await usersWithKey(...users))]);
    await store.close();
  }

  it('a key from the data folder of a stopped gateway works after the start, and the previous key does not', async () => {
    await (await startGateway({ folder: folder() })).end('SIGTERM');
    const created = await runToEnd(['key', 'new', 'admin', '--data', data()]);
    expect([created.code, keyIn(created).length], created.output).to.deep.equal([0, 43]);
    expect(created.output).not.to.contain('waypost:');
    expect(linesOfKind('credential').at(-1)).to.match(
      /,"by":\{"type":"command","account":"[^"]+","command":"key new"\},/,
    );
    const again = await startGateway({ folder: folder() });
    expect(await statusOf(again, 'admin', keyIn(created))).to.equal(200);
    expect(await statusOf(again, 'admin', TEST_KEY)).to.equal(401);
    await again.end('SIGTERM');
    expect(await waypost('check', '--only', 'store')).to.deep.include({ code: 0 });
    for (const name of ['state.json', 'log/000000000001.jsonl']) {
      expect(statSync(join(data(), name)).mode & 0o777, name).to.equal(0o600);
    }
  });

  it('the new key is stored before it is shown: a kill right after does not lose it', async () => {
    await (await startGateway({ folder: folder() })).end('SIGKILL');
    const command = runWaypost(['key', 'new', 'admin', '--json', '--data', data()]);
    await eventually('the key is shown', () => command.output().includes('apiKey'));
    command.process.kill('SIGKILL');
    await command.ended;
    const { apiKey } = JSON.parse(command.output()) as { apiKey: string };
    expect(await statusOf(await startGateway({ folder: folder() }), 'admin', apiKey)).to.equal(200);
  });

  it('the data folder of a running gateway is refused with its pid, and nothing is changed', async () => {
    const gateway = await startGateway({ folder: folder() });
    const before = linesOfKind('user', 'credential');
    expect(before).to.have.length(2);
    for (const args of [
      ['key', 'new', 'admin'],
      ['user', 'set', 'admin', '--enable'],
    ]) {
      const { code, output } = await waypost(...args);
      expect(code).to.equal(1);
      expect(output)
        .to.match(/^waypost: a running gateway uses [^\n]+\n$/)
        .and.contain(`process ${gateway.pid} on `)
        .and.contain('stop it first (sudo systemctl stop waypost), or omit --data to use its API');
    }
    expect(linesOfKind('user', 'credential')).to.deep.equal(before);
    expect(await statusOf(gateway, 'admin', TEST_KEY)).to.equal(200);
    // Reading is allowed.
    expect((await waypost('user', 'list')).output).to.match(/^admin +admin@waypost.local +admin +all +valid/m);
  });

  it('a new key does not enable a disabled or expired account: the printed command does', async () => {
    const past = '2026-01-01T00:00:00.000Z';
    await createStore([userOf('admin', { privileges: ['admin'], disabled: true, expires: past, from: past })]);
    const created = await waypost('key', 'new', 'admin');
    expect(created.code).to.equal(0);
    expect(created.output).to.contain(
      `waypost: admin cannot sign in: the account is disabled, the account expired on ${past}: ` +
        `waypost user set admin --enable --expires none --data ${data()}\n`,
    );
    const set = await waypost('user', 'set', 'admin', '--enable', '--expires', 'none');
    expect([set.code, set.output]).to.deep.equal([0, set.output]);
    expect(set.output)
      .to.match(/^admin +admin@example.org +admin +all +from 2026-01-01\S+ +never$/m)
      .and.not.contain('waypost:');
    expect(await statusOf(await startGateway({ folder: folder() }), 'admin', keyIn(created))).to.equal(200);
  });

  it('a new key comes with the commands that create an administrator if there is none', async () => {
    await createStore([userOf('Eve'), userOf('Bob', { privileges: ['admin'], deviceId: 'bus-7' })]);
    const created = await waypost('key', 'new', 'Eve');
    const [, advice = ''] = /^waypost: no administrator can sign in: (.*)$/m.exec(created.output) ?? [];
    const [set = '', issue = ''] = advice.split(', then ');
    expect(set).to.contain('waypost user set Bob --privileges admin');
    for (const command of [set, issue]) {
      const { code, output } = await runCommand(command.split(' ').slice(1));
      expect(code, output).to.equal(0);
      expect(output).not.to.contain('waypost:');
    }
    const users = await waypost('user', 'list');
    expect(users.output).to.match(/^Bob +Bob@example.org +admin +all +valid/m);
  });

  it('the log has the quality of an untrusted clock before the new key', async () => {
    const ahead = { ...createClock(), now: () => Date.UTC(2099, 0, 1) };
    await createStore([userOf('admin', { privileges: ['admin'] })], ahead);
    const created = await waypost('key', 'new', 'admin');
    expect(created.code, created.output).to.equal(0);
    const [quality = '', credential = ''] = linesOfKind('clock', 'credential').slice(-2);
    expect(quality).to.contain('"kind":"clock","v":{"quality":"none"}');
    expect(credential).to.contain('"kind":"credential"');
  });

  it('an error names the user, field or folder that is wrong, and no store is created in another folder', async () => {
    await createStore([userOf('admin', { privileges: ['admin'] })]);
    const other = join(folder(), 'photos');
    mkdirSync(other, { mode: 0o755 });
    for (const [args, message] of [
      [['key', 'new', 'Mallory', '--data', data()], 'user Mallory not found: existing users are admin'],
      [['user', 'set', 'admin', '--time-zone', 'Mars', '--data', data()], '--time-zone must be an IANA time zone'],
      [['user', 'set', 'admin', '--disable', '--data', data()], 'admin is the last administrator who can sign in'],
      [
        ['user', 'set', 'admin', '--data', data()],
        'nothing to change: give at least one field; waypost user set --help',
      ],
      [['key', 'new', 'admin', '--data', join(folder(), 'none')], `data folder ${join(folder(), 'none')} not found`],
      [['key', 'new', 'admin', '--data', other], `${other} is not a data folder of a gateway`],
      [['user', 'list', '--data', other], `${other} is not a data folder of a gateway`],
    ] as const) {
      const { code, output } = await runCommand(args);
      expect(code, output).to.equal(1);
      expect(output)
        .to.match(/^waypost: [^\n]+\n$/)
        .and.contain(message);
    }
    expect([readdirSync(other), statSync(other).mode & 0o777]).to.deep.equal([[], 0o755]);
    expect(await statusOf(await startGateway({ folder: folder() }), 'admin', TEST_KEY)).to.equal(200);
  });
});
