import { recordFileOf } from '../../domain/records/record-format.js';
import { tripCsv, tripRows } from '../../domain/trips/trip-formats.js';
import { success } from '../../errors.js';
import { tripQueryProperties, tripsFields } from '../../schema/records/trips.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { csvStyleOf } from '../csv-style.js';
import { route, type Route } from '../route.js';
import { valueErrors } from '../../schema/messages.js';

const validateQuery = queryValidator({
  type: 'object',
  required: ['from', 'to'],
  properties: tripQueryProperties,
  additionalProperties: false,
});

export const tripRoutes = ({ trips }: Pick<Services, 'trips'>): Route[] => [
  route({
    method: 'get',
    path: '/api/devices/:deviceId/trips',
    summary: 'Returns the trips, stops, gaps and zone visits of a device in a time range, also as CSV',
    access: 'user',
    query: validateQuery,
    turn: () => 'history',
    errors: ['rate_limited'],
    responses: { 200: { required: tripsFields } },
    formats: ['text/csv'],
    async handle({ params: { deviceId = '' }, query }, user) {
      const range = { from: Date.parse(query.from), to: Date.parse(query.to) };
      if (range.from > range.to) return valueErrors.laterThanTo('/from');
      const style = csvStyleOf(query);
      if (!style.ok) return style;
      const found = await trips.range(user, deviceId, range);
      if (!found.ok) return found;
      if (query.format === 'json') return success({ body: { ...found.value } });
      const { header, page } = tripCsv.open(recordFileOf(deviceId), style.value);
      const fileName = `${deviceId.replace(/[^A-Za-z0-9._-]/g, '_')}.trips.csv`;
      return success({
        pieces: [header, ...page(tripRows(found.value, trips.zoneName))],
        contentType: tripCsv.contentType,
        headers: { 'Content-Disposition': `attachment; filename="${fileName}"` },
      });
    },
  }),
];
