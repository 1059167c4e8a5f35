import { expect } from 'chai';
import type { ProvisioningResult, Settings, ProvisioningDriver } from '../../../src/protocols/provision.js';
import { provision } from '../../../src/protocols/queclink/provision.js';
import { imei } from '../../../src/simulator/queclink/frames.js';
import { queclink } from '../../../src/simulator/trackers/queclink.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createTalkLine, type TalkLine, type TalkLineOptions } from '../../support/protocols/dialogue-harness.js';

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
  it('a tracker is identified by its IMEI, with the factory password if none is given', () => {
    for (const password of [undefined, 'gl300']) {
      const { line, driver } = openDriver(password === undefined ? {} : { password });
      const unit = { hardwareId: deviceId, deviceId, model: 'GL300', firmware: '0A03' };
      expect(valueOf(line.run(driver.identify()))).to.deep.equal(unit);
    }
  });

  it('every setting can be read, and only the named ones are returned', () => {
    expect(Object.keys(provision.settings)).to.have.members(names);
    const { line, driver } = openDriver();
    expect(valueOf(line.run(driver.read(names)))).to.deep.equal(before);
    expect(valueOf(line.run(driver.read(['name', 'color'])))).to.deep.equal({ name: 'GL300' });
  });

  it('written settings survive a power cut and are read back unchanged', () => {
    const { line, driver } = openDriver();
    expect(line.run(driver.write(TARGET))).to.deep.equal({ ok: true, value: undefined });
    line.tracker.restart?.();
    expect(valueOf(line.run(driver.read(names)))).to.deep.equal(TARGET);
    const again = provision.open({ secrets: {}, nonce: 7 });
    expect(valueOf(line.run(again.identify()))).to.include({ hardwareId: deviceId });
    expect(valueOf(line.run(again.read(names)))).to.deep.equal(TARGET);
  });

  it('fields that are not set and the password are written back as read', () => {
    const { line, driver } = openDriver();
    valueOf(line.run(driver.write({ sendInterval: 300, name: 'tractor' })));
    expect(line.sent.filter((text) => !text.startsWith('AT+GTRTO'))).to.deep.equal([
      'AT+GTFRI=gl300,1,1,,,0000,2359,60,300,180,180,001F,1000,1000,0,5,50,5,0,,0001$',
      'AT+GTCFG=gl300,gl300,tractor,0,0.0,0,5,003F,0,,0FFF,0,1,1,300,1,0,20491231235959,1,0,,0004$',
    ]);
    expect(valueOf(line.run(driver.read(names)))).to.deep.equal({ ...before, sendInterval: 300, name: 'tractor' });
  });

  it('writing again completes an interrupted write, wherever the connection broke', () => {
    const { line: whole, driver: first } = openDriver();
    valueOf(whole.run(first.write(TARGET)));
    for (let upTo = 0; upTo <= whole.sent.length; upTo += 1) {
      const cut = openDriver({ upTo });
      const written = cut.line.run(cut.driver.write(TARGET));
      expect(written.ok, `after ${upTo}`).to.equal(upTo === whole.sent.length);
      const line = createTalkLine(queclink, { deviceId });
      // Only the sections written before the cut differ from before.
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

  it('responses are found between reports and noise', () => {
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

  describe('with a faulty tracker', () => {
    it('a wrong password and a silent port give different messages', () => {
      for (const password of [undefined, 'gl300', 'abc123']) {
        const { line, driver } = openDriver({
          provisioningFault: 'password',
          ...(password === undefined ? {} : { password }),
        });
        line.tracker.report(fix);
        const { code, message } = faultOf(line.run(driver.identify()));
        expect(code).to.equal('no_answer');
        expect(message)
          .to.include(`${deviceId} sends reports`)
          .and.include('rejects AT+GTRTO')
          .and.include('`password`');
        expect(message).not.to.include('abc123');
        const silent = openDriver({ upTo: 0, ...(password === undefined ? {} : { password }) });
        expect(faultOf(silent.line.run(silent.driver.identify())).message).to.match(/^no reply to AT\+GTRTO with /);
      }
    });

    it('a tracker with a changed password can be provisioned once the password is given', () => {
      const { line, driver } = openDriver({ provisioningFault: 'password', password: 'other1' });
      expect(valueOf(line.run(driver.identify()))).to.include({ hardwareId: deviceId });
      valueOf(line.run(driver.write(TARGET)));
      expect(valueOf(line.run(driver.read(names)))).to.deep.equal(TARGET);
    });

    it('a value that the tracker changed is read back as changed', () => {
      const { line, driver } = openDriver({ provisioningFault: 'changes' });
      valueOf(line.run(driver.write({ ...TARGET, sendInterval: 20 })));
      expect(valueOf(line.run(driver.read(names)))).to.deep.equal({ ...TARGET, sendInterval: 60 });
    });

    it('a tracker that stops after the first value is reported, and works again after a power cycle', () => {
      const { line, driver } = openDriver({ provisioningFault: 'dies' });
      const { code, message } = faultOf(line.run(driver.write(TARGET)));
      expect(code).to.equal('no_answer');
      expect(message).to.include(`${deviceId} did not acknowledge AT+GTFRI`).and.include('try again');
      expect(faultOf(line.run(driver.read(names))).message).to.include('no reply to AT+GTRTO');
      line.tracker.restart?.();
      expect(valueOf(line.run(driver.read(['fixInterval', 'name'])))).to.deep.equal({ fixInterval: 30, name: 'GL300' });
    });
  });

  it('an invalid setting or password is refused before anything is sent', () => {
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
      { color: 'red' },
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
