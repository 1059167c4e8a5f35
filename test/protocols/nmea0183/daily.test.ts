import { expect } from 'chai';
import { nmea0183 } from '../../../src/protocols/nmea0183/index.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { bytes, locationsOf, runProtocol, sentence } from '../../support/protocols/framing.js';

const here = '5250.5000,N,00542.3000,E';
const rmc = (time: string, date = '211126', status = 'A'): string =>
  sentence(`GPRMC,${time},${status},${here},19.4,84.4,${date},,,A`);
const gga = (time: string): string => sentence(`GPGGA,${time},${here},1,08,1.1,12.5,M,46.0,M,,`);
const zda = (time: string, date: string): string => sentence(`GPZDA,${time},${date},00,00`);

describe('NMEA 0183 receivers that report at the same time of each day', () => {
  const days = ['01', '02', '03', '04', '05'];
  const midday = days.map((day) => `2026-11-${day}T12:00:00.000Z`);
  const dayMs = 86_400_000;

  /** The date-times and latitudes of the reports of each day, with silence after each. */
  function runDaily(reports: readonly string[]) {
    const counters = createCounters();
    const session = nmea0183.open(counters);
    const all = reports.flatMap((text, day) => [...session.push(bytes(text), day * dayMs), ...session.idle()]);
    return { dateTimes: locationsOf(all).map(({ dateTime }) => dateTime), fixes: locationsOf(all), counters };
  }

  it('each day gives a location with its own position', () => {
    const reports = days.map((day) =>
      sentence(`GPRMC,120000.00,A,400${day.charAt(1)}.1000,N,00300.0000,W,0.0,0.0,${day}1126,,,A`),
    );
    const { dateTimes, fixes: found, counters } = runDaily(reports);
    expect(dateTimes).to.deep.equal(midday);
    expect(found.map(({ latitude }) => Math.round((latitude - 40) * 60))).to.deep.equal([1, 2, 3, 4, 5]);
    expect(counters).to.include({ frames: 5, rejected: 0, discardedBytes: 0 });
    expect(locationsOf(runProtocol(nmea0183, [bytes(reports.join(''))])).map(({ dateTime }) => dateTime)).to.deep.equal(
      midday,
    );
  });

  it('the date can come from a ZDA before or after the position', () => {
    const date = (day: string): string => zda('120000', `${day},11,2026`);
    expect(runDaily(days.map((day) => gga('120000') + date(day))).dateTimes).to.deep.equal(midday);
    expect(runDaily(days.map((day) => date(day) + gga('120000'))).dateTimes).to.deep.equal(midday);
    expect(runDaily(days.map((day) => gga('120000') + rmc('120000', `${day}1126`))).dateTimes).to.deep.equal(midday);
  });

  it('a day without a fix gives none, and the next day does', () => {
    const reports = days.map((day) => rmc('120000', `${day}1126`, day === '03' ? 'V' : 'A'));
    expect(runDaily(reports).dateTimes).to.deep.equal(midday.filter((dateTime) => !dateTime.includes('-03T')));
  });

  it('the same instant after a silence is stored once', () => {
    expect(runDaily([rmc('120000'), rmc('120000'), gga('120000') + rmc('120000')]).dateTimes).to.have.length(1);
  });

  it('dates that disagree within an epoch give one location', () => {
    const epoch = (time: string): string => rmc(time) + zda(time, '07,04,2007') + gga(time);
    expect(locationsOf(runProtocol(nmea0183, [bytes(epoch('101500') + epoch('101501'))]))).to.have.length(2);
  });
});
