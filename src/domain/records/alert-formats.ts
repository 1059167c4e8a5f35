import { CHANNEL_NAMES } from '../../schema/channels.js';
import type { AlertView } from '../../schema/records/alert.js';
import { csv, geojson, GPX_TYPE, GPX_HEADER, escapeXml, type RecordFormat } from './record-format.js';

const COLUMNS = ['id', 'dateTime', 'alerts', 'latitude', 'longitude', 'text', ...CHANNEL_NAMES] as const;

export const alertFormats = {
  csv: csv<AlertView>(COLUMNS),
  /** GPX 1.1, a waypoint for each alert with a position */
  gpx: {
    contentType: GPX_TYPE,
    header: () => GPX_HEADER,
    record: ({ latitude, longitude, dateTime, alerts, text }) =>
      latitude === undefined || longitude === undefined
        ? ''
        : `<wpt lat="${latitude}" lon="${longitude}"><time>${dateTime}</time><name>${escapeXml(alerts.join(', '))}</name>${text === undefined ? '' : `<desc>${escapeXml(text)}</desc>`}</wpt>\n`,
    footer: () => '</gpx>\n',
  },
  geojson: geojson<AlertView>(),
} as const satisfies Record<string, RecordFormat<AlertView>>;
