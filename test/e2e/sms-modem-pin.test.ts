import { expect } from 'chai';
import { useTestModem } from '../support/test-modem.js';

const tried = (commands: readonly string[]): number =>
  commands.filter((command) => command.startsWith('+CPIN=')).length;

describe('PIN of the SIM in a modem', () => {
  const { set, until, advance } = useTestModem();

  it('is entered once, and again only after it was right and the modem has lost its power', async () => {
    const { modem, line, start, isReady } = set({ config: { pin: '1234' }, modem: { pin: '1234' } });
    await start();
    expect(tried(modem.commands)).to.equal(1);
    line.unplug();
    modem.reset();
    line.replug();
    await until('it is seen', () => !isReady());
    await until('it is ready again', isReady);
    expect(tried(modem.commands)).to.equal(2);
    expect(modem.pinAttempts()).to.equal(3);
  });

  it('is never entered twice when the SIM has refused it, however long the modem is there', async () => {
    const { modem, sms, line, send } = set({ config: { pin: '9999' }, modem: { pin: '1234' } });
    sms.start();
    await until('it is refused', () => (sms.status().reason ?? '').includes('refused the PIN'));
    expect(sms.status().reason).to.not.contain('9999');
    for (let round = 0; round < 5; round += 1) {
      const heard = modem.commands.length;
      line.unplug();
      modem.reset();
      line.replug();
      await until('it is looked at again', () => modem.commands.slice(heard).includes('+CPIN?'));
      await advance(60_000);
    }
    expect(tried(modem.commands)).to.equal(1);
    expect(modem.pinAttempts()).to.equal(2);
    expect(await send()).to.include({ outcome: 'failed', retry: true });
  });

  it('is not entered when somebody has used up a try before', async () => {
    const { modem, sms } = set({ config: { pin: '1234' }, modem: { pin: '1234', pinAttempts: 2 } });
    sms.start();
    await until('it is said', () => (sms.status().reason ?? '').includes('2 of 3 tries'));
    expect(tried(modem.commands)).to.equal(0);
  });

  it('is entered once in a modem that does not tell how many tries are left', async () => {
    const { modem, sms } = set({ config: { pin: '9999' }, modem: { pin: '1234', lacks: /^\+CPINR/ } });
    sms.start();
    await until('it is refused', () => (sms.status().reason ?? '').includes('refused the PIN'));
    const looks = (): number => modem.commands.filter((command) => command === '+CPIN?').length;
    await until('it is looked at three times more', () => looks() >= 4);
    expect(tried(modem.commands)).to.equal(1);
    expect(modem.pinAttempts()).to.equal(2);
  });

  it('is asked for when it is missing, or is none', async () => {
    for (const config of [{}, { pin: '12 34' }]) {
      const { modem, sms } = set({ config, modem: { pin: '1234' } });
      sms.start();
      await until('it is asked for', () => (sms.status().reason ?? '').includes('configure notifications.sms.pin'));
      expect(tried(modem.commands)).to.equal(0);
      await sms.stop();
    }
  });

  it('is of no use to a SIM that is locked', async () => {
    const { modem, sms } = set({ config: { pin: '1234' }, modem: { pin: '1234', pinAttempts: 0 } });
    sms.start();
    await until('it is said', () => (sms.status().reason ?? '').includes('asks for SIM PUK'));
    expect(tried(modem.commands)).to.equal(0);
  });
});
