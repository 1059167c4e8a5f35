import { expect } from 'chai';
import { useTestModem } from '../support/channels/test-modem.js';

const pinEntries = (commands: readonly string[]): number =>
  commands.filter((command) => command.startsWith('+CPIN=')).length;

describe('the PIN of the SIM', () => {
  const { set, until, advance } = useTestModem();

  it('an accepted PIN is entered again only after the modem lost power', async () => {
    const { modem, line, start, isReady } = set({ config: { pin: '1234' }, modem: { pin: '1234' } });
    await start();
    expect(pinEntries(modem.commands)).to.equal(1);
    line.unplug();
    modem.reset();
    line.replug();
    await until('the modem is gone', () => !isReady());
    await until('it is ready again', isReady);
    expect(pinEntries(modem.commands)).to.equal(2);
    expect(modem.pinAttempts()).to.equal(3);
  });

  it('a rejected PIN is never entered again', async () => {
    const { modem, sms, line, send } = set({ config: { pin: '9999' }, modem: { pin: '1234' } });
    sms.start();
    await until('the PIN is rejected', () => (sms.status().reason ?? '').includes('rejected the PIN'));
    expect(sms.status().reason).to.not.contain('9999');
    for (let round = 0; round < 5; round += 1) {
      const before = modem.commands.length;
      line.unplug();
      modem.reset();
      line.replug();
      await until('the SIM is checked again', () => modem.commands.slice(before).includes('+CPIN?'));
      await advance(60_000);
    }
    expect(pinEntries(modem.commands)).to.equal(1);
    expect(modem.pinAttempts()).to.equal(2);
    expect(await send()).to.include({ outcome: 'failed', retry: true });
  });

  it('the PIN is not entered if an attempt was used before', async () => {
    const { modem, sms } = set({ config: { pin: '1234' }, modem: { pin: '1234', pinAttempts: 2 } });
    sms.start();
    await until('the reason has the attempts', () => (sms.status().reason ?? '').includes('2 of 3 PIN attempts'));
    expect(pinEntries(modem.commands)).to.equal(0);
  });

  it('the PIN is entered once if the modem does not report the remaining attempts', async () => {
    const { modem, sms } = set({ config: { pin: '9999' }, modem: { pin: '1234', lacks: /^\+CPINR/ } });
    sms.start();
    await until('the PIN is rejected', () => (sms.status().reason ?? '').includes('rejected the PIN'));
    const checks = (): number => modem.commands.filter((command) => command === '+CPIN?').length;
    await until('the SIM is checked three more times', () => checks() >= 4);
    expect(pinEntries(modem.commands)).to.equal(1);
    expect(modem.pinAttempts()).to.equal(2);
  });

  it('a missing or malformed PIN is requested', async () => {
    for (const config of [{}, { pin: '12 34' }]) {
      const { modem, sms } = set({ config, modem: { pin: '1234' } });
      sms.start();
      await until('the PIN is requested', () => (sms.status().reason ?? '').includes('set notifications.sms.pin'));
      expect(pinEntries(modem.commands)).to.equal(0);
      await sms.stop();
    }
  });

  it('the PIN is not entered into a locked SIM', async () => {
    const { modem, sms } = set({ config: { pin: '1234' }, modem: { pin: '1234', pinAttempts: 0 } });
    sms.start();
    await until('the reason has the PUK', () => (sms.status().reason ?? '').includes('requires SIM PUK'));
    expect(pinEntries(modem.commands)).to.equal(0);
  });
});
