import { expect } from 'chai';
import type { Report } from '../../src/domain/report.js';
import { success } from '../../src/errors.js';
import type { ClockQuality } from '../../src/schema/system/clock.js';
import { sentence } from '../support/protocols/framing.js';
import { openStoredLine } from '../support/protocols/stored-line.js';
import { nmeaMessages } from '../../src/protocols/nmea0183/messages.js';

const here = '5217.6000,N,00454.3000,E';
const timeAt = (ms: number): string => new Date(ms).toISOString().slice(11, 19).replaceAll(':', '');
const dateAt = (ms: number): string => new Date(ms).toISOString().slice(2, 10).split('-').reverse().join('');

/** A receiver without dates, by what it sends in each epoch. */
const RECEIVERS: Readonly<Record<string, (ms: number) => string>> = {
  'GGA and VTG': (ms) =>
    sentence(`GPGGA,${timeAt(ms)}.00,${here},1,08,0.9,5.0,M,46.0,M,,`) + sentence('GPVTG,45.0,T,,M,10.0,N,18.5,K,A'),
  GLL: (ms) => sentence(`GPGLL,${here},${timeAt(ms)},A,A`),
  GNS: (ms) => sentence(`GNGNS,${timeAt(ms)},${here},AN,09,0.8,13,46,,`),
  'RMC with a blank date': (ms) => sentence(`GPRMC,${timeAt(ms)}.00,A,${here},10.0,45.0,,,,A`),
};

/** The locations of 25 epochs, one a second, `delayMs` after they were measured. */
async function run(encode: (ms: number) => string, start: string, clockQuality: ClockQuality = 'ntp', delayMs = 400) {
  const reports: Report[] = [];
  let now = Date.parse(start);
  const line = openStoredLine({
    name: 'nmea0183',
    receive(report) {
      reports.push(report);
      return Promise.resolve(success({ accepted: 1, duplicates: 0 }));
    },
    now: () => now + delayMs,
    clockQuality,
    deviceId: 'bus',
  });
  for (let second = 0; second < 25; second += 1) {
    await line.send(encode(now));
    now += 1_000;
  }
  return { locations: reports.flatMap(({ locations }) => locations), reason: line.noLocationReason() };
}

describe('NMEA without a date', () => {
  for (const [name, encode] of Object.entries(RECEIVERS)) {
    it(`fixes of a receiver that sends only ${name} have the day of the reception, also across midnight`, async () => {
      for (const start of ['2026-11-26T10:00:00Z', '2026-12-31T23:59:48Z']) {
        for (const delayMs of [400, -400, 20_000]) {
          const { locations, reason } = await run(encode, start, 'saved', delayMs);
          const expected = Array.from({ length: 16 }, (_, at) =>
            new Date(Date.parse(start) + 1_000 * (at + 9)).toISOString(),
          );
          expect(locations.map(({ dateTime }) => dateTime)).to.deep.equal(expected);
          expect(locations.every(({ attributes }) => attributes?.clockQuality === 'saved')).to.equal(true);
          expect(reason).to.equal(undefined);
        }
      }
    });

    it(`the port of a receiver that sends only ${name} names what to switch on while the clock is untrusted`, async () => {
      const { locations, reason } = await run(encode, '2026-11-26T10:00:00Z', 'none');
      expect(locations).to.deep.equal([]);
      expect(reason).to.deep.equal(nmeaMessages.undated());
    });
  }

  it('the fixes before the first date of a receiver with dates are not stored, and later ones have its date', async () => {
    const start = Date.parse('2026-11-20T10:00:00Z');
    const gga = RECEIVERS['GGA and VTG'] ?? (() => '');
    const zda = (ms: number): string => {
      const [year = '', month = '', day = ''] = new Date(ms).toISOString().slice(0, 10).split('-');
      return (ms - start) % 8_000 === 7_000 ? sentence(`GPZDA,${timeAt(ms)},${day},${month},${year},00,00`) : '';
    };
    const { locations } = await run((ms) => zda(ms) + gga(ms), '2026-11-20T10:00:00Z');
    expect(locations[0]?.dateTime).to.equal('2026-11-20T10:00:07.000Z');
    expect(locations).to.have.length(18);
    expect(locations.some(({ attributes }) => attributes?.clockQuality !== undefined)).to.equal(false);
    const rmc = (ms: number): string =>
      sentence(`GPRMC,${timeAt(ms)}.00,A,${here},10.0,45.0,${dateAt(ms)},,,A`) + gga(ms);
    expect((await run(rmc, '2026-11-20T10:00:00Z')).locations).to.have.length(25);
  });
});
