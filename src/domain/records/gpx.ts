import type { AlertView } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import { decimal, element, escapeXml } from '../xml-text.js';
import { createGapRule } from './gap.js';
import type { RecordFile, RecordFormat } from './record-format.js';

/** GPX 1.1 (topografix.com/GPX/1/1). Speed and course have no element there: TrackPointExtension v2 of Garmin has both. */

const CONTENT_TYPE = 'application/gpx+xml';

const gpxHeader = ({ deviceId, name }: RecordFile): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1" ' +
  'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">\n' +
  `<metadata>${element('name', escapeXml(name))}${element('desc', escapeXml(deviceId))}</metadata>\n`;

/** One track; a segment ends before a gap. */
export const gpxTrack: RecordFormat<Location> = {
  contentType: CONTENT_TYPE,
  open(file) {
    let previous: number | undefined;
    return {
      header: `${gpxHeader(file)}<trk>${element('name', escapeXml(file.name))}<trkseg>\n`,
      *page(locations) {
        const all = [...locations];
        const times = all.map(({ dateTime }) => Date.parse(dateTime));
        const isGap = createGapRule(times);
        for (const [index, location] of all.entries()) {
          const time = times[index] ?? 0;
          const isNewSegment = previous !== undefined && isGap(previous, time);
          previous = time;
          yield `${isNewSegment ? '</trkseg><trkseg>\n' : ''}${trackPoint(location)}`;
        }
      },
      footer: '</trkseg></trk>\n</gpx>\n',
    };
  },
};

/** A waypoint for each alert with a position. */
export const gpxWaypoints: RecordFormat<AlertView> = {
  contentType: CONTENT_TYPE,
  open: (file) => ({
    header: gpxHeader(file),
    *page(alerts) {
      for (const alert of alerts) yield waypoint(alert);
    },
    footer: '</gpx>\n',
  }),
};

function trackPoint({ latitude, longitude, altitude, dateTime, satellites, speed, course }: Location): string {
  const motion = element('gpxtpx:speed', decimal(speed)) + element('gpxtpx:course', decimal(course));
  const extensions =
    motion === '' ? '' : `<extensions><gpxtpx:TrackPointExtension>${motion}</gpxtpx:TrackPointExtension></extensions>`;
  const content = element('ele', decimal(altitude)) + element('time', dateTime) + element('sat', decimal(satellites));
  return `<trkpt ${gpxPosition(latitude, longitude)}>${content}${extensions}</trkpt>\n`;
}

function waypoint({ latitude, longitude, dateTime, alerts, text }: AlertView): string {
  if (latitude === undefined || longitude === undefined) return '';
  const name = element('name', escapeXml(alerts.join(', ')));
  const description = text === undefined ? '' : element('desc', escapeXml(text));
  return `<wpt ${gpxPosition(latitude, longitude)}>${element('time', dateTime)}${name}${description}</wpt>\n`;
}

/** The attributes of a position in GPX. The type of longitudes excludes 180: it is the same meridian as -180. */
export const gpxPosition = (latitude: number, longitude: number): string =>
  `lat="${decimal(latitude)}" lon="${decimal(longitude === 180 ? -180 : longitude)}"`;
