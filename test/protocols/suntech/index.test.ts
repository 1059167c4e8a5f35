import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { suntech } from '../../../src/protocols/suntech/index.js';
import { locationSchema } from '../../../src/schema/records/location.js';
import { validator } from '../../../src/schema/validator.js';
import { bytes, locationsOf, runProtocol } from '../../support/protocols/framing.js';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 9);
const place = '+52.842278;+005.705820;018.000;084.00';
const ST300 = (type: string, rest: string, fix = `${place};9;1`): string =>
  `ST300${type};100850001;02;319;20261121;08:00:01;2f1a0;${fix};52084;13.27;100010;${rest}\r`;
const status = ST300('STT', '2;0072;000211;4.1;1');
const universal = (type: string, mask: string, rest: string): string =>
  `${type};0560001617;${mask};56;1.0.15;1;20261121;08:00:01;00008D6C;334;20;0925;24;${rest}\r`;

const decode = (text: string): TrackerMessage[] => runProtocol(suntech, [bytes(text)], undefined, RECEIVED_AT);
const alertsOf = (text: string) =>
  decode(text).flatMap((message) => (message.type === 'records' ? message.alerts : []));
const location = {
  dateTime: '2026-11-21T08:00:01.000Z',
  latitude: 52.842278,
  longitude: 5.70582,
  speed: 5,
  course: 84,
  satellites: 9,
  milleage: 52.084,
  inputs: [false, false, false],
  outputs: [true, false],
  attributes: { report: 'STT', ignition: true, powerVoltage: 13.27, engineSeconds: 12_660 },
};

