import { expect } from 'chai';
import fc from 'fast-check';
import { nmea0183 } from '../../../src/protocols/nmea0183/index.js';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import type { Location } from '../../../src/schema/records/location.js';
import { locationSchema } from '../../../src/schema/records/location.js';
import { validator } from '../../../src/schema/validator.js';
import { bytes, runProtocol, locationsOf, sentence } from '../../support/protocols/framing.js';

const seed = 20_261_121;
const here = '5250.5000,N,00542.3000,E';
const rmc = (time: string, date = '211126', rest = 'A', track = '19.4,84.4'): string =>
  sentence(`GPRMC,${time},${rest},${here},${track},${date},,,A`);
const gga = (time: string, quality = '1', used = '08'): string =>
  sentence(`GPGGA,${time},${here},${quality},${used},1.1,12.5,M,46.0,M,,`);
const gll = (time: string): string => sentence(`GPGLL,${here},${time},A,A`);
const zda = (time: string, date = '21,11,2026'): string => sentence(`GPZDA,${time},${date},00,00`);
const vtg = (speed: string, course = ''): string => sentence(`GPVTG,${course},T,,M,${speed},N,,K,A`);
const gsa = (dimensions: string, talker = 'GP'): string =>
  sentence(`${talker}GSA,A,${dimensions},04,,,,,,,,,,,,2,1.1,1`);

const messages = (text: string): TrackerMessage[] => runProtocol(nmea0183, [bytes(text)]);
const fixes = (text: string): Location[] => locationsOf(messages(text));
const times = (text: string): string[] => fixes(text).map(({ dateTime }) => dateTime);

