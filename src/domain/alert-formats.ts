import type { AlertView } from '../schema/alert.js';
import { csv, geojson, GPX_TYPE, gpxBegin, xml, type Format } from './format.js';

const columns = ['id', 'dateTime', 'alerts', 'latitude', 'longitude', 'text', 'email', 'sms'] as const;

export const alertFormats = {
  csv: csv<AlertView>(columns),
  /** GPX 1.1, a waypoint for each alert that has a place */
  gpx: {
    contentType: GPX_TYPE,
    begin: () => gpxBegin,
    record: ({ latitude, longitude, dateTime, alerts, text }) =>
      latitude === undefined || longitude === undefined
        ? ''
        : `<wpt lat="${latitude}" lon="${longitude}"><time>${dateTime}</time><name>${xml(alerts.join(', '))}</name>${text === undefined ? '' : `<desc>${xml(text)}</desc>`}</wpt>\n`,
    end: () => '</gpx>\n',
  },
  geojson: geojson<AlertView>(),
} as const satisfies Record<string, Format<AlertView>>;