describe('Suntech reports', () => {
  it('a status has its fix in SI units, ignition and voltage', () => {
    expect(decode(status)).to.deep.equal([
      { type: 'records', deviceId: '100850001', locations: [location], alerts: [] },
    ]);
    expect(validator(locationSchema)(location).ok).to.equal(true);
  });

  it('a report ends with CR, LF or both', () => {
    for (const end of ['\r', '\n', '\r\n']) expect(locationsOf(decode(status.trimEnd() + end))).to.have.length(1);
  });

  it('the other forms have the same fix', () => {
    const rest = '9;1;52084;13.27;100010;2;0072';
    for (const text of [
      `SA200STT;317652;042;20261121;08:00:01;16d41;${place};${rest}`,
      `ST600STT;100850001;20;520;20261121;08:00:01;0bf1a893;334;20;2f19;18;${place};${rest}`,
      `ST500STT;100850001;07;843;20261121;08:00:01;${place};9;1;141121;13.27;1;0;1;4659;002.795`,
      `ST910;Location;205576803;500;20261121;08:00:01;${place};1;3.8;0;1;9159`,
      `ST910;Location;485195;528;20261121;08:00:01;f1dd134840;${place};1;286734;100;1;0;0188;02`,
      universal('STT', '3FFFFF', '+52.842278;+5.705820;18.00;84.00;9;1;00000001;00000000;2;1;1765').trimEnd(),
    ]) {
      const [found] = locationsOf(decode(`${text}\r`));
      const { attributes, satellites, milleage, inputs, outputs, ...position } = location;
      expect(found, text).to.deep.include(position);
      if (!text.startsWith('ST910')) expect(found, text).to.deep.include({ satellites });
      expect(attributes.report).to.equal(found?.attributes?.report);
      if (/^(?:SA200|ST600)/.test(text)) expect(found, text).to.deep.include({ milleage, inputs, outputs });
    }
  });

  it('a report without a fix has no location, and its alert has no position', () => {
    const noFix = `${place};0;0`;
    expect(decode(ST300('STT', '2;0072', noFix))).to.deep.equal([]);
    expect(alertsOf(ST300('ALT', '33;000000;4.0;0', noFix))).to.deep.equal([
      { dateTime: location.dateTime, alerts: ['IgnitionOn'] },
    ]);
  });

  it('a time of a clock that was never set and a leap second are times', () => {
    const report = ST300('ALT', '33;000000;4.0;0', `${place};0;0`);
    for (const [date, dateTime] of [
      ['20261121;23:59:60', '2026-11-21T23:59:59.999Z'],
      ['19800106;00:00:05', '1980-01-06T00:00:05.000Z'],
      ['00000000;00:00:00', '1970-01-01T00:00:00.000Z'],
    ] as const) {
      const dated = report.replace(/20261121;08:00:01/, date);
      expect(alertsOf(dated), dated).to.deep.equal([{ dateTime, alerts: ['IgnitionOn'] }]);
    }
  });

  it('emergencies, input events and alerts raise alerts under the names of the API', () => {
    for (const [type, number, name] of [
      ['EMG', 1, 'SOSButton'],
      ['EMG', 3, 'GPSUnplugged'],
      ['EMG', 7, 'Movement'],
      ['EVT', 1, 'Sensor1On'],
      ['EVT', 6, 'Sensor3Off'],
      ['ALT', 1, 'SpeedLimit'],
      ['ALT', 5, 'AllowedArea'],
      ['ALT', 6, 'ForbiddenArea'],
      ['ALT', 23, 'SpeedLimit'],
      ['ALT', 26, 'EngineOverspeed'],
      ['ALT', 41, 'GPSUnplugged'],
      ['ALT', 42, 'SOSButton'],
      ['ALT', 47, 'HarshBraking'],
      ['ALT', 59, 'DriverIdentified'],
      ['ALT', 60, 'DriverRemoved'],
      ['ALT', 62, 'NoMovementTime'],
      ['ALT', 73, 'FuelJumpDown'],
      ['ALT', 81, 'ALT 81'],
    ] as const) {
      const [alert, ...others] = alertsOf(ST300(type, `${number};000211;4.1;1`));
      expect(alert?.alerts, `${type} ${number}`).to.deep.equal([name]);
      expect(alert).to.include({ dateTime: location.dateTime, latitude: location.latitude });
      expect(others).to.deep.equal([]);
    }
    expect(alertsOf(ST300('ALT', '2;000211;4.1;1'))).to.deep.equal([]);
    const alert = universal('ALT', 'FFFFFF', '+52.842278;+5.705820;0.00;0.00;9;1;00000001;00000000;41;;;;08E3800F;4.1');
    expect(alertsOf(alert)).to.have.nested.property('[0].alerts[0]', 'GPSUnplugged');
    const emergency = `ST910;Emergency;205576803;500;20261121;08:00:01;${place};0;2\r`;
    expect(alertsOf(emergency)).to.have.nested.property('[0].alerts[0]', 'ST910 EMG 2');
  });

  it('the panic button of the newer models is an SOS', () => {
    const fields = '+52.842278;+5.705820;0.00;0.00;9;1;00000001;00000000;42;1;';
    expect(alertsOf(universal('ALT', '3FFFFF', fields))).to.have.nested.property('[0].alerts[0]', 'SOSButton');
  });

  it('mileage and hour meter are stored where the layout has them', () => {
    for (const [rest, engineSeconds] of [
      ['2;0072;000211;4.1;1', 12_660],
      ['2;0072;00014604;4.2;0;0.00;;;', 876_240],
      ['2;0072;0;4.5;1', 0],
      ['2;0072', undefined],
      ['2;0072;017.159;0;002.327;12;4.0', undefined],
    ] as const) {
      const [found] = locationsOf(decode(ST300('STT', rest)));
      expect(found?.milleage, rest).to.equal(52.084);
      expect(found?.attributes?.engineSeconds, rest).to.equal(engineSeconds);
    }
    const [alert] = locationsOf(decode(ST300('ALT', '33;000211;4.1;1')));
    expect(alert?.attributes).to.include({ engineSeconds: 12_660 });
  });

  it('inputs and outputs follow the ignition', () => {
    const [found] = locationsOf(decode(status.replace(';100010;', ';01000001;')));
    expect(found?.attributes).to.include({ ignition: false });
    expect(found?.inputs).to.deep.equal([true, false, false, false]);
    expect(found?.outputs).to.deep.equal([false, false, true]);
  });

  it('a status has its driver, and a key of zeros is none', () => {
    for (const [rest, driverId] of [
      ['2;0072;000211;4.1;1;012e717f010000;1', '012E717F010000'],
      ['2;0072;000211;4.1;1;0;01B54221010000;0', '01B54221010000'],
      ['2;0072;000211;4.1;1;0.00;;;;1D00000113F3F801;1;28EE56B911160234:+13.7;:;:', '1D00000113F3F801'],
      ['2;0072;000211;4.1;1;1750;22574684;1;004f001454;450;00;-320;20;255;1', '22574684'],
      ['2;0072;000211;4.1;1;00000000000000;0', undefined],
      ['2;0072;000211;4.1;1;23675;724;5;-75;1351;1', undefined],
    ] as const) {
      expect(locationsOf(decode(ST300('STT', rest)))[0]?.attributes?.driverId, rest).to.equal(driverId);
    }
  });

  it('an alert about a driver names the driver', () => {
    const id = '1D00000113F3F801';
    const place300 = '+52.842278;+5.705820;0.00;0.00;9;1;00000001;00000000';
    for (const text of [
      ST300('ALT', `59;000211;4.1;1;${id};1`),
      ST300('ALT', `60;${id};000211;4.1;1`),
      universal('ALT', '3FFFFF', `${place300};59;8;${id.toLowerCase()}`),
      universal('ALT', 'FFFFFF', `${place300};60;;${id};;08E3800F;4.1`),
    ]) {
      const [alert] = alertsOf(text);
      expect(alert, text).to.include({ driverId: id, text: `driver ${id}` });
      expect(locationsOf(decode(text))[0]?.attributes, text).to.include({ driverId: id });
    }
    expect(alertsOf(ST300('ALT', '59;000211;4.1;1;00000000000000;0'))[0]).to.not.have.any.keys('driverId', 'text');
  });

  it('the data of a serial device may have any bytes', () => {
    const data = String.fromCharCode(0, 1, 2, 0x7f, 0x80, 0xff, 0x3b, 0x41);
    for (const text of [
      ST300('UEX', `8;${data};3E;000135;4.1;1`),
      ST300('UEX', `4;${data.slice(0, 3)}\rA;3E;0;4.1;1`),
    ]) {
      const messages = decode(text);
      expect(messages.map(({ type }) => type)).to.deep.equal(['records']);
      expect(locationsOf(messages)[0]).to.include({ latitude: location.latitude });
    }
    expect(decode(ST300('STT', `2;${data}`))).to.have.nested.property('[0].type', 'rejected');
  });

  it('lines of the data of a serial device are counted as part of their report', () => {
    const lines = '$FMS1,0,3\r\n$FMS4,0,0\r\n$FMS8,@\r\n';
    const counters = createCounters();
    const messages = runProtocol(suntech, [bytes(ST300('UEX', `${lines.length};${lines};81;000450;0.0;1`))], counters);
    expect(messages.map(({ type }) => type)).to.deep.equal(['records']);
    expect(counters.input.withoutRecord.get('UEX')).to.include({ frames: 3 });
    expect(decode(`${ST300('UEX', '40;abc')}hello\r${status}`).map(({ type }) => type)).to.deep.equal([
      'records',
      'records',
    ]);
    const key = universal(
      'UEX',
      '03FFFFFF',
      '-5.129240;-42.797868;0.00;0.00;11;1;00000001;00000000;22;GTSL|6|1|0|22574684|1|;A7',
    );
    expect(locationsOf(decode(key))[0]?.attributes).to.include({ driverId: '22574684' });
  });

  it('further fields at the end are ignored', () => {
    const cells = Array.from({ length: 42 }, () => '0').join(';');
    const asset = `ST410STT;100850001;408;01;${cells};3.8;1;2503;6;20261121;08:00:01;${place};9;1`;
    for (const text of [
      `${asset};17`,
      `${asset};17;;+13.7`,
      `ST910;Location;205576803;500;20261121;08:00:01;${place};1;3.8;0;1;9159;T:+13.7`,
      `${status.trimEnd()};a;b:c;+1`,
      universal('STT', '3FFFFF', '+52.842278;+5.705820;18.00;84.00;9;1;00000001;00000000;2;1;1765;x;y').trimEnd(),
    ]) {
      expect(locationsOf(decode(`${text}\r`))[0], text).to.include({ latitude: location.latitude, speed: 5 });
    }
  });

  it('a time of a clock that was never set is no reason to refuse a report', () => {
    for (const date of ['20110101', '19800106', '00000000']) {
      expect(
        decode(status.replace('20261121', date)).map(({ type }) => type),
        date,
      ).to.deep.equal(['records']);
    }
    const [leap] = locationsOf(decode(status.replace('20261121;08:00:01', '20161231;23:59:60')));
    expect(leap?.dateTime).to.equal('2016-12-31T23:59:59.999Z');
  });

  it('a report without a fix is counted as such', () => {
    const counters = createCounters();
    runProtocol(suntech, [bytes(ST300('STT', '2;0072', `${place};0;0`))], counters);
    expect([...counters.input.withoutRecord.keys()]).to.deep.equal(['no fix']);
  });

  it('the data of a serial device may contain a line end', () => {
    const text = ST300('UEX', '15;RFID:00AB17FE9\r\n;3E;000135;4.1;1');
    const counters = createCounters();
    const messages = runProtocol(suntech, [bytes(text)], counters, RECEIVED_AT);
    expect(messages.map(({ type }) => type)).to.deep.equal(['records']);
    expect(counters).to.include({ frames: 2, discardedBytes: 0 });
  });

  it('a report that lost its end does not swallow the next one', () => {
    for (const length of [12, 60, status.length - 3]) {
      const joined = status.replace('+52', '+41').slice(0, length) + status;
      expect(locationsOf(decode(joined)), joined).to.deep.equal([location]);
    }
  });

  it('impossible and malformed values are rejected', () => {
    for (const text of [
      status.replace('20261121', '20261131'),
      status.replace('08:00:01', '08:60:01'),
      status.replace('+52.842278', '+92.842278'),
      status.replace('+52.842278', '+52.84227'),
      status.replace('+005.705820', '+185.705820'),
      status.replace('084.00', '384.00'),
      status.replace(';9;1;', ';9;2;'),
      status.replace('100850001', '10085001'),
      status.replace('13.27;', ''),
      universal('STT', '3FFFFF', '+52.842278;+5.705820;18.00;84.00;9;1;00000001;00000000;2'),
      'hello\r',
    ]) {
      expect(decode(text), text).to.have.nested.property('[0].type', 'rejected');
    }
  });

  it('keep-alives and reports of other kinds carry no records', () => {
    for (const text of ['ST300ALV;100850001\r', 'ALV;0560001617\r', 'ST910;Alive;456789\r', 'ST300HTE;100850001;1\r']) {
      expect(decode(text), text).to.deep.equal([]);
    }
  });
});

describe('acknowledgements of Suntech', () => {
  const receipt = success({ accepted: 1, duplicates: 0 });

  it('every report by UDP but a keep-alive is acknowledged once it is stored', () => {
    const session = suntech.open(createCounters(), { ...NULL_CONTEXT, isDatagram: true });
    for (const text of [status, ST300('EMG', '1'), ST300('STT', '2;0072', `${place};0;0`)]) {
      const [message] = session.push(bytes(text), RECEIVED_AT);
      expect(message && session.reply(message, receipt)).to.equal('ST300ACK;100850001\r');
      const refused = failure('store_unavailable', 'disk full');
      expect(message && session.reply(message, refused)).to.equal(undefined);
    }
    expect(session.push(bytes('ST300ALV;100850001\r'), RECEIVED_AT)).to.deep.equal([]);
  });

  it('the end of a datagram ends its last line', () => {
    expect(suntech).to.include({ lineBased: true });
  });

  it('nothing is written to a tracker on a cable', () => {
    const session = suntech.open(createCounters());
    const [message] = session.push(bytes(ST300('EMG', '1')), RECEIVED_AT);
    expect(message && session.reply(message, receipt)).to.equal(undefined);
  });
});
