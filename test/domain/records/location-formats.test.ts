import { expect } from 'chai';
import {
  LOCATION_FORMAT_NAMES,
  locationFormats as formats,
  type LocationFormatName,
} from '../../../src/domain/records/location-formats.js';
import type { Location } from '../../../src/schema/records/location.js';

const locations: Location[] = [
  { dateTime: '2026-11-21T08:00:00.000Z', latitude: 52.5, longitude: -5.25, altitude: -1.5, satellites: 9 },
  { dateTime: '2026-11-21T08:00:01.000Z', latitude: 0, longitude: 180, warningTexts: ['=HYPERLINK("x")', 'a,b'] },
];
const written = (name: LocationFormatName, pages: readonly Location[][] = [locations]): string => {
  const { header, page, footer } = formats[name].open({ deviceId: 'bus-7', name: 'Bus 7' });
  return header + pages.flatMap((records) => [...page(records)]).join('') + footer;
};

const WRONG: Location = { dateTime: '2026-11-21T08:00:00.000Z', latitude: 0, longitude: 0 };

describe('locationFormats', () => {
  it('NDJSON has one location per line', () => {
    const lines = written('ndjson').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).to.deep.equal(locations);
  });

  it('CSV has a header line, empty fields for missing values, and quotes around text', () => {
    const [names, first, second] = written('csv').split('\r\n');
    expect(names).to.match(/^dateTime,latitude,longitude,speed,/);
    expect(first).to.match(/^"2026-11-21T08:00:00\.000Z",52\.5,-5\.25,,,-1\.5,,9,/);
    expect(second).to.contain('"[""=HYPERLINK(\\""x\\"")"",""a,b""]"');
  });

  it('GeoJSON is a collection of points, longitude first', () => {
    const { type, features } = JSON.parse(written('geojson')) as { type: string; features: { geometry: object }[] };
    expect(type).to.equal('FeatureCollection');
    expect(features.map(({ geometry }) => geometry)).to.deep.equal([
      { type: 'Point', coordinates: [-5.25, 52.5, -1.5] },
      { type: 'Point', coordinates: [180, 0] },
    ]);
  });

  it('CSV has lists and maps as JSON in a cell', () => {
    const full: Location = {
      dateTime: '2026-11-21T08:00:00.000Z',
      latitude: 1,
      longitude: 2,
      alerts: ['High Speed'],
      hasCriticalAlert: true,
      accessoriesAttributes: [{ a: 1 }],
      inputs: [true, false],
    };
    const [names = '', row] = written('csv', [[full]]).split('\r\n');
    expect(names.split(',').slice(-9)).to.deep.equal([
      ...[
        'alertTexts',
        'alerts',
        'warnings',
        'hasCriticalAlert',
        'accessoriesAttributes',
        'inputs',
        'outputs',
        'gateway',
        'unfit',
      ],
    ]);
    expect(row).to.match(/,,"\[""High Speed""\]",,true,"\[\{""a"":1\}\]","\[true,false\]",,,$/);
  });

  it('maps leave out fixes that do not count, and tables have the reason', () => {
    const wrong: Location = { ...WRONG, unfit: 'noFix' };
    for (const name of ['gpx', 'geojson'] as const)
      expect(written(name, [[wrong, ...locations]]), name).to.equal(written(name, [locations]));
    expect(written('csv', [[wrong]])).to.match(/,noFix\r\n$|,"noFix"\r\n$/);
    expect(JSON.parse(written('ndjson', [[wrong]]))).to.deep.equal(wrong);
  });

  it('every format gives the same file in one page, in many, and without any location', () => {
    for (const name of LOCATION_FORMAT_NAMES) {
      const pages = [locations.slice(0, 1), [], locations.slice(1)];
      expect(written(name, pages), name).to.equal(written(name));
      expect(written(name, []), name).to.equal(written(name, [[]]));
    }
    expect(JSON.parse(written('geojson', []))).to.deep.include({ features: [] });
  });
});
