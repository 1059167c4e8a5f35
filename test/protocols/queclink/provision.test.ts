import { expect } from 'chai';
import type { ProvisioningResult, Settings, ProvisioningDriver } from '../../../src/protocols/provision.js';
import { provision } from '../../../src/protocols/queclink/provision.js';
import { imei } from '../../../src/simulator/queclink/frames.js';
import { queclink } from '../../../src/simulator/trackers/queclink.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createTalkLine, type TalkLine, type TalkLineOptions } from '../../support/talk.js';

const deviceId = imei('86000000', 1);
const fix = createVehicle({ seed: 1 }).fixAt(Date.UTC(2026, 10, 21, 8));

const before: Settings = {
  name: 'GL300',
  fixInterval: 60,
  sendInterval: 60,
  reportMode: 1,
  discardNoFix: true,
  beginTime: '0000',
  endTime: '2359',
  distance: 1_000,
  acknowledge: true,
};
const TARGET: Settings = {
  name: 'van 7 (#2)',
  fixInterval: 30,
  sendInterval: 120,
  reportMode: 2,
  discardNoFix: false,
  beginTime: '0700',
  endTime: '0700',
  distance: 250,
  acknowledge: false,
};
const names = Object.keys(TARGET);

type With = Omit<TalkLineOptions, 'deviceId'> & { readonly password?: string };
const openDriver = ({ password, ...options }: With = {}): { line: TalkLine; driver: ProvisioningDriver } => ({
  line: createTalkLine(queclink, { deviceId, ...options }),
  driver: provision.open({ secrets: password === undefined ? {} : { password }, nonce: 0xfffe }),
});
const valueOf = <T>(result: ProvisioningResult<T>): T => (result.ok ? result.value : expect.fail(result.message));
const faultOf = (result: ProvisioningResult<unknown>): { code: string; message: string } =>
  result.ok ? expect.fail('no fault') : result;

