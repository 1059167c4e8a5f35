import { expect } from 'chai';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';

const fix = {
  dateTime: '2026-11-21T08:22:34.560Z',
  latitude: 52.842278,
  longitude: 5.70582,
  speed: 10.288889,
  course: 84.4,
  altitude: -1.5,
  satellites: 9,
  battery: 50,
};

describe('nmeaEpoch', () => {
  it('a fix is sent as RMC, VTG, GGA and GSA', () => {
    expect(nmeaEpoch(fix).replace(/\*../g, '').split('\r\n')).to.deep.equal([
      '$GNRMC,082234.56,A,5250.53668,N,00542.34920,E,20.000,84.4,211126,,,A',
      '$GNVTG,84.4,T,,M,20.000,N,37.040,K,A',
      '$GNGGA,082234.56,5250.53668,N,00542.34920,E,1,09,0.9,-1.5,M,45.0,M,,',
      '$GNGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.8,0.9,1.5',
      '',
    ]);
  });

  it('each sentence ends with its checksum and has at most the 82 characters of the standard', () => {
    for (const line of nmeaEpoch(fix).trimEnd().split('\r\n')) {
      const [, body = '', sum = ''] = /^\$(.*)\*([0-9A-F]{2})$/.exec(line) ?? [];
      const computed = Buffer.from(body).reduce((total, byte) => total ^ byte, 0);
      expect(Number.parseInt(sum, 16)).to.equal(computed);
      expect(line.length).to.be.below(81);
    }
  });

  it('minutes are never rounded to 60, and south and west are encoded', () => {
    const text = nmeaEpoch({ ...fix, latitude: -12.99999999, longitude: -0.5 });
    expect(text).to.contain(',1300.00000,S,00030.00000,W,');
  });
});
