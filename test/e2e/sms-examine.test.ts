import { expect } from 'chai';
import { checkModem, type ModemCheckStep } from '../../src/channels/sms/modem-check.js';
import type { SmsConfig } from '../../src/channels/sms/sms-config.js';
import type { Problem } from '../../src/channels/problem.js';
import { openSerialPort } from '../../src/serial/transport/serial-port.js';
import type { SimulatedModem } from '../../src/simulator/modem/modem.js';
import { useTestModem } from '../support/test-modem.js';

describe('the examination of a modem', () => {
  const { set, until, advance, timers } = useTestModem();

  function begin(path: string, config: Partial<SmsConfig> = {}, message?: { to: string; text: string }) {
    const steps: ModemCheckStep[] = [];
    let ended: { readonly trouble: Problem | undefined } | undefined;
    void checkModem({
      config: { path, baudRate: 115_200, pin: '', smsc: '', ...config },
      openPort: openSerialPort,
      timers,
      ...(message && { message }),
      onStep: (step) => steps.push(step),
    }).then((trouble) => (ended = { trouble }));
    return {
      found: (step: string) => steps.filter((one) => one.step === step).map(({ found }) => found),
      end: async (): Promise<Problem | undefined> => {
        await until('it is over', () => ended !== undefined);
        return ended?.trouble;
      },
      /** The same, with leaps of the time between the looks at the network, each of which has the time it takes. */
      endLater: async (modem: SimulatedModem): Promise<Problem | undefined> => {
        const looks = (): number => modem.commands.filter((command) => command === '+COPS?').length;
        while (ended === undefined) {
          const before = looks();
          await advance(1_900);
          await until('it is looked at', () => looks() > before || ended !== undefined);
        }
        return ended.trouble;
      },
    };
  }

  it('waits a minute for a network, and no longer', async () => {
    const { line, modem } = set({ modem: { registration: 2 } });
    const { found, endLater } = begin(line.path);
    await until('it is waited', () => found('network').length === 1);
    const before = timers.now();
    expect(found('network')[0]).to.match(/^not registered yet/);
    expect(await endLater(modem)).to.deep.equal({
      what: 'the modem is not registered in a network yet',
      remedy: 'check the antenna if this lasts',
    });
    expect(timers.now() - before).to.be.within(60_000, 90_000);
    expect(found('signal')).to.deep.equal([]);
  });

  it('goes on as soon as the modem is registered', async () => {
    const { line, modem } = set({ modem: { registration: 2 } });
    const { found, end } = begin(line.path);
    await until('it is waited', () => found('network').length === 1);
    modem.register(5);
    expect(await end()).to.equal(undefined);
    expect(found('network')).to.have.length(2);
    expect(found('message centre')).to.deep.equal(['+34609090909']);
  });

  it('tells a network that refuses the SIM from one that is not found', async () => {
    const { line, modem } = set({ modem: { registration: 3 } });
    const { found, endLater } = begin(line.path);
    await until('it is waited', () => found('network').length === 1);
    expect(await endLater(modem)).to.have.property('what', 'the network refuses this SIM');
  });

  it('ends with the port', async () => {
    const { line } = set({ modem: { registration: 2 } });
    const { found, end } = begin(line.path);
    await until('it is waited', () => found('network').length === 1);
    line.unplug();
    expect(await end())
      .to.have.property('what')
      .that.matches(/went away/);
  });

  it('needs a message centre, from the SIM or from the configuration', async () => {
    const { line, modem } = set({ modem: { center: '' } });
    expect(await begin(line.path).end()).to.deep.equal({
      what: 'the SIM does not know the message centre',
      remedy: 'ask the operator for its number, and give it in notifications.sms.smsc',
    });
    expect(await begin(line.path, { smsc: '+34607000111' }).end()).to.equal(undefined);
    expect(modem.commands).to.include('+CSCA="+34607000111",145');
  });

  it('does without what the modem does not tell, and says when the signal is weak', async () => {
    const { line, modem } = set({ modem: { lacks: /^\+(CSCA|CSQ|COPS)/ } });
    modem.interrupt('+CSQ: 2,99');
    const { found, end } = begin(line.path);
    expect(await end()).to.equal(undefined);
    expect(found('network')).to.deep.equal(['registered']);
    expect(found('signal')).to.deep.equal(['-109 dBm, which is weak: move the antenna']);
    expect(found('message centre')).to.deep.equal(['the modem does not tell its number']);
  });

  it('does not know whether a message went to which the modem says nothing', async () => {
    const { line, modem } = set();
    modem.fail({ kind: 'silent' });
    const { end } = begin(line.path, {}, { to: '+34600123456', text: 'hello' });
    await until('it is given', () => modem.taken.length === 1);
    await advance(60_000);
    expect(await end()).to.deep.equal({
      what: 'the text was given, and the modem does not answer',
      remedy: 'ask at +34600123456 whether it came before it is sent again',
    });
    expect(modem.taken).to.have.length(1);
  });
});
