import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createSimulatedModem, type SimulatedModemOptions } from '../../src/simulator/modem/modem.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { useFolder } from '../support/store/folder.js';
import { openTestStore } from '../support/store/store.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

const NUMBER = '+34600123456';

describe('waypost check --sms', () => {
  const folder = useFolder();
  let line: VirtualPort | undefined;
  afterEach(() => {
    killAll();
    line?.close();
    line = undefined;
  });

  function plug(options: Partial<SimulatedModemOptions> = {}) {
    const port = openVirtualPort(join(folder(), 'modem'));
    const modem = createSimulatedModem({ send: (text) => void port.write(text).catch(() => undefined), ...options });
    port.onData(modem.onData);
    line = port;
    return modem;
  }

  async function check(args: readonly string[] = [], sms: object = {}, env: NodeJS.ProcessEnv = {}) {
    const config = join(folder(), 'waypost.json');
    writeFileSync(config, JSON.stringify({ notifications: { sms: { path: join(folder(), 'modem'), ...sms } } }));
    const { ended, output } = runWaypost(['check', '--config', config, '--sms', ...args], { env });
    const code = await ended;
    return { code, output: output().replaceAll(folder(), '') };
  }
  const pinEntries = (commands: readonly string[]): number =>
    commands.filter((command) => command.startsWith('+CPIN=')).length;

  it('the command prints each passed check, sends nothing and exits with 0', async () => {
    const modem = plug({ pin: '1234' });
    expect(await check([], {}, { WAYPOST_NOTIFICATIONS_SMS_PIN: '1234' })).to.deep.equal({
      code: 0,
      output: [
        'port: /modem at 115200 bit/s',
        'modem: responds',
        'SIM: unlocked',
        'network: registered with Simulated',
        'signal: -71 dBm',
        'message center: +34609090909',
        '/modem: ready to send SMS',
        '',
      ].join('\n'),
    });
    expect(modem.taken).to.deep.equal([]);
    expect(modem.pinAttempts()).to.equal(3);
  });

  it('the command checks the modem that was set while the gateway ran', async () => {
    plug();
    const data = join(folder(), 'data');
    const store = await openTestStore(data);
    await store.append([{ kind: 'setting', v: { key: 'notifications.sms.path', value: join(folder(), 'modem') } }]);
    await store.close();
    const { ended, output } = runWaypost(['check', '--data', data, '--sms']);
    expect(await ended).to.equal(0);
    expect(output()).to.contain(`${join(folder(), 'modem')}: ready to send SMS`);
  });

  it('the command with a number sends one message', async () => {
    const modem = plug();
    const { code, output } = await check([NUMBER]);
    expect(code).to.equal(0);
    expect(output).to.contain(`message: accepted by the network for ${NUMBER}\n/modem: test message sent\n`);
    expect(modem.taken.map(({ to, text }) => [to, text])).to.deep.equal([
      [NUMBER, 'Waypost: test message from waypost check'],
    ]);
  });

  it('the command prints the same as JSON with --json', async () => {
    const modem = plug();
    modem.fail({ kind: 'refuse', at: 'text', code: 10 });
    const { code, output } = await check([NUMBER, '--json']);
    expect(code).to.equal(1);
    const { steps, findings } = JSON.parse(output) as Record<string, Record<string, string>[]>;
    expect(steps?.map(({ step }) => step)).to.deep.equal([
      'port',
      'modem',
      'SIM',
      'network',
      'signal',
      'message center',
    ]);
    expect(findings).to.have.length(1);
    expect(findings?.[0]).to.include({ file: 'notifications.sms', weight: 'fault' });
    expect(findings?.[0])
      .to.have.property('what')
      .that.matches(/was not sent: calls are barred .*\+CMS ERROR: 10/);
    expect(modem.taken).to.deep.equal([]);
  });

  it('a wrong PIN is entered once, however often the command runs, and never shown', async () => {
    const modem = plug({ pin: '1234' });
    const first = await check([], { pin: '90817263' });
    expect(first.code).to.equal(1);
    expect(first.output).to.match(
      /responds\nfault: notifications\.sms: the SIM rejected the PIN \(\+CME ERROR: 16\).*\n {2}→ correct notifications\.sms\.pin/,
    );
    const second = await check([], { pin: '90817263' });
    expect(second.code).to.equal(1);
    expect(second.output).to.match(/2 of 3 PIN attempts left; none is used\n {2}→ enter the PIN in a telephone/);
    expect(pinEntries(modem.commands)).to.equal(1);
    expect(modem.pinAttempts()).to.equal(2);
    expect(first.output + second.output).to.not.contain('90817263');
  });

  it('a modem that does not respond is a fault that names the port', async () => {
    const modem = plug();
    modem.hang(true);
    const { code, output } = await check();
    expect(code).to.equal(1);
    expect(output).to.match(
      /^port: \/modem at 115200 bit\/s\nfault: notifications\.sms: the modem does not respond\n {2}→ .*notifications\.sms\.path/,
    );
  });

  it('a missing port, disabled SMS and an invalid number are faults', async () => {
    const absent = await check([NUMBER]);
    expect(absent.code).to.equal(1);
    expect(absent.output).to.contain('no such device');
    const off = await check([], { path: '' });
    expect(off.code).to.equal(1);
    expect(off.output).to.contain('SMS is off\n  → name the modem');
    const modem = plug();
    const wrong = await check(['my boss']);
    expect(wrong.code).to.equal(1);
    expect(wrong.output).to.contain('the number must be');
    expect(modem.commands).to.deep.equal([]);
  });
});
