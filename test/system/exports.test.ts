import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { alertFormats } from '../../src/domain/records/alert-formats.js';
import { locationFormats } from '../../src/domain/records/location-formats.js';
import type { RecordFormat } from '../../src/domain/records/record-format.js';
import type { AlertView } from '../../src/schema/records/alert.js';
import type { Location } from '../../src/schema/records/location.js';
import { useFolder } from '../support/store/folder.js';
import { toGpx } from '../../src/domain/zones/files/gpx-writer.js';
import { toKml } from '../../src/domain/zones/files/kml-writer.js';
import type { Position } from '../../src/schema/zones/shape.js';
import { readWhole } from '../support/api/zone-files.js';
import { NOT_NOTIFIED } from '../support/channels/not-notified.js';
import { zoneOf } from '../support/store/zones.js';

const COUNT = 500;
const at = (index: number): string => new Date(Date.UTC(2026, 10, 21) + index * 10_000).toISOString();
const locations = Array.from({ length: COUNT }, (_, index): Location => ({
  dateTime: at(index < 250 ? index : index + 5_000),
  latitude: index === 3 ? 1e-7 : 52.5 + index / 1_000,
  longitude: [180, -180][index - 5] ?? 5 + index / 1_000,
  altitude: 3.5,
  speed: 12.5,
  course: 84,
  satellites: 9,
  alerts: ['High Speed'],
  inputs: [true, false],
  attributes: { driver: 'Ana "x" <b>, =1+1' },
}));
const alerts = Array.from({ length: 20 }, (_, index): AlertView => ({
  id: String(index),
  dateTime: at(index),
  alerts: ['SOSButton'],
  latitude: 1e-7,
  longitude: 180,
  text: '<help>, "now"',
  ...NOT_NOTIFIED,
  email: true,
  notifications: ['Email'],
  messages: { queued: 0, sent: 1, failed: 0, suppressed: 0 },
}));

const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const zones = [
  zoneOf('Yard & <co>', { color: '#1f77b4', description: 'a "b"' }),
  zoneOf('Gate'),
  zoneOf('Road', { shape: { type: 'corridor', coordinates: square(5, 52, 1), width: 40 } }),
  zoneOf('Harbor', { shape: { type: 'polygon', coordinates: [square(5, 52, 1), square(5.2, 52.2, 0.1)] } }),
];

describe('exported files', () => {
  const folder = useFolder();

  function write<T>(name: string, { open }: RecordFormat<T>, records: readonly T[]): string {
    const { header, page, footer } = open({ deviceId: 'bus-7', name: 'Bus 7 & <co>' });
    const path = join(folder(), name);
    writeFileSync(path, header + [...page(records)].join('') + footer);
    return path;
  }
  /** Rows of the file as gpsbabel reads it: waypoints, or points of tracks. */
  function gpsbabelRows(format: 'gpx' | 'geojson' | 'kml', path: string, kind: '-w' | '-t'): number {
    const csv = execFileSync('gpsbabel', [kind, '-i', format, '-f', path, '-o', 'unicsv', '-F', '-'], {
      encoding: 'utf8',
    });
    return csv.trimEnd().split('\n').length - 1;
  }
  /** Features of a layer as GDAL reads it. */
  function gdalFeatures(path: string, layer: string): number {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    const text = execFileSync('ogrinfo', ['-so', path, layer], { encoding: 'utf8', stdio: [...stdio] });
    return Number(/^Feature Count: (\d+)$/m.exec(text)?.[1]);
  }

  it('gpsbabel and GDAL read every location of a GPX, GeoJSON and CSV file', () => {
    const gpx = write('locations.gpx', locationFormats.gpx, locations);
    expect(gpsbabelRows('gpx', gpx, '-t')).to.equal(COUNT);
    expect(gdalFeatures(gpx, 'track_points')).to.equal(COUNT);
    const geojson = write('locations.geojson', locationFormats.geojson, locations);
    expect(gpsbabelRows('geojson', geojson, '-w')).to.equal(COUNT);
    expect(gdalFeatures(geojson, 'bus-7')).to.equal(COUNT);
    expect(gdalFeatures(write('locations.csv', locationFormats.csv, locations), 'locations')).to.equal(COUNT);
  });

  it('gpsbabel and GDAL read every zone of a KML and GPX file', () => {
    const [kml, gpx] = [join(folder(), 'zones.kml'), join(folder(), 'zones.gpx')];
    writeFileSync(kml, [...toKml(zones)].join(''));
    writeFileSync(gpx, [...toGpx(zones)].join(''));
    expect(gdalFeatures(kml, 'Zones')).to.equal(zones.length);
    const layers = ['waypoints', 'routes', 'tracks'].map((layer) => gdalFeatures(gpx, layer));
    expect(layers).to.deep.equal([2, 1, 1]);
    expect(gpsbabelRows('gpx', gpx, '-w')).to.equal(2);
    expect(gpsbabelRows('kml', kml, '-w')).to.equal(2);
    expect(gpsbabelRows('gpx', gpx, '-t')).to.equal(10);
    const shown = execFileSync('ogrinfo', [kml, 'Zones'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    expect(shown)
      .to.include('Yard & <co>')
      .and.to.match(/POLYGON (?:Z )?\(\(5 52[^)]*\),\(5\.2 52\.2/);
  });

  it('files of gpsbabel and GDAL are imported', () => {
    const gpx = join(folder(), 'zones.gpx');
    writeFileSync(gpx, [...toGpx(zones)].join(''));
    const [babel, gdal] = [join(folder(), 'babel.kml'), join(folder(), 'gdal.kml')];
    execFileSync('gpsbabel', ['-i', 'gpx', '-f', gpx, '-o', 'kml,points=0', '-F', babel]);
    execFileSync('ogr2ogr', ['-f', 'KML', gdal, gpx, 'routes'], { stdio: 'ignore' });
    const namesIn = (path: string): string[] => {
      const read = readWhole(readFileSync(path, 'utf8'));
      if (!read.ok) throw new Error(read.message);
      return read.value.zones.map(({ input }) => input.name);
    };
    // gpsbabel names a line after its folder; the polygon has two rings.
    expect(namesIn(babel)).to.deep.equal(['Yard & <co>', 'Gate', 'Path 1', 'Path 2', 'Path']);
    expect(namesIn(gdal)).to.deep.equal(['Road']);
  });

  it('gpsbabel and GDAL read every alert of a GPX, GeoJSON and CSV file', () => {
    const gpx = write('alerts.gpx', alertFormats.gpx, alerts);
    expect(gpsbabelRows('gpx', gpx, '-w')).to.equal(alerts.length);
    expect(gdalFeatures(gpx, 'waypoints')).to.equal(alerts.length);
    expect(gdalFeatures(write('alerts.geojson', alertFormats.geojson, alerts), 'bus-7')).to.equal(alerts.length);
    expect(gdalFeatures(write('alerts.csv', alertFormats.csv, alerts), 'alerts')).to.equal(alerts.length);
  });
});
