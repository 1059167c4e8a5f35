import { expect } from 'chai';
import { queclink } from '../../../src/protocols/queclink/index.js';
import type { Alert } from '../../../src/schema/records/alert.js';
import { bytes, runProtocol } from '../../support/protocols/framing.js';

const point = '1,18.0,84,-1.5,5.705820,52.842278,20261121082230';
const cell = '0204,0016,03EC,BD94';
const report = (message: string, content: string): string =>
  `+RESP:GT${message},1A0102,860000000000017,,${content},20261121082234,11F0$`;

function alerts(text: string): readonly Alert[] {
  return runProtocol(queclink, [bytes(text)]).flatMap((message) => (message.type === 'records' ? message.alerts : []));
}
const names = (message: string, content: string): string[] =>
  alerts(report(message, content)).flatMap((alert) => [...alert.alerts]);

describe('Queclink events', () => {
  it('an event with a fix is an alert with its time and position', () => {
    expect(alerts(report('SOS', `0,0,1,${point},${cell},,92`))).to.deep.equal([
      {
        dateTime: '2026-11-21T08:22:30.000Z',
        alerts: ['SOSButton'],
        latitude: 52.842278,
        longitude: 5.70582,
        text: 'GTSOS',
      },
    ]);
  });

  it('an event without a fix is an alert with the send time and no position', () => {
    for (const content of [`0,0,1,0${point.slice(1)},${cell}`, `0,0,1,0,,,,,,,${cell}`, '']) {
      expect(alerts(report('SOS', content)), content).to.deep.equal([
        { dateTime: '2026-11-21T08:22:34.000Z', alerts: ['SOSButton'], text: 'GTSOS' },
      ]);
    }
  });

  it('an alert about a driver and its location name the driver', () => {
    for (const [content, name, driverId] of [
      [`,A1B2C3D4E5F60001,1,1,${point},${cell},00,0.0`, 'DriverIdentified', 'A1B2C3D4E5F60001'],
      [`,00deadbeef01,0,1,${point},${cell},00,0.0`, 'DriverUnknown', '00DEADBEEF01'],
      [`,0000000000000000,1,1,${point},${cell},00,0.0`, 'DriverIdentified', undefined],
      [`,,1,1,${point},${cell},00,0.0`, 'DriverIdentified', undefined],
      [`,D2C4FBC5,1,1,0,,,,,,,${cell},00,0.0`, 'DriverIdentified', 'D2C4FBC5'],
    ] as const) {
      const [message] = runProtocol(queclink, [bytes(report('IDA', content))]);
      if (message?.type !== 'records') return expect.fail('no records');
      const [alert] = message.alerts;
      expect(alert?.alerts, content).to.deep.equal([name]);
      expect(alert?.driverId, content).to.equal(driverId);
      expect(alert?.text, content).to.equal(driverId === undefined ? undefined : `driver ${driverId}`);
      for (const { attributes } of message.locations) expect(attributes?.driverId, content).to.equal(driverId);
    }
  });

  it('alerts have the names of the API where it defines one', () => {
    const known: [string, string, string[]][] = [
      ['SPD', '0,0,1', ['SpeedLimit']],
      ['SPD', '0,1,1', []],
      ['GEO', '3,0,1', ['AllowedArea']],
      ['GEO', '3,1,1', ['ForbiddenArea']],
      ['NMR', '0,0,1', ['NoMovementTime']],
      ['NMR', '0,1,1', []],
      ['DIS', '2,1,1', ['Sensor2On']],
      ['DIS', '4,0,1', ['Sensor4Off']],
      ['BPL', '3.61', ['BatteryLow']],
      ['TEM', '3,33', ['TemperatureGreaterThan']],
      ['TEM', '1,-5', ['TemperatureLowerThan']],
      ['ANT', '1', ['AntennaFault']],
      ['EPF', '0', ['GPSUnplugged']],
      ['MPF', '0', ['GPSUnplugged']],
      ['ANT', '0', []],
      ['GSS', '0,9,11,', ['GPSNoSignal']],
      ['GSS', '1,9,11,', []],
    ];
    for (const [message, fields, expected] of known) {
      for (const accuracy of ['1', '0']) {
        const content = `${fields},${accuracy}${point.slice(1)},${cell}`;
        expect(names(message, content), `${message} ${content}`).to.deep.equal(expected);
      }
      expect(names(message, `${fields},0,,,,,,,${cell}`), message).to.deep.equal(expected);
    }
  });

  it('id and type may be two digits of one field', () => {
    expect(names('DIS', `,21,1,${point},${cell}`)).to.deep.equal(['Sensor2On']);
    expect(names('GEO', `,A1,1,${point},${cell}`)).to.deep.equal(['ForbiddenArea']);
    expect(names('HBM', `,10,1,${point},${cell}`)).to.deep.equal(['HarshBraking']);
  });

  it('alerts have descriptive names where the API defines none', () => {
    const others = { TOW: 'Tow', CRA: 'Crash', JDR: 'Jamming', EPN: 'ExternalPowerOn' };
    for (const [message, name] of Object.entries(others)) {
      expect(names(message, `0,${point},${cell}`)).to.deep.equal([name]);
    }
    expect(names('PFA', '')).to.deep.equal(['PowerOff']);
    expect(names('JDS', `2,${point},${cell}`)).to.deep.equal(['Jamming']);
    expect(names('JDS', `1,${point},${cell}`)).to.deep.equal([]);
  });

  it('a temperature alarm of an external sensor (GTTMP) is an alert', () => {
    expect(names('TMP', `,12345,10,1,${point},${cell},0.1,,,,,,,,,28FF,,31.5`)).to.deep.equal(['GTTMP']);
    expect(names('TMP', `,12345,21,1,0,,,,,,,${cell},0.1,,,,,,,,,28FF,,5`)).to.deep.equal(['GTTMP']);
  });

  it('an event of unknown type is named after its message', () => {
    expect(names('GEO', `0,7,1,${point},${cell}`)).to.deep.equal(['GTGEO']);
    expect(names('GEO', '')).to.deep.equal(['GTGEO']);
  });

  it('periodic reports raise no alert', () => {
    for (const message of ['FRI', 'ERI', 'RTL', 'STT', 'DOG']) {
      expect(names(message, `0,0,1,${point},${cell}`)).to.deep.equal([]);
    }
  });
});