describe('Queclink provisioning', () => {
  it('knows the tracker by its IMEI, with the password of its model when none is given', () => {
    for (const password of [undefined, 'gl300']) {
      const { line, driver } = openDriver(password === undefined ? {} : { password });
      const unit = { hardwareId: deviceId, deviceId, model: 'GL300', firmware: '0A03' };
      expect(valueOf(line.run(driver.identify()))).to.deep.equal(unit);
    }
  });

  it('has a setting for all that is read, and reads those asked for', () => {
    expect(Object.keys(provision.settings)).to.have.members(names);
    const { line, driver } = openDriver();
    expect(valueOf(line.run(driver.read(names)))).to.deep.equal(before);
    expect(valueOf(line.run(driver.read(['name', 'colour'])))).to.deep.equal({ name: 'GL300' });
  });

  it('writes so that it is the same when it is read again, and outlasts a power cut', () => {
    const { line, driver } = openDriver();
    expect(line.run(driver.write(TARGET))).to.deep.equal({ ok: true, value: undefined });
    line.tracker.restart?.();
    expect(valueOf(line.run(driver.read(names)))).to.deep.equal(TARGET);
    const again = provision.open({ secrets: {}, nonce: 7 });
    expect(valueOf(line.run(again.identify()))).to.include({ hardwareId: deviceId });
    expect(valueOf(line.run(again.read(names)))).to.deep.equal(TARGET);
  });

  it('gives back as it was read what is not set, and the password as it is', () => {
    const { line, driver } = openDriver();
    valueOf(line.run(driver.write({ sendInterval: 300, name: 'tractor' })));
    expect(line.sent.filter((text) => !text.startsWith('AT+GTRTO'))).to.deep.equal([
      'AT+GTFRI=gl300,1,1,,,0000,2359,60,300,180,180,001F,1000,1000,0,5,50,5,0,,0001$',
      'AT+GTCFG=gl300,gl300,tractor,0,0.0,0,5,003F,0,,0FFF,0,1,1,300,1,0,20491231235959,1,0,,0004$',
    ]);
    expect(valueOf(line.run(driver.read(names)))).to.deep.equal({ ...before, sendInterval: 300, name: 'tractor' });
  });

  it('is completed by doing it again, wherever the line broke', () => {
    const { line: whole, driver: first } = openDriver();
    valueOf(whole.run(first.write(TARGET)));
    for (let upTo = 0; upTo <= whole.sent.length; upTo += 1) {
      const cut = openDriver({ upTo });
      const written = cut.line.run(cut.driver.write(TARGET));
      expect(written.ok, `after ${upTo}`).to.equal(upTo === whole.sent.length);
      const line = createTalkLine(queclink, { deviceId });
      // What had been written there, section by section, is all that is other than before.
      const kept = cut.line.sent.slice(0, upTo).filter((text) => !text.startsWith('AT+GTRTO'));
      for (const command of kept) line.tracker.onData(Buffer.from(command));
      line.tracker.restart?.();
      const driver = provision.open({ secrets: {}, nonce: 1 });
      for (const [name, value] of Object.entries(valueOf(line.run(driver.read(names))))) {
        expect(value, name).to.be.oneOf([before[name], TARGET[name]]);
      }
      valueOf(line.run(driver.write(TARGET)));
      expect(valueOf(line.run(driver.read(names)))).to.deep.equal(TARGET);
    }
  });

  it('understands answers between reports and rubbish, whose they are', () => {
    const { line, driver } = openDriver();
    line.tracker.report(fix);
    line.tracker.alert(fix);
    expect(valueOf(line.run(driver.identify()))).to.include({ model: 'GL300' });
    line.tracker.report(fix);
    line.wait(10_000);
    valueOf(line.run(driver.write(TARGET)));
    line.wait(10_000);
    expect(valueOf(line.run(driver.read(names)))).to.deep.equal(TARGET);
  });

  describe('tells apart', () => {
    it('a tracker that is there, with another password, and nobody', () => {
      for (const password of [undefined, 'gl300', 'abc123']) {
        const { line, driver } = openDriver({
          provisioningFault: 'password',
          ...(password === undefined ? {} : { password }),
        });
        line.tracker.report(fix);
        const { code, message } = faultOf(line.run(driver.identify()));
        expect(code).to.equal('no_answer');
        expect(message)
          .to.include(`${deviceId} is there`)
          .and.include('its password is another')
          .and.include('`password`');
        expect(message).not.to.include('abc123');
        const nobody = openDriver({ upTo: 0, ...(password === undefined ? {} : { password }) });
        expect(faultOf(nobody.line.run(nobody.driver.identify())).message).to.match(/^nothing answers AT\+GTRTO: /);
      }
    });

    it('the password somebody gave it, once it is known', () => {
      const { line, driver } = openDriver({ provisioningFault: 'password', password: 'other1' });
      expect(valueOf(line.run(driver.identify()))).to.include({ hardwareId: deviceId });
      valueOf(line.run(driver.write(TARGET)));
      expect(valueOf(line.run(driver.read(names)))).to.deep.equal(TARGET);
    });

    it('a value that was changed: it is read as it is', () => {
      const { line, driver } = openDriver({ provisioningFault: 'changes' });
      valueOf(line.run(driver.write({ ...TARGET, sendInterval: 20 })));
      expect(valueOf(line.run(driver.read(names)))).to.deep.equal({ ...TARGET, sendInterval: 60 });
    });

    it('a tracker that dies of the first value, and lives again with the power', () => {
      const { line, driver } = openDriver({ provisioningFault: 'dies' });
      const { code, message } = faultOf(line.run(driver.write(TARGET)));
      expect(code).to.equal('no_answer');
      expect(message).to.include(`${deviceId} does not acknowledge AT+GTFRI`).and.include('do it again');
      expect(faultOf(line.run(driver.read(names))).message).to.include('does not answer');
      line.tracker.restart?.();
      expect(valueOf(line.run(driver.read(['fixInterval', 'name'])))).to.deep.equal({ fixInterval: 30, name: 'GL300' });
    });
  });

  it('refuses what can not be said before anything is sent', () => {
    const wrong: readonly Settings[] = [
      { name: 'a,b' },
      { name: 'a$' },
      { name: 'a=b' },
      { name: '+RESP:' },
      { name: 'Grün' },
      { name: 'a\n' },
      { name: '' },
      { name: 'x'.repeat(21) },
      { name: '1HGCM82633A004352' },
      { name: 7 },
      { beginTime: '2400' },
      { fixInterval: 4 },
      { fixInterval: 60.5 },
      { sendInterval: '60' },
      { distance: 65_536 },
      { discardNoFix: 1 },
      { colour: 'red' },
    ];
    for (const settings of wrong) {
      const { line, driver } = openDriver();
      const { code, message } = faultOf(line.run(driver.write({ ...TARGET, ...settings })));
      expect(code).to.equal('refused');
      expect(message).to.include(Object.keys(settings)[0]);
      expect(line.sent).to.be.empty;
    }
    const { line, driver } = openDriver({ password: 'a,b$' });
    expect(faultOf(line.run(driver.identify()))).to.include({ code: 'refused' });
    expect(line.sent).to.be.empty;
  });
});
