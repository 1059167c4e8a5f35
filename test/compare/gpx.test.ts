import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import fc from 'fast-check';
import { alertFormats } from '../../src/domain/records/alert-formats.js';
import { locationFormats } from '../../src/domain/records/location-formats.js';
import type { AlertView } from '../../src/schema/records/alert.js';
import type { Location } from '../../src/schema/records/location.js';
import { NOT_NOTIFIED } from '../support/channels/not-notified.js';

const SCHEMA = 'test/compare/gpx/gpx-1.1.xsd';
const MINUTE = 60_000;

const at = (ms: number): string => new Date(Date.UTC(2026, 10, 21) + ms).toISOString();
const fix = (ms: number, own: Partial<Location> = {}): Location => ({
  dateTime: at(ms),
  latitude: 52.5,
  longitude: 5.25,
  ...own,
});

function track(pages: readonly (readonly Location[])[], name = 'Bus 7'): string {
  const { header, page, footer } = locationFormats.gpx.open({ deviceId: 'bus-7', name });
  return header + pages.flatMap((records) => [...page(records)]).join('') + footer;
}

/** What xmllint finds wrong; empty: nothing. */
function validate(text: string): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', SCHEMA, '-'], {
    input: text,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

const segmentsOf = (text: string): number[] =>
  text
    .split('<trkseg>')
    .slice(1)
    .map((segment) => segment.split('<trkpt').length - 1);

describe('GPX files', () => {
  it('a track has the name of the device, and speed and course of each location', () => {
    const full = fix(0, { altitude: -1.5, satellites: 9, speed: 12.5, course: 84 });
    const text = track([[full, fix(1000)]], 'a<b>&"c"\u0007');
    expect(text)
      .to.contain('<trk><name>a&#60;b&#62;&#38;&#34;c&#34;\ufffd</name>')
      .and.to.contain('<desc>bus-7</desc>');
    expect(text).to.contain(
      '<trkpt lat="52.5" lon="5.25"><ele>-1.5</ele><time>2026-11-21T00:00:00.000Z</time><sat>9</sat>' +
        '<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>12.5</gpxtpx:speed><gpxtpx:course>84</gpxtpx:course>' +
        '</gpxtpx:TrackPointExtension></extensions></trkpt>',
    );
    expect(text).to.contain('<time>2026-11-21T00:00:01.000Z</time></trkpt>');
    expect(validate(text)).to.equal('');
  });

  it('numbers have no exponent, and a longitude of 180 is -180', () => {
    const text = track([
      [
        fix(0, { latitude: 1e-7, longitude: -1.5e-9, altitude: -0, speed: 1e-15, course: 359.9999999 }),
        fix(1000, { latitude: -90, longitude: 180 }),
        fix(2000, { latitude: 90, longitude: -180 }),
      ],
    ]);
    expect(text).to.contain('lat="0.0000001" lon="-0.0000000015"').and.to.contain('lat="-90" lon="-180"');
    expect(validate(text)).to.equal('');
  });

  it('any location gives a valid track', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const location = fc.record(
      {
        dateTime: fc.integer({ min: 0, max: 253_402_300_799_999 }).map((ms) => new Date(ms).toISOString()),
        latitude: number(-90, 90),
        longitude: number(-180, 180),
        altitude: number(-20_000, 10_000_000),
        speed: number(0, 100_000),
        course: number(0, 359.999),
        satellites: fc.integer({ min: 0, max: 1000 }),
      },
      { requiredKeys: ['dateTime', 'latitude', 'longitude'] },
    );
    const locations = fc.sample(location, 3000).sort((a, b) => (a.dateTime < b.dateTime ? -1 : 1));
    const names = fc.sample(fc.string({ unit: 'binary' }), 20);
    for (const name of names) expect(validate(track([locations.slice(0, 1)], name))).to.equal('');
    expect(validate(track([locations]))).to.equal('');
  });

  it('a track without locations is valid', () => {
    expect(validate(track([]))).to.equal('');
  });

  it('a segment ends before a gap, also between two pages', () => {
    const before = [0, 1, 2, 3].map((minute) => fix(minute * MINUTE));
    const after = [500, 501, 502, 503].map((minute) => fix(minute * MINUTE));
    expect(segmentsOf(track([[...before, ...after]]))).to.deep.equal([4, 4]);
    expect(segmentsOf(track([before, after]))).to.deep.equal([4, 4]);
    expect(segmentsOf(track([before, [], after.slice(0, 1)]))).to.deep.equal([4, 1]);
    expect(validate(track([before, after]))).to.equal('');
  });

  it('a track across the antimeridian stays in one segment', () => {
    const text = track([
      [fix(0, { longitude: 179.99 }), fix(1000, { longitude: 180 }), fix(2000, { longitude: -179.99 })],
    ]);
    expect(segmentsOf(text)).to.deep.equal([3]);
    expect(validate(text)).to.equal('');
  });

  it('alerts are waypoints, and those without a position are left out', () => {
    const { header, page, footer } = alertFormats.gpx.open({ deviceId: 'bus-7', name: 'Bus 7' });
    const alert: AlertView = {
      id: '1',
      dateTime: at(0),
      alerts: ['SOSButton'],
      ...NOT_NOTIFIED,
    };
    const alerts = [{ ...alert, latitude: 1e-7, longitude: 180, text: '<help> ]]>' }, alert];
    const text = header + [...page(alerts)].join('') + footer;
    expect(text).to.contain(
      '<wpt lat="0.0000001" lon="-180"><time>2026-11-21T00:00:00.000Z</time><name>SOSButton</name>',
    );
    expect(text.match(/<wpt /g)).to.have.lengthOf(1);
    expect(validate(text)).to.equal('');
  });

  it('the schema of these tests refuses what the standard forbids', () => {
    const text = track([[fix(0, { course: 84 })]]);
    for (const [valid, invalid] of [
      ['lon="5.25"', 'lon="180"'],
      ['lat="52.5"', 'lat="1e-7"'],
      ['<gpxtpx:course>84</gpxtpx:course>', '<gpxtpx:course>1e2</gpxtpx:course>'],
      ['<extensions>', '<sat>3</sat><extensions><sat>3</sat>'],
      ['<trk>', '<track>'],
    ] as const) {
      expect(text).to.contain(valid);
      expect(validate(text.replace(valid, invalid)), invalid).not.to.equal('');
    }
  });
});
