import { expect } from 'chai';
import type { UserView } from '../../src/schema/accounts/user.js';
import { request, signIn, type Client } from '../support/api/client.js';
import { useFolder } from '../support/store/folder.js';
import { runCommand, useGateway } from '../support/gateway/run-command.js';
import { runToEnd, type Ran } from '../support/gateway/run-to-end.js';
import { TEST_KEY } from '../support/gateway/test-key.js';
import { killAll } from '../support/gateway/waypost.js';

describe('waypost user', () => {
  const folder = useFolder();
  const url = useGateway(folder, { timeZone: 'Europe/Madrid' });
  let client: Client;
  beforeEach(async () => {
    client = await signIn(url(), { apiKey: TEST_KEY });
  });
  afterEach(killAll);

  const env = { WAYPOST_API_KEY: TEST_KEY };
  const user = (...args: readonly string[]): Promise<Ran> => runCommand(['user', ...args, '--url', url()], env);
  const stored = async (name: string): Promise<UserView | undefined> => {
    const users = (await client.call('GET', '/api/users')).body.users as UserView[];
    return users.find((one) => one.name === name);
  };
  const email = ['--email', 'eve@example.org'];

  it('the options set every field of a user, in add, set, list and remove', async () => {
    await client.call('POST', '/api/devices', { id: 'bus-7' });
    const group = (await client.call('POST', '/api/groups', { name: 'Night' })).body.id as string;
    const bounds = ['--group', 'night', '--device-id', 'bus-7', '--admin-devices', '3'];
    const validity = ['--from', '2026-01-01T00:00:00Z', '--expires', '2999-01-01T00:00:00Z'];
    const texts = [
      '--country',
      'ES',
      '--time-zone',
      'Atlantic/Azores',
      '--description',
      'at night',
      '--tag',
      'shift=3',
    ];
    const privileges = ['--privileges', 'ingest,messages'];
    const added = await user(
      'add',
      'Eve',
      ...email,
      ...bounds,
      ...validity,
      ...texts,
      ...privileges,
      '--message',
      'hello',
    );
    expect(added.code, added.output).to.equal(0);
    expect(added.output).to.contain('To create an API key: npx waypost key new Eve\n');
    expect(await stored('Eve')).to.deep.include({
      email: 'eve@example.org',
      group,
      deviceId: 'bus-7',
      adminDevices: 3,
      from: '2026-01-01T00:00:00.000Z',
      expires: '2999-01-01T00:00:00.000Z',
      country: 'ES',
      timeZone: 'Atlantic/Azores',
      description: 'at night',
      message: 'hello',
      tags: { shift: '3' },
      privileges: ['ingest', 'messages'],
      disabled: false,
    });
    const listed = await user('list');
    expect(listed.output)
      .to.match(/^USER +EMAIL +PRIVILEGES +SEES +ACCOUNT +LAST LOGIN\n/)
      .and.match(
        /^Eve +eve@example.org +ingest, messages +device bus-7 +from 2026-01-01\S+ until 2999-01-01\S+ +never$/m,
      )
      .and.match(/^admin +admin@waypost.local +admin +all +valid +\d{4}-\S+Z$/m);

    const none = ['--device-id', 'none', '--admin-devices', 'none', '--from', 'none', '--expires', 'none'];
    const disabled = ['--disable', '--disabled-message', 'on leave', '--privileges', 'none', '--tag', 'shift='];
    const set = await user('set', 'EVE@example.org', ...none, ...disabled, '--name', 'Eva');
    expect(set.output).to.match(/^Eva +eve@example.org +read only +group Night +disabled +never$/m);
    const left = { deviceId: null, adminDevices: null, from: null, expires: null, privileges: [], tags: {}, group };
    expect(await stored('Eva')).to.deep.include({ ...left, disabled: true, disabledMessage: 'on leave' });
    await user('set', 'eva', '--enable', '--group', 'none');
    expect(await stored('Eva')).to.deep.include({ disabled: false, disabledMessage: 'on leave', group: null });

    expect(await user('remove', 'Eva')).to.deep.equal({ code: 0, output: 'user Eva removed\n' });
    expect(await stored('Eva')).to.equal(undefined);
  });

  it('link prints a link that signs the user in once', async () => {
    await user('add', 'Eve', ...email);
    const { code, output } = await user('link', 'eve');
    expect(code, output).to.equal(0);
    const [, link = ''] = /\/#link=([\w-]{43})\n/.exec(output) ?? [];
    const redeem = () => request(url(), 'POST', '/api/Auth/Token', { link });
    expect((await redeem()).status).to.equal(200);
    expect((await redeem()).status).to.equal(401);
  });

  it('a new user gets the country and time zone of its creator, and --json prints the response of the API', async () => {
    await user('set', 'admin', '--country', 'PT', '--time-zone', 'Europe/Lisbon');
    const added = await user('add', 'Eve', ...email, '--privileges', 'none', '--json');
    const eve = await stored('Eve');
    expect(eve).to.deep.include({ country: 'PT', timeZone: 'Europe/Lisbon', privileges: [] });
    expect(JSON.parse(added.output)).to.deep.equal({ user: eve });
    const { users } = JSON.parse((await user('list', '--json')).output) as { users: UserView[] };
    expect(users.map(({ name }) => name)).to.deep.equal(['Eve', 'admin']);
    expect(JSON.parse((await user('remove', 'eve', '--json')).output)).to.deep.equal({ removed: 'Eve' });
  });

  it('an error names the option and the fix on one line, changes nothing, and exits with 1', async () => {
    await user('add', 'Eve', ...email);
    const before = await stored('Eve');
    for (const [args, message] of [
      [['set', 'Mallory', '--disable'], 'user Mallory not found: existing users are Eve, admin'],
      [['remove', 'Mallory'], 'user Mallory not found: existing users are Eve, admin'],
      [['add', 'eve', '--email', 'other@example.org'], 'refused /api/users: /name: already used by another user'],
      [['set', 'Eve', '--email', 'ADMIN@waypost.local'], '--email: already used by another user'],
      [['set', 'Eve', '--time-zone', 'Mars/Olympus'], '--time-zone must be an IANA time zone, like Europe/Madrid'],
      [['set', 'Eve', '--country', 'Spain'], "--country must be a country's ISO 3166-1 code, like ES or ESP"],
      [['set', 'Eve', '--privileges', 'root'], '--privileges must be one of admin, devices:write'],
      [['set', 'Eve', '--expires', 'soon'], '--expires must be an ISO 8601 time with its zone'],
      [['set', 'Eve', '--device-id', 'bus-9'], '--device-id: device bus-9 not found'],
      [['set', 'Eve', '--group', 'Day'], 'group Day not found: no group exists yet'],
      [['set', 'Eve'], 'nothing to change: give at least one field; waypost user set --help lists them'],
      [['set', 'admin', '--disable'], 'admin is the last administrator who can sign in: create another one first'],
      [['remove', 'admin'], 'admin is the last administrator who can sign in: create another one first'],
    ] as const) {
      const { code, output } = await user(...args);
      expect(code, output).to.equal(1);
      expect(output)
        .to.match(/^waypost: [^\n]+\n$/)
        .and.contain(message);
    }
    expect(await stored('Eve')).to.deep.equal(before);
    const both = await user('set', 'Eve', '--enable', '--disable');
    expect([both.code, both.output]).to.deep.equal([1, both.output]);
    expect(both.output).to.contain("'--disable' cannot be used with option '--enable'");
  });

  it('the installed program prints the same, with the same exit status', async () => {
    for (const args of [
      ['list', '--help'],
      ['add', 'Eve'],
      ['remove', 'Mallory', '--url', url()],
    ]) {
      const words = ['user', ...args];
      expect(await runToEnd(words, { env }), words.join(' ')).to.deep.equal(await runCommand(words, env));
    }
  });
});
