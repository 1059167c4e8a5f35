import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { alertFormats } from '../../src/domain/records/alert-formats.js';
import { locationFormats } from '../../src/domain/records/location-formats.js';
import type { RecordFormat } from '../../src/domain/records/record-format.js';
import type { AlertView } from '../../src/schema/records/alert.js';
import type { Location } from '../../src/schema/records/location.js';
import { useFolder } from '../support/store/folder.js';
import { NOT_NOTIFIED } from '../support/channels/not-notified.js';

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

describe('exported files', () => {
  const folder = useFolder();

  function write<T>(name: string, { open }: RecordFormat<T>, records: readonly T[]): string {
    const { header, page, footer } = open({ deviceId: 'bus-7', name: 'Bus 7 & <co>' });
    const path = join(folder(), name);
    writeFileSync(path, header + [...page(records)].join('') + footer);
    return path;
  }
  /** Rows of the file as gpsbabel reads it: waypoints, or points of tracks. */
  function gpsbabelRows(format: 'gpx' | 'geojson', path: string, kind: '-w' | '-t'): number {
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

  it('gpsbabel and GDAL read every alert of a GPX, GeoJSON and CSV file', () => {
    const gpx = write('alerts.gpx', alertFormats.gpx, alerts);
    expect(gpsbabelRows('gpx', gpx, '-w')).to.equal(alerts.length);
    expect(gdalFeatures(gpx, 'waypoints')).to.equal(alerts.length);
    expect(gdalFeatures(write('alerts.geojson', alertFormats.geojson, alerts), 'bus-7')).to.equal(alerts.length);
    expect(gdalFeatures(write('alerts.csv', alertFormats.csv, alerts), 'alerts')).to.equal(alerts.length);
  });
});
