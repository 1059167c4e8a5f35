import { expect } from 'chai';
import { createQueclinkTracker } from '../../../src/simulator/queclink/tracker.js';
import { imei } from '../../../src/simulator/queclink/frames.js';
import type { Tracker, ProvisioningFault } from '../../../src/simulator/trackers/tracker.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { bytes } from '../../support/protocols/framing.js';

const deviceId = imei('86000000', 1);
const noTime = '20040101000000';
const fri = '1,1,,,0000,2359,60,60,180,180,001F,1000,1000,0,5,50,5,0,';
const fix = createVehicle({ seed: 1 }).fixAt(Date.UTC(2026, 10, 21, 8));

type Started = { tracker: Tracker; takeSent: () => string; request: (text: string) => string };

function start(provisioningFault?: ProvisioningFault): Started {
  let sent = '';
  const tracker = createQueclinkTracker({
    deviceId,
    send: (text) => (sent += String(text)),
    now: () => 0,
    random: () => 0,
    onSettled: () => undefined,
    ...(provisioningFault === undefined ? {} : { provisioningFault }),
  });
  function takeSent(): string {
    const all = sent;
    sent = '';
    return all;
  }
  return {
    tracker,
    takeSent,
    request(text) {
      tracker.onData(bytes(text));
      return takeSent();
    },
  };
}

describe('the settings of a Queclink tracker', () => {
  it('version and settings are returned for the default password, the model in lowercase letters', () => {
    const { request } = start();
    expect(request('AT+GTRTO=gl300,8,,,,,,00a1$')).to.equal(
      `+ACK:GTRTO,1A0102,${deviceId},GL300,VER,00a1,${noTime},0000$` +
        `+RESP:GTVER,1A0102,${deviceId},GL300,GL300,0A03,0103,${noTime},0001$`,
    );
    expect(request('AT+GTRTO=gl300,2,FRI,,,,,0002$')).to.equal(
      `+ACK:GTRTO,1A0102,${deviceId},GL300,READ,0002,${noTime},0002$` +
        `+RESP:GTALS,1A0102,${deviceId},GL300,FRI,${fri},${noTime},0003$`,
    );
    expect(request('AT+GTRTO=gl300,2,,,,,,0003$')).to.match(/\+RESP:GTALL,.*,BSI,.*,SRI,.*,CFG,.*,FRI,1,/);
  });

  it('commands can arrive in parts and together', () => {
    const { request } = start();
    expect(request('noise$AT+GTRTO=gl3')).to.equal('');
    expect(request('00,8,,,,,,0001$AT+GTRTO=gl300,8,,,,,,0002$').match(/GTVER/g)).to.have.length(2);
  });

  it('settings survive a restart, and the name is that in reports', () => {
    const { tracker, takeSent, request } = start();
    const named = 'AT+GTCFG=gl300,,van 7,0,0.0,0,5,003F,0,,0FFF,0,1,1,300,1,0,20491231235959,1,0,,0004$';
    expect(request(named)).to.equal(`+ACK:GTCFG,1A0102,${deviceId},van 7,0004,${noTime},0000$`);
    tracker.restart?.();
    expect(request('AT+GTRTO=gl300,2,CFG,,,,,0005$')).to.include(',van 7,CFG,gl300,van 7,0,');
    tracker.report(fix);
    expect(takeSent()).to.match(/^\+RESP:GTFRI,1A0102,\d{15},van 7,0,0,1,/);
  });

  it('a wrong password, syntax or value gets no reply', () => {
    const { request } = start();
    for (const wrong of [
      'AT+GTRTO=GL300,8,,,,,,0001$',
      'AT+GTRTO=gl300,8,,,,,0001$',
      'AT+GTRTO=gl300,8,,,,,,xyz$',
      'AT+GTRTO=gl300,2,XXX,,,,,0001$',
      'AT+GTXXX=gl300,1,0001$',
      `AT+GTFRI=gl300,${fri},,0001$`,
      `AT+GTFRI=gl300,${fri.replace('2359', '2400')},0001$`,
      `AT+GTFRI=gl300,${fri.replace('60,60', '60,4')},0001$`,
    ]) {
      expect(request(wrong), wrong).to.equal('');
    }
    expect(request('AT+GTRTO=gl300,2,FRI,,,,,0002$')).to.include(fri);
  });

  it('the provisioning faults raise an interval, change the password or stop the tracker', () => {
    const often = `AT+GTFRI=gl300,${fri.replace('60,60', '30,20')},0001$`;
    const changing = start('changes');
    expect(changing.request(often)).to.match(/^\+ACK:GTFRI/);
    expect(changing.request('AT+GTRTO=gl300,2,FRI,,,,,0002$')).to.include(fri.replace('60,60', '30,60'));
    const closed = start('password');
    expect(closed.request(often)).to.equal('');
    expect(closed.request('AT+GTRTO=other1,2,FRI,,,,,0002$')).to.include(fri);
    const dying = start('dies');
    expect(dying.request(often) + dying.request('AT+GTRTO=gl300,8,,,,,,0001$')).to.equal('');
    dying.tracker.report(fix);
    expect(dying.takeSent()).to.equal('');
    expect(dying.tracker.kept()).to.equal(1);
    dying.tracker.restart?.();
    expect(dying.request('AT+GTRTO=gl300,2,FRI,,,,,0002$')).to.include(fri.replace('60,60', '30,20'));
  });
});
