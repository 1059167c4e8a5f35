import { expect } from 'chai';
import type { DeviceView } from '../../src/schema/devices/device.js';
import { signIn, type Client } from '../support/api/client.js';
import { useFolder } from '../support/store/folder.js';
import { runCommand, useGateway } from '../support/gateway/run-command.js';
import { fixAt } from '../support/store/records.js';
import { runToEnd, type Ran } from '../support/gateway/run-to-end.js';
import { TEST_KEY } from '../support/gateway/test-key.js';
import { killAll } from '../support/gateway/waypost.js';

describe('waypost device', () => {
  const folder = useFolder();
  const url = useGateway(folder, { licenses: { total: 2 } });
  let client: Client;
  beforeEach(async () => {
    client = await signIn(url(), { apiKey: TEST_KEY });
  });
  afterEach(killAll);

  const device = (args: readonly string[], apiKey = TEST_KEY): Promise<Ran> =>
    runCommand(['device', args[0] ?? '', '--url', url(), ...args.slice(1)], { WAYPOST_API_KEY: apiKey });
  const stored = async (id: string): Promise<DeviceView> =>
    (await client.call('GET', `/api/devices/${id}`)).body.device as DeviceView;
  const groupOf = async (name: string): Promise<readonly string[]> => {
    const groups = (await client.call('GET', '/api/groups')).body.groups as { name: string; devices: string[] }[];
    return groups.find((group) => group.name === name)?.devices ?? [];
  };

  it('the options set every field of a device, in add, show, list, set and remove', async () => {
    for (const name of ['Night', 'Vans']) await client.call('POST', '/api/groups', { name });
    const fields = ['--name', 'Bus 7', '--description', 'the red one', '--min', '+34600000001', '--tag', 'plate=4711'];
    const limits = ['--daily-email-limit', '10', '--daily-sms-limit', '0', '--expires', '2999-01-01T00:00:00+01:00'];
    const added = await device(['add', 'bus-7', ...fields, ...limits, '--group', 'night', '--group', 'Vans']);
    expect(added.code, added.output).to.equal(0);
    await client.call('POST', '/api/devices/bus-7/locations', fixAt(0));
    expect(await stored('bus-7')).to.deep.include({
      name: 'Bus 7',
      description: 'the red one',
      min: '+34600000001',
      tags: { plate: '4711' },
      expires: '2998-12-31T23:00:00.000Z',
      limits: {
        expires: { enabled: true, date: '2998-12-31T23:00:00.000Z' },
        dailyEmailLimit: 10,
        dailySmsLimit: 0,
      },
    });
    const shown = await device(['show', 'bus-7']);
    expect(shown.output)
      .to.match(/^Device +bus-7$/m)
      .and.match(/^Groups +Night, Vans$/m)
      .and.match(/^State +active until 2998-12-31T23:00:00.000Z$/m)
      .and.match(/^Emails today +0 of 10$/m)
      .and.match(/^Last seen +\S+Z over http$/m);
    const listed = await device(['list']);
    expect(listed.output).to.match(/^DEVICE +NAME +STATE +EMAILS +SMS +LAST SEEN\nbus-7 +Bus 7 +active until /);

    const change = ['--name', 'Bus 8', '--tag', 'plate=', '--tag', 'depot=north', '--daily-sms-limit', 'none'];
    const set = await device(['set', 'bus-7', ...change, '--expires', 'none', '--leave', 'NIGHT']);
    expect(set.code, set.output).to.equal(0);
    expect(await stored('bus-7')).to.deep.include({
      name: 'Bus 8',
      description: 'the red one',
      tags: { depot: 'north' },
      expires: null,
      limits: { expires: { enabled: false, date: null }, dailyEmailLimit: 10, dailySmsLimit: null },
    });
    expect([await groupOf('Night'), await groupOf('Vans')]).to.deep.equal([[], ['bus-7']]);

    expect(await device(['remove', 'bus-7'])).to.deep.equal({ code: 0, output: 'device bus-7 removed\n' });
    expect((await client.call('GET', '/api/devices/bus-7')).status).to.equal(404);
    expect((await device(['list'])).output).to.match(/^No device is registered, or none that this user may see/);
  });

  it('--json prints the response of the API, and list selects by group and state', async () => {
    await client.call('POST', '/api/devices', { id: 'old', expires: '2020-01-01T00:00:00Z' });
    const added = await device(['add', 'bus-7', '--json']);
    expect(JSON.parse(added.output)).to.deep.equal({ device: await stored('bus-7'), groups: [] });
    await client.call('POST', '/api/groups', { name: 'Night shift', devices: ['bus-7'] });
    const ids = async (...args: string[]): Promise<string[]> => {
      const { devices } = JSON.parse((await device(['list', '--json', ...args])).output) as { devices: DeviceView[] };
      return devices.map(({ id }) => id);
    };
    expect(await ids()).to.deep.equal(['bus-7', 'old']);
    expect(await ids('--state', 'expired')).to.deep.equal(['old']);
    expect(await ids('--group', 'night shift')).to.deep.equal(['bus-7']);
    expect(JSON.parse((await device(['show', 'bus-7', '--json'])).output)).to.deep.include({ groups: ['Night shift'] });
    expect(JSON.parse((await device(['remove', 'old', '--json'])).output)).to.deep.equal({ removed: 'old' });
  });

  it('an error names the option and the fix on one line, changes nothing, and exits with 1', async () => {
    await client.call('POST', '/api/devices', { id: 'bus-7' });
    for (const [args, message] of [
      [['show', 'bus-9'], 'device bus-9 not found: waypost device list shows the registered devices'],
      [['add', 'bus-7'], 'device bus-7 already exists: waypost device show'],
      [['add', 'bus 8'], 'refused /api/devices: /id must have only letters'],
      [['set', 'bus-7', '--expires', 'tomorrow'], '--expires must be an ISO 8601 time with its zone'],
      [['set', 'bus-7', '--name', 'x'.repeat(129)], '--name must NOT have more than 128 characters'],
      [['set', 'bus-7', '--tag', `plate=${'x'.repeat(1025)}`], '--tag must NOT have more than 1024 characters'],
      [['set', 'bus-7', '--daily-sms-limit', 'lots'], '--daily-sms-limit must be a whole number from 0 to 1000000'],
      [['set', 'bus-7', '--tag', 'plate'], '--tag must be NAME=VALUE, like plate=4711-ABC, not "plate"'],
      [['set', 'bus-7', '--group', 'Day'], 'group Day not found: no group exists yet'],
      [['set', 'bus-7'], 'nothing to change: give at least one field; waypost device set --help lists them'],
      [['list', '--url', 'nonsense'], '--url must be like http://127.0.0.1:8080, not "nonsense"'],
    ] as const) {
      const { code, output } = await device(args);
      expect(code, output).to.equal(1);
      expect(output)
        .to.match(/^waypost: [^\n]+\n$/)
        .and.contain(message);
    }
    await client.call('POST', '/api/devices', { id: 'bus-8' });
    const full = await device(['add', 'bus-9']);
    expect(full.output).to.contain('all 2 licenses are in use: let a device expire, or raise licenses.total');
    expect(await stored('bus-7')).to.deep.include({ name: 'bus-7', tags: {}, expires: null });
  });

  it('a wrong key, no key and a missing privilege are errors that state what to check', async () => {
    const wrong = await device(['list'], 'wrong-key');
    expect(wrong.code).to.equal(1);
    expect(wrong.output).to.equal(
      `waypost: the gateway at ${url()} refused /api/Auth/Token: wrong user name or API key: ` +
        'check WAYPOST_API_KEY and --user; to replace a lost key: waypost key new --help\n',
    );
    const none = await runToEnd(['device', 'list', '--url', url()]);
    expect([none.code, none.output]).to.deep.equal([
      1,
      'waypost: WAYPOST_API_KEY is not set: set it to the API key of the user (--user)\n',
    ]);
    const looker = { name: 'eye', email: 'eye@example.org', country: 'ES', timeZone: 'Europe/Madrid' };
    const { id } = (await client.call('POST', '/api/users', looker)).body as { id?: string };
    const { apiKey = '' } = (await client.call('POST', `/api/users/${id ?? ''}/apiKey`)).body as { apiKey?: string };
    const refused = await device(['add', 'bus-7', '--user', 'eye'], apiKey);
    expect(refused.code).to.equal(1);
    expect(refused.output).to.match(/devices:write.*: check WAYPOST_API_KEY and --user\n$/);
  });

  it('an error states what is already done if a group cannot be changed', async () => {
    await client.call('POST', '/api/groups', { name: 'Night' });
    const keeper = { name: 'keeper', email: 'k@example.org', country: 'ES', timeZone: 'Europe/Madrid' };
    const made = await client.call('POST', '/api/users', { ...keeper, privileges: ['devices:write'] });
    const { apiKey = '' } = (await client.call('POST', `/api/users/${String(made.body.id)}/apiKey`)).body as {
      apiKey?: string;
    };
    const { code, output } = await device(['add', 'bus-7', '--group', 'Night', '--user', 'keeper'], apiKey);
    expect(code).to.equal(1);
    expect(output).to.match(/^waypost: device bus-7 was registered, but could not join group Night: .*groups:write/);
    expect((await stored('bus-7')).id).to.equal('bus-7');
  });
});