describe('the NMEA 0183 protocol', () => {
  describe('values', () => {
    it('the sentences of one instant are merged into one location', () => {
      expect(messages(gga('101500.25') + gsa('3') + rmc('101500.25'))).to.deep.equal([
        {
          type: 'records',
          locations: [
            {
              dateTime: '2026-11-21T10:15:00.250Z',
              latitude: 52.841666667,
              longitude: 5.705,
              speed: 9.9802,
              course: 84.4,
              altitude: 12.5,
              satellites: 8,
              attributes: { hdop: 1.1 },
            },
          ],
          alerts: [],
        },
      ]);
    });

    it('an empty field is unknown, not zero', () => {
      const [fix] = fixes(rmc('101500', '211126', 'A', ','));
      expect(fix).to.have.all.keys('dateTime', 'latitude', 'longitude');
    });

    it('speed and course come from RMC, or from VTG without RMC', () => {
      expect(fixes(vtg('10') + rmc('101500') + vtg('10', '7'))[0]).to.include({ speed: 9.9802, course: 84.4 });
      expect(fixes(zda('101500') + gga('101500') + vtg('10', '7'))[0]).to.include({ speed: 5.1444, course: 7 });
    });

    it('the position with the most decimals is used', () => {
      const fine = sentence('GNGNS,101500,5250.5000600,N,00542.3000600,E,AN,09,0.8,13,46,,');
      expect(fixes(fine + rmc('101500') + gll('101500'))[0]).to.include({ latitude: 52.841667667, altitude: 13 });
    });

    it('a course of 360 becomes 0', () => {
      expect(fixes(rmc('101500', '211126', 'A', '1,360.0'))[0]?.course).to.equal(0);
    });

    it('south and west are negative, and a sign must match the side', () => {
      const text = sentence('GPRMC,101500,A,-3345.000,S,15112.000,W,,,211126,,,A');
      expect(fixes(text)[0]).to.include({ latitude: -33.75, longitude: -151.2 });
    });

    it('an impossible ordinate gives no fix', () => {
      for (const positionText of [
        '9000.1,N,00542.3,E',
        '5260.0,N,00542.3,E',
        '5250.5,N,18000.1,E',
        '5250.5,X,00542.3,E',
      ]) {
        expect(fixes(sentence(`GPRMC,101500,A,${positionText},,,211126,,,A`)), positionText).to.deep.equal([]);
      }
      expect(fixes(sentence('GPRMC,101500,A,-5250.5,N,00542.3,E,,,211126,,,A'))).to.deep.equal([]);
      expect(fixes(sentence('GPRMC,101500,A,5250.5e1,N,00542.3,E,,,211126,,,A'))).to.deep.equal([]);
    });

    it('locations match the schema, whatever the fields contain', () => {
      const isLocation = validator(locationSchema);
      const field = fc.oneof(
        fc.constantFrom('', '0', '360', '-1', '99999999999', '101500', '211126', 'A', 'N', 'E', '5250.5', '00542.3'),
        fc.string({ maxLength: 8, unit: fc.constantFrom(...Array.from('0123456789.-eNAV')) }),
      );
      const fields = fc.array(field, { minLength: 2, maxLength: 6 });
      fc.assert(
        fc.property(fields, fields, (track, quality) => {
          const text =
            sentence(`GPRMC,101500,A,${here},${track.slice(0, 2).join(',')},211126,,,A`) +
            sentence(`GNGNS,101500,${here},AA,${quality.join(',')}`);
          for (const fix of fixes(text)) expect(isLocation(fix)).to.have.property('ok', true);
        }),
        { seed, numRuns: 500 },
      );
    });
  });

  describe('validity', () => {
    const none = {
      'RMC warns': rmc('101500', '211126', 'V') + gga('101500'),
      'the mode of RMC is N': sentence(`GPRMC,101500,A,${here},1,2,211126,,,N`),
      'the mode of RMC is estimated': sentence(`GPRMC,101500,A,${here},1,2,211126,,,E`),
      'the mode of RMC is simulated': sentence(`GPRMC,101500,A,${here},1,2,211126,,,S`),
      'GGA has quality 0': rmc('101500') + gga('101500', '0'),
      'GGA is simulated': rmc('101500') + gga('101500', '8'),
      'GGA has a quality that does not exist': rmc('101500') + gga('101500', '12'),
      'GGA uses fewer than three satellites and no other sentence reports a fix':
        zda('101500') + gga('101500', '1', '02') + gsa('3'),
      'GLL warns': rmc('101500') + sentence(`GPGLL,${here},101500,V,A`),
      'GNS has no constellation with a fix': rmc('101500') + sentence(`GNGNS,101500,${here},NN,00,,,,,`),
      'GSA reports none': rmc('101500') + gsa('1'),
      'a sentence without a time in between reports none':
        gga('101500') + sentence('GPRMC,,V,,,,,,,,,,N') + zda('101500'),
    };
    for (const [reason, text] of Object.entries(none)) {
      it(`there is no fix when ${reason}`, () => {
        expect(fixes(text)).to.deep.equal([]);
      });
    }

    it('a satellite count below three is no fix or no count, which RMC decides', () => {
      for (const used of ['00', '02']) {
        expect(fixes(gga('101500', '1', used) + rmc('101500')), used).to.have.length(1);
        expect(fixes(gga('101500', '1', used) + rmc('101500', '211126', 'V')), used).to.deep.equal([]);
      }
    });

    it('one of several constellations with a fix is enough', () => {
      expect(fixes(rmc('101500') + gsa('3') + gsa('1', 'GL'))).to.have.length(1);
      expect(fixes(zda('101500') + sentence(`GNGNS,101500,${here},NA,07,,,,,`))).to.have.length(1);
    });

    it('proprietary and unknown sentences are ignored, not rejected', () => {
      const counters = createCounters();
      const text = sentence('PMTK001,314,3') + sentence('GPTXT,01,01,02,hello') + sentence('GPXYZ') + sentence('X');
      expect(runProtocol(nmea0183, [bytes(text)], counters)).to.deep.equal([]);
      expect(counters).to.include({ frames: 4, rejected: 0, discardedBytes: 0 });
    });
  });

  describe('dates', () => {
    it('no location is returned until a date is known', () => {
      expect(times(gga('101500') + gga('101501') + rmc('101502') + gga('101503'))).to.deep.equal([
        '2026-11-21T10:15:02.000Z',
        '2026-11-21T10:15:03.000Z',
      ]);
    });

    it('years 69 to 99 are 1969 to 1999, and ZDA has four digits', () => {
      expect(times(rmc('101500', '010169') + rmc('101501', '311268'))).to.deep.equal([
        '1969-01-01T10:15:00.000Z',
        '2068-12-31T10:15:01.000Z',
      ]);
      expect(times(zda('101500', '01,02,2040') + gga('101500'))).to.deep.equal(['2040-02-01T10:15:00.000Z']);
    });

    it('the date advances when the time drops by more than twelve hours', () => {
      expect(times(rmc('235959', '311226') + gga('000000') + gga('000001') + rmc('000002', '010127'))).to.deep.equal([
        '2026-12-31T23:59:59.000Z',
        '2027-01-01T00:00:00.000Z',
        '2027-01-01T00:00:01.000Z',
        '2027-01-01T00:00:02.000Z',
      ]);
    });

    it('an epoch after midnight is dated by its own RMC, even if that arrives last', () => {
      expect(times(rmc('235959', '311226') + gga('000000') + rmc('000000', '010127'))).to.deep.equal([
        '2026-12-31T23:59:59.000Z',
        '2027-01-01T00:00:00.000Z',
      ]);
    });

    it('the date of an epoch without a fix is ignored', () => {
      expect(times(rmc('000001', '060180', 'V') + gga('101500'))).to.deep.equal([]);
      expect(times(zda('000001', '06,01,1980') + gga('000001', '0') + gga('101500'))).to.deep.equal([]);
    });

    it('a leap second is a time of its own', () => {
      expect(
        times(rmc('235959', '311226') + rmc('235960.00', '311226') + rmc('000000', '010127') + rmc('000001', '010127')),
      ).to.deep.equal([
        '2026-12-31T23:59:59.000Z',
        '2026-12-31T23:59:59.999Z',
        '2027-01-01T00:00:00.000Z',
        '2027-01-01T00:00:01.000Z',
      ]);
    });

    it('impossible days and times are ignored', () => {
      expect(times(rmc('101500', '310226') + rmc('246000', '211126') + rmc('231560', '311226'))).to.deep.equal([]);
      expect(times(rmc('101500') + rmc('', '221126'))).to.deep.equal(['2026-11-21T10:15:00.000Z']);
    });
  });

  describe('epochs', () => {
    it('an epoch is emitted once, when the next one starts or after silence', () => {
      const session = nmea0183.open(createCounters());
      expect(session.push(bytes(rmc('101500') + gga('101500')), 0)).to.deep.equal([]);
      expect(session.push(bytes(rmc('101501')), 0)).to.have.length(1);
      expect(session.idle()).to.have.length(1);
      expect(session.idle()).to.deep.equal([]);
    });

    it('sentences after the silence give no second fix, and later epochs wait for them', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(rmc('101500')), 0);
      expect(session.idle()).to.have.length(1);
      expect(session.push(bytes(gga('101500')), 0)).to.deep.equal([]);
      expect(session.idle()).to.deep.equal([]);
      session.push(bytes(rmc('101501')), 0);
      expect(session.idle()).to.deep.equal([]);
      session.push(bytes(gga('101501')), 0);
      expect(locationsOf(session.idle())[0]).to.include({ speed: 9.9802, altitude: 12.5 });
    });

    it('epochs stop waiting for a sentence that one of them did not have', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(rmc('101500')), 0);
      session.idle();
      session.push(bytes(gga('101500') + rmc('101501')), 0);
      expect(session.idle()).to.deep.equal([]);
      expect(session.push(bytes(rmc('101502')), 0)).to.have.length(1);
      expect(session.idle()).to.have.length(1);
    });

    it('an epoch without a date stays open over silence', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(gga('101500')), 0);
      expect(session.idle()).to.deep.equal([]);
      session.push(bytes(rmc('101500')), 0);
      expect(locationsOf(session.idle())[0]).to.include({ altitude: 12.5, course: 84.4 });
    });

    it('untimed sentences after silence belong to the next epoch', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(zda('101500') + gga('101500')), 0);
      session.idle();
      session.push(bytes(vtg('10', '7') + gga('101501')), 0);
      expect(locationsOf(session.idle())[0]).to.include({ dateTime: '2026-11-21T10:15:01.000Z', course: 7 });
    });

    it('sentences without a fix do not invalidate the next fix', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(rmc('101500')), 0);
      session.idle();
      session.push(bytes(gsa('1') + sentence('GPRMC,,V,,,,,,,,,,N')), 0);
      session.idle();
      session.push(bytes(rmc('101507')), 0);
      expect(session.idle()).to.have.length(1);
    });

    it('an old instant between new ones is not emitted again', () => {
      const stalled = rmc('101501') + gga('101500') + rmc('101502') + gga('101500') + rmc('101503');
      expect(times(rmc('101500') + stalled)).to.deep.equal(
        times(['00', '01', '02', '03'].map((s) => rmc(`1015${s}`)).join('')),
      );
    });
  });

  describe('device id', () => {
    const ids = (text: string): (string | undefined)[] =>
      messages(text).map((message) => (message.type === 'records' ? message.deviceId : 'rejected'));
    const lines = {
      'a number before the sentence': `123456789012345${rmc('101500')}`,
      'a number and a comma before it': `123456789012345,${rmc('101500')}`,
      'a number between slashes': `4711/123456789012345/${rmc('101500')}`,
      'IMEI before it': `IMEI 123456789012345${rmc('101500')}`,
      'a PGID sentence': sentence('PGID,123456789012345') + rmc('101500'),
      'a DEVID sentence': sentence('DEVID,123456789012345') + rmc('101500'),
      'a PCPTI sentence': sentence('PCPTI,123456789012345,101500,101500.0,6F') + rmc('101500'),
      'a GPFID line': `$GPFID,123456789012345\r\n${rmc('101500')}`,
      'an IMEI line': `IMEI 123456789012345\r\n${rmc('101500')}`,
      'an $IMEI line': `$IMEI=123456789012345\r\n${rmc('101500')}`,
    };
    for (const [form, text] of Object.entries(lines)) {
      it(`the device id is read from ${form}`, () => {
        expect(ids(text)).to.deep.equal(['123456789012345']);
      });
    }

    it('the device id is left out if the stream has none', () => {
      expect(ids(rmc('101500') + `noise 12 ${rmc('101501')}` + `.4,M,12345678${rmc('101502')}`)).to.deep.equal([
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('a device id is valid until the next one, which ends the previous epoch', () => {
      expect(
        ids(`IMEI 11111111111111${rmc('101500')}${rmc('101501')}IMEI 22222222222222${rmc('101501')}`),
      ).to.deep.equal(['11111111111111', '11111111111111', '22222222222222']);
    });
  });

  describe('damage', () => {
    const stream = gga('101500') + rmc('101500') + gga('101501') + rmc('101501');
    const undamaged = new Map(fixes(stream).map((fix) => [fix.dateTime, fix]));

    it('a sentence with a flipped bit never gives another fix', () => {
      const whole = bytes(rmc('101500'));
      const [expected] = fixes(rmc('101500'));
      for (let at = 0; at < whole.length; at += 1) {
        for (let bit = 0; bit < 8; bit += 1) {
          const changed = Buffer.from(whole);
          changed[at] = (whole[at] ?? 0) ^ (1 << bit);
          for (const fix of locationsOf(runProtocol(nmea0183, [changed, bytes('\n')])))
            expect(fix).to.deep.equal(expected);
        }
      }
    });

    it('a stream with a missing part never gives another position', () => {
      fc.assert(
        fc.property(fc.nat(stream.length), fc.nat(stream.length), (a, b) => {
          const left = stream.slice(0, Math.min(a, b)) + stream.slice(Math.max(a, b));
          for (const fix of fixes(left)) {
            expect(undamaged.get(fix.dateTime)).to.include({ latitude: fix.latitude, longitude: fix.longitude });
          }
        }),
        { seed, numRuns: 1000 },
      );
    });
  });
});
