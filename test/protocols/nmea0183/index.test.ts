import { expect } from 'chai';
import fc from 'fast-check';
import { nmea0183 } from '../../../src/protocols/nmea0183/index.js';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import type { Location } from '../../../src/schema/records/location.js';
import { locationSchema } from '../../../src/schema/records/location.js';
import { validator } from '../../../src/schema/validator.js';
import { bytes, runProtocol, locationsOf, sentence } from '../../support/framing.js';

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

describe('NMEA 0183', () => {
  describe('values', () => {
    it('merges the sentences of one instant into one location', () => {
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

    it('takes an empty field for unknown, not for zero', () => {
      const [fix] = fixes(rmc('101500', '211126', 'A', ','));
      expect(fix).to.have.all.keys('dateTime', 'latitude', 'longitude');
    });

    it('takes speed and course from RMC before VTG, from VTG when RMC has none', () => {
      expect(fixes(vtg('10') + rmc('101500') + vtg('10', '7'))[0]).to.include({ speed: 9.9802, course: 84.4 });
      expect(fixes(zda('101500') + gga('101500') + vtg('10', '7'))[0]).to.include({ speed: 5.1444, course: 7 });
    });

    it('takes the position that has the most decimals', () => {
      const fine = sentence('GNGNS,101500,5250.5000600,N,00542.3000600,E,AN,09,0.8,13,46,,');
      expect(fixes(fine + rmc('101500') + gll('101500'))[0]).to.include({ latitude: 52.841667667, altitude: 13 });
    });

    it('gives a course of 360 as 0', () => {
      expect(fixes(rmc('101500', '211126', 'A', '1,360.0'))[0]?.course).to.equal(0);
    });

    it('gives south and west as negative, and takes a sign that agrees with the side', () => {
      const text = sentence('GPRMC,101500,A,-3345.000,S,15112.000,W,,,211126,,,A');
      expect(fixes(text)[0]).to.include({ latitude: -33.75, longitude: -151.2 });
    });

    it('gives no fix for an ordinate that cannot be', () => {
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

    it('fits the schema of a location, whatever the fields hold', () => {
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
      'GGA uses fewer than three satellites': rmc('101500') + gga('101500', '1', '02'),
      'GLL warns': rmc('101500') + sentence(`GPGLL,${here},101500,V,A`),
      'GNS has no constellation with a fix': rmc('101500') + sentence(`GNGNS,101500,${here},NN,00,,,,,`),
      'GSA tells of none': rmc('101500') + gsa('1'),
      'a sentence without a time says so in the middle':
        gga('101500') + sentence('GPRMC,,V,,,,,,,,,,N') + zda('101500'),
    };
    for (const [reason, text] of Object.entries(none)) {
      it(`gives no fix when ${reason}`, () => {
        expect(fixes(text)).to.deep.equal([]);
      });
    }

    it('gives a fix when one of several constellations has it', () => {
      expect(fixes(rmc('101500') + gsa('3') + gsa('1', 'GL'))).to.have.length(1);
      expect(fixes(zda('101500') + sentence(`GNGNS,101500,${here},NA,07,,,,,`))).to.have.length(1);
    });

    it('says nothing for sentences that are proprietary or not read, and does not refuse them', () => {
      const counters = createCounters();
      const text = sentence('PMTK001,314,3') + sentence('GPTXT,01,01,02,hello') + sentence('GPXYZ') + sentence('X');
      expect(runProtocol(nmea0183, [bytes(text)], counters)).to.deep.equal([]);
      expect(counters).to.include({ frames: 4, rejected: 0, discardedBytes: 0 });
    });
  });

  describe('dates', () => {
    it('gives nothing until a date is known', () => {
      expect(times(gga('101500') + gga('101501') + rmc('101502') + gga('101503'))).to.deep.equal([
        '2026-11-21T10:15:02.000Z',
        '2026-11-21T10:15:03.000Z',
      ]);
    });

    it('reads the years 69 to 99 as of the last century, and four digits from ZDA', () => {
      expect(times(rmc('101500', '010169') + rmc('101501', '311268'))).to.deep.equal([
        '1969-01-01T10:15:00.000Z',
        '2068-12-31T10:15:01.000Z',
      ]);
      expect(times(zda('101500', '01,02,2040') + gga('101500'))).to.deep.equal(['2040-02-01T10:15:00.000Z']);
    });

    it('moves on a day when the time falls by more than twelve hours', () => {
      expect(times(rmc('235959', '311226') + gga('000000') + gga('000001') + rmc('000002', '010127'))).to.deep.equal([
        '2026-12-31T23:59:59.000Z',
        '2027-01-01T00:00:00.000Z',
        '2027-01-01T00:00:01.000Z',
        '2027-01-01T00:00:02.000Z',
      ]);
    });

    it('dates an epoch by its own RMC, though that comes last and after midnight', () => {
      expect(times(rmc('235959', '311226') + gga('000000') + rmc('000000', '010127'))).to.deep.equal([
        '2026-12-31T23:59:59.000Z',
        '2027-01-01T00:00:00.000Z',
      ]);
    });

    it('does not believe the date of an epoch without a fix', () => {
      expect(times(rmc('000001', '060180', 'V') + gga('101500'))).to.deep.equal([]);
      expect(times(zda('000001', '06,01,1980') + gga('000001', '0') + gga('101500'))).to.deep.equal([]);
    });

    it('refuses a day or a time that does not exist', () => {
      expect(times(rmc('101500', '310226') + rmc('246000', '211126') + rmc('235960', '311226'))).to.deep.equal([]);
      expect(times(rmc('101500') + rmc('', '221126'))).to.deep.equal(['2026-11-21T10:15:00.000Z']);
    });
  });

  describe('epochs', () => {
    it('gives each instant once, when the next begins or in a silence', () => {
      const session = nmea0183.open(createCounters());
      expect(session.push(bytes(rmc('101500') + gga('101500')), 0)).to.deep.equal([]);
      expect(session.push(bytes(rmc('101501')), 0)).to.have.length(1);
      expect(session.idle()).to.have.length(1);
      expect(session.idle()).to.deep.equal([]);
    });

    it('gives no second fix for sentences that come after the silence, and waits for them from then on', () => {
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

    it('stops waiting for a sentence that an epoch did not have', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(rmc('101500')), 0);
      session.idle();
      session.push(bytes(gga('101500') + rmc('101501')), 0);
      expect(session.idle()).to.deep.equal([]);
      expect(session.push(bytes(rmc('101502')), 0)).to.have.length(1);
      expect(session.idle()).to.have.length(1);
    });

    it('keeps an epoch without a date open over a silence', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(gga('101500')), 0);
      expect(session.idle()).to.deep.equal([]);
      session.push(bytes(rmc('101500')), 0);
      expect(locationsOf(session.idle())[0]).to.include({ altitude: 12.5, course: 84.4 });
    });

    it('counts untimed sentences after a silence to the epoch that follows', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(zda('101500') + gga('101500')), 0);
      session.idle();
      session.push(bytes(vtg('10', '7') + gga('101501')), 0);
      expect(locationsOf(session.idle())[0]).to.include({ dateTime: '2026-11-21T10:15:01.000Z', course: 7 });
    });

    it('does not hold against the next fix what was said while there was none', () => {
      const session = nmea0183.open(createCounters());
      session.push(bytes(rmc('101500')), 0);
      session.idle();
      session.push(bytes(gsa('1') + sentence('GPRMC,,V,,,,,,,,,,N')), 0);
      session.idle();
      session.push(bytes(rmc('101507')), 0);
      expect(session.idle()).to.have.length(1);
    });

    it('does not give an instant again that comes up between new ones', () => {
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
      it(`is taken from ${form}`, () => {
        expect(ids(text)).to.deep.equal(['123456789012345']);
      });
    }

    it('is left out when the wire has none', () => {
      expect(ids(rmc('101500') + `noise 12 ${rmc('101501')}` + `.4,M,12345678${rmc('101502')}`)).to.deep.equal([
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('holds until another comes, and ends the epoch of the one before', () => {
      expect(
        ids(`IMEI 11111111111111${rmc('101500')}${rmc('101501')}IMEI 22222222222222${rmc('101501')}`),
      ).to.deep.equal(['11111111111111', '11111111111111', '22222222222222']);
    });
  });

  describe('damage', () => {
    const stream = gga('101500') + rmc('101500') + gga('101501') + rmc('101501');
    const good = new Map(fixes(stream).map((fix) => [fix.dateTime, fix]));

    it('never makes another fix of a sentence of which one byte was changed', () => {
      const whole = bytes(rmc('101500'));
      const [right] = fixes(rmc('101500'));
      for (let at = 0; at < whole.length; at += 1) {
        for (let bit = 0; bit < 8; bit += 1) {
          const changed = Buffer.from(whole);
          changed[at] = (whole[at] ?? 0) ^ (1 << bit);
          for (const fix of locationsOf(runProtocol(nmea0183, [changed, bytes('\n')])))
            expect(fix).to.deep.equal(right);
        }
      }
    });

    it('never makes another position of a stream that was cut', () => {
      fc.assert(
        fc.property(fc.nat(stream.length), fc.nat(stream.length), (a, b) => {
          const left = stream.slice(0, Math.min(a, b)) + stream.slice(Math.max(a, b));
          for (const fix of fixes(left)) {
            expect(good.get(fix.dateTime)).to.include({ latitude: fix.latitude, longitude: fix.longitude });
          }
        }),
        { seed, numRuns: 1000 },
      );
    });
  });
});
