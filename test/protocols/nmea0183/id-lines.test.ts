import { expect } from 'chai';
import { nmea0183 } from '../../../src/protocols/nmea0183/index.js';
import { bytes, runProtocol, sentence } from '../../support/protocols/framing.js';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 10, 15, 1);
const RMC = sentence('GPRMC,101500.00,A,5250.5367,N,00542.3492,E,10.0,90.0,211126,,,A');

const idsOf = (text: string): (string | undefined)[] =>
  runProtocol(nmea0183, [bytes(text)], undefined, RECEIVED_AT).map((message) =>
    message.type === 'records' ? message.deviceId : message.type,
  );

describe('a line with a device id', () => {
  for (const line of ['GPFID,bus-7', 'gpfid,bus-7', 'GpFid,bus-7', 'PGID,bus-7', 'pgid,bus-7', 'DEVID,bus-7']) {
    it(`$${line} with a right checksum names the device, whatever the case of its digits`, () => {
      const whole = sentence(line);
      const star = whole.indexOf('*');
      expect(idsOf(whole + RMC)).to.deep.equal(['bus-7']);
      expect(idsOf(whole.slice(0, star) + whole.slice(star).toLowerCase() + RMC)).to.deep.equal(['bus-7']);
    });
  }

  for (const separator of [',', '=', ':', ' ']) {
    it(`an IMEI after "${separator}" may have a checksum`, () => {
      expect(idsOf(sentence(`IMEI${separator}123456789012345`) + RMC)).to.deep.equal(['123456789012345']);
    });
  }

  it('$GPFID without a checksum names the device, in upper and lower case', () => {
    for (const line of ['$GPFID,bus-7\r\n', '$gpfid,bus-7\r\n'])
      expect(idsOf(line + RMC), line).to.deep.equal(['bus-7']);
  });

  it('a wrong or incomplete checksum discards the line', () => {
    const right = sentence('GPFID,bus-7');
    for (const wrong of [
      right.replace('bus-7', 'bus-8'),
      '$GPFID,bus-7*\r\n',
      '$GPFID,bus-7*0\r\n',
      '$gpfid,bus-7*zz\r\n',
    ])
      expect(idsOf(wrong + RMC), wrong).to.deep.equal([undefined]);
  });

  it('a sentence whose name begins alike names no device', () => {
    for (const other of ['GPFIX,bus-7', 'GPFIDX,bus-7', 'IIMEI,bus-7'])
      expect(idsOf(sentence(other) + RMC), other).to.deep.equal([undefined]);
  });
});
