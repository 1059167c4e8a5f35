import { CHANNEL_NAMES } from '../../schema/channels.js';
import type { AlertView } from '../../schema/records/alert.js';
import { gpxWaypoints } from './gpx.js';
import { csv, geojson, ndjson, type RecordFormat } from './record-format.js';

const COLUMNS = [
  'id',
  'dateTime',
  'alerts',
  'latitude',
  'longitude',
  'text',
  ...CHANNEL_NAMES,
  'notifications',
  'messages',
  'attention',
  'acknowledged',
  'gateway',
  'driverId',
] as const;

export const alertFormats = {
  ndjson: ndjson<AlertView>(),
  csv: csv<AlertView>(COLUMNS),
  gpx: gpxWaypoints,
  geojson: geojson<AlertView>(),
} as const satisfies Record<string, RecordFormat<AlertView>>;
