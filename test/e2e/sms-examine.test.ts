import { expect } from 'chai';
import { checkModem, type ModemCheckStep } from '../../src/channels/sms/modem-check.js';
import type { SmsConfig } from '../../src/channels/sms/sms-config.js';
import type { Problem } from '../../src/channels/problem.js';
import { openSerialPort } from '../../src/serial/transport/serial-port.js';
import type { SimulatedModem } from '../../src/simulator/modem/modem.js';
import { useTestModem } from '../support/channels/test-modem.js';

describe('checkModem', () => {
  const { set, until, advance, timers } = useTestModem();

  function begin(path: string, config: Partial<SmsConfig> = {}, message?: { to: string; text: string }) {
    const steps: ModemCheckStep[] = [];
    let ended: { readonly problem: Problem | undefined } | undefined;
    void checkModem({
      config: { path, baudRate: 115_200, pin: '', smsc: '', ...config },
      openPort: openSerialPort,
      timers,
      ...(message && { message }),
      onStep: (step) => steps.push(step),
    }).then((problem) => (ended = { problem }));
    return {
      found: (step: string) => steps.filter((one) => one.step === step).map(({ found }) => found),
      end: async (): Promise<Problem | undefined> => {
        await until('the check has ended', () => ended !== undefined);
        return ended?.problem;
      },
      /** The same, with jumps of the clock between the checks of the network. */
      endLater: async (modem: SimulatedModem): Promise<Problem | undefined> => {
        const checks = (): number => modem.commands.filter((command) => command === '+COPS?').length;
        while (ended === undefined) {
          const before = checks();
          await advance(1_900);
          await until('the network is checked', () => checks() > before || ended !== undefined);
        }
        return ended.problem;
      },
    };
  }

  it('the check waits a minute for a network, no longer', async () => {
    const { line, modem } = set({ modem: { registration: 2 } });
    const { found, endLater } = begin(line.path);
    await until('the check waits', () => found('network').length === 1);
    const before = timers.now();
    expect(found('network')[0]).to.match(/^not registered yet/);
    expect(await endLater(modem)).to.deep.equal({
      what: 'the modem is not registered with a network yet',
      remedy: 'check the antenna if this lasts',
    });
    expect(timers.now() - before).to.be.within(60_000, 90_000);
    expect(found('signal')).to.deep.equal([]);
  });

  it('the check continues as soon as the modem is registered', async () => {
    const { line, modem } = set({ modem: { registration: 2 } });
    const { found, end } = begin(line.path);
    await until('the check waits', () => found('network').length === 1);
    modem.register(5);
    expect(await end()).to.equal(undefined);
    expect(found('network')).to.have.length(2);
    expect(found('message center')).to.deep.equal(['+34609090909']);
  });

  it('a network that rejects the SIM is reported as such', async () => {
    const { line, modem } = set({ modem: { registration: 3 } });
    const { found, endLater } = begin(line.path);
    await until('the check waits', () => found('network').length === 1);
    expect(await endLater(modem)).to.have.property('what', 'the network rejects the SIM');
  });

  it('the check ends if the port is lost', async () => {
    const { line } = set({ modem: { registration: 2 } });
    const { found, end } = begin(line.path);
    await until('the check waits', () => found('network').length === 1);
    line.unplug();
    expect(await end())
      .to.have.property('what')
      .that.matches(/went away/);
  });

  it('a message center is required, from the SIM or the configuration', async () => {
    const { line, modem } = set({ modem: { center: '' } });
    expect(await begin(line.path).end()).to.deep.equal({
      what: 'the SIM has no number of the message center',
      remedy: 'ask the operator for its number and set notifications.sms.smsc',
    });
    expect(await begin(line.path, { smsc: '+34607000111' }).end()).to.equal(undefined);
    expect(modem.commands).to.include('+CSCA="+34607000111",145');
  });

  it('missing facts are reported as unknown, and a weak signal with advice', async () => {
    const { line, modem } = set({ modem: { lacks: /^\+(CSCA|CSQ|COPS)/ } });
    modem.interrupt('+CSQ: 2,99');
    const { found, end } = begin(line.path);
    expect(await end()).to.equal(undefined);
    expect(found('network')).to.deep.equal(['registered']);
    expect(found('signal')).to.deep.equal(['-109 dBm (weak: move the antenna)']);
    expect(found('message center')).to.deep.equal(['unknown: the modem does not report its number']);
  });

  it('a test message without a response is reported as uncertain', async () => {
    const { line, modem } = set();
    modem.fail({ kind: 'silent' });
    const { end } = begin(line.path, {}, { to: '+34600123456', text: 'hello' });
    await until('the text is handed over', () => modem.taken.length === 1);
    await advance(60_000);
    expect(await end()).to.deep.equal({
      what: 'the text was handed over, but the modem does not respond',
      remedy: 'ask at +34600123456 whether it arrived before you send it again',
    });
    expect(modem.taken).to.have.length(1);
  });
});
