import { expect } from 'chai';
import { signIn, type Client } from '../../support/api/client.js';
import { runCommand, useGateway } from '../../support/gateway/run-command.js';
import type { Ran } from '../../support/gateway/run-to-end.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { useFolder } from '../../support/store/folder.js';

/** A mail server that is never reached, so messages stay queued. */
const email = { smtp: { host: '127.0.0.1', port: 1 }, from: 'depot@example.org' };

describe('waypost groups, rules and messages', () => {
  const folder = useFolder();
  const url = useGateway(folder, { notifications: { email } });
  let client: Client;

  const run = (...args: string[]): Promise<Ran> => runCommand([...args, '--url', url()], { WAYPOST_API_KEY: TEST_KEY });
  const done = async (...args: string[]): Promise<string> => {
    const { code, output } = await run(...args);
    expect(code, output).to.equal(0);
    return output;
  };
  const json = async (...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse(await done(...args, '--json')) as Record<string, unknown>;

  beforeEach(async () => {
    client = await signIn(url(), { apiKey: TEST_KEY });
    for (const id of ['bus-7', 'bus-8', 'van-1']) await client.call('POST', '/api/devices', { id });
  });

  it('groups are created, listed, changed and removed with their devices', async () => {
    expect(await done('groups')).to.match(/^No groups, or none that this user may see\./);
    const added = await done(
      'groups',
      'add',
      'Night',
      '--description',
      'after ten',
      '--device',
      'bus-7',
      '--device',
      'bus-8',
    );
    expect(added)
      .to.match(/^Group +Night$/m)
      .and.match(/^Devices +bus-7, bus-8$/m);
    expect(await done('groups', 'list')).to.match(/^GROUP +DEVICES +ID +DESCRIPTION\nNight +2 +\S+ +after ten\n$/);
    const changed = ['--name', 'Late', '--description', 'none', '--device', 'van-1', '--remove', 'bus-7'];
    const { group } = await json('groups', 'set', 'night', ...changed);
    expect(group).to.deep.include({ name: 'Late', description: '', devices: ['bus-8', 'van-1'] });
    expect((await json('groups', 'show', 'LATE')).group).to.deep.equal(group);
    const stranger = await run('groups', 'set', 'Late', '--remove', 'bus-7');
    expect(stranger.output).to.contain('device bus-7 is not in group Late: waypost groups show lists them');
    expect((await run('groups', 'set', 'Late')).output).to.contain('nothing to change: give at least one field');
    expect((await run('groups', 'remove', 'Night')).output).to.contain(
      'group Night not found: existing groups are Late',
    );
    expect(await done('groups', 'remove', 'Late')).to.equal('group Late removed\n');
    expect(await json('groups')).to.deep.equal({ groups: [] });
  });

  it('rules are created, listed, changed and removed', async () => {
    await client.call('POST', '/api/groups', { name: 'Night', devices: ['bus-7'] });
    const fields = ['--alerts', 'SOSButton,BatteryLow', '--groups', 'night', '--emails', 'a@example.org,b@example.org'];
    const { rule } = await json('rules', 'add', 'Emergency', ...fields);
    expect(rule).to.deep.include({
      name: 'Emergency',
      enabled: true,
      alerts: ['SOSButton', 'BatteryLow'],
      devices: [],
      emails: ['a@example.org', 'b@example.org'],
      quietMinutes: 2,
    });
    expect(await done('rules')).to.match(
      /^RULE +STATE +ALERTS .*\nEmergency +on +SOSButton, BatteryLow +group Night +a@example.org, b@example.org +2 min\n$/,
    );
    const change = ['--alerts', 'all', '--devices', 'all', '--groups', 'none', '--phones', '+34600111222', '--disable'];
    expect(await done('rules', 'set', 'emergency', ...change, '--quiet-minutes', '30', '--name', 'All'))
      .to.match(/^Rule +All$/m)
      .and.match(/^State +off$/m)
      .and.match(/^Alerts +all, except daily limits$/m)
      .and.match(/^Devices +all$/m)
      .and.match(/^To +a@example.org, b@example.org, \+34600111222$/m)
      .and.match(/^Repeats after +30 min/m);
    const wrong = await run('rules', 'set', 'All', '--emails', 'nonsense');
    expect(wrong.code).to.equal(1);
    expect(wrong.output).to.contain('--emails must be a plain mail address, like depot@example.com');
    expect(await done('rules', 'remove', 'All')).to.equal('rule All removed\n');
    expect(await done('rules')).to.match(/^No notification rules/);
  });

  it('messages are sent, listed by device and state, shown and canceled', async () => {
    expect(await done('messages')).to.match(/^No messages/);
    const to = ['--channel', 'email', '--to', 'a@example.org', '--subject', 'Shift'];
    const { message } = (await json('messages', 'send', 'bus-7', 'Come home', ...to)) as { message: { id: string } };
    expect(message).to.include({ deviceId: 'bus-7', text: 'Come home', subject: 'Shift' });
    await done('messages', 'send', 'bus-8', 'You too', ...to);
    expect(await done('messages', '--device', 'bus-7')).to.match(
      /^MESSAGE +DEVICE +CHANNEL +TO +QUEUED +STATE .*\n\S+ +bus-7 +email +a@example.org +\S+Z +(?:queued|sending) .*Come home\n$/,
    );
    expect(await done('messages', '--limit', '1')).to.match(/waypost: there may be more: add --offset 1\n$/);
    expect(await done('messages', 'show', message.id))
      .to.match(/^Text +Come home$/m)
      .and.match(/^Channel +email$/m);
    await done('messages', 'cancel', message.id);
    expect(await done('messages', '--state', 'suppressed')).to.contain(message.id);
    const missing = await run('messages', 'show', 'nothing');
    expect(missing.code).to.equal(1);
    expect(missing.output).to.contain('waypost messages and waypost device list show what exists');
    expect((await run('messages', 'send', 'bus-7', 'text')).output).to.contain("required option '--channel <name>'");
  });
});
