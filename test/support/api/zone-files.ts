import type { Result } from '../../../src/errors.js';
import { readZoneFile } from '../../../src/domain/zones/files/read-zone-file.js';
import type { Sizes } from '../../../src/domain/zones/files/to-zone.js';
import type { ZoneFile } from '../../../src/domain/zones/files/to-zones.js';

/** The result of a reading in slices. */
export function toEnd<T>(reading: Generator<undefined, T>): T {
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** Reads a KML or GPX file to its end. */
export const readWhole = (text: string, sizes: Sizes = { width: 50, radius: 100 }): Result<ZoneFile> =>
  toEnd(readZoneFile(text, sizes));

export const kmlOf = (content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`;

export const gpxOf = (content: string): string =>
  `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">${content}</gpx>`;

/** A track that swings around a parallel: `meters` to the north and to the south. */
export function trackOf(points: number, meters: number): string {
  const rows = Array.from({ length: points }, (_, index) => {
    const latitude = 52 + (meters / 111_000) * Math.sin(index / 20);
    return `<trkpt lat="${latitude.toFixed(7)}" lon="${(5 + index / 20_000).toFixed(6)}"><ele>3</ele></trkpt>`;
  });
  return gpxOf(`<trk><name>Round</name><trkseg>${rows.join('')}</trkseg></trk>`);
}
