import { expect } from 'chai';
import { locationFormats as formats, type LocationFormatName } from '../../../src/domain/records/location-formats.js';
import type { Location } from '../../../src/schema/records/location.js';

const locations: Location[] = [
  { dateTime: '2026-11-21T08:00:00.000Z', latitude: 52.5, longitude: -5.25, altitude: -1.5, satellites: 9 },
  { dateTime: '2026-11-21T08:00:01.000Z', latitude: 0, longitude: 180, warningTexts: ['=HYPERLINK("x")', 'a,b'] },
];
const written = (name: LocationFormatName, deviceId = 'bus-7'): string => {
  const { header, record, footer } = formats[name];
  return header(deviceId) + locations.map((location, index) => record(location, index)).join('') + footer();
};

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

  it('GPX is one track of points, with the name escaped', () => {
    const text = written('gpx', 'a<b>&"c"');
    expect(text).to.contain(
      '<trkpt lat="52.5" lon="-5.25"><ele>-1.5</ele><time>2026-11-21T08:00:00.000Z</time><sat>9</sat>',
    );
    expect(text).to.contain('<name>a&#60;b&#62;&#38;&#34;c&#34;</name>');
  });

  it('GeoJSON is a collection of points, longitude first', () => {
    const { type, features } = JSON.parse(written('geojson')) as { type: string; features: { geometry: object }[] };
    expect(type).to.equal('FeatureCollection');
    expect(features.map(({ geometry }) => geometry)).to.deep.equal([
      { type: 'Point', coordinates: [-5.25, 52.5, -1.5] },
      { type: 'Point', coordinates: [180, 0] },
    ]);
  });

  it('every format is valid without any location', () => {
    for (const { header, footer } of Object.values(formats)) expect(header('bus') + footer()).to.be.a('string');
    expect(JSON.parse(formats.geojson.header('bus') + formats.geojson.footer())).to.deep.include({ features: [] });
  });
});
