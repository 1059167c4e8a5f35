import { alertFormats } from '../../domain/records/alert-formats.js';
import { readAlert } from '../../domain/records/alert.js';
import { success } from '../../errors.js';
import { validateAcknowledgementInput } from '../../schema/records/acknowledgement-input.js';
import { readAlertPost } from '../../schema/records/alert-post.js';
import { alertNameFilterSchema, alertSchema, deviceAlertSchema } from '../../schema/records/alert.js';
import { cursorSchema, rangeProperties, readRange } from '../../schema/time-range.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { arrayOf, receiptShape, respondWith } from '../responses.js';
import { fileOf, respondWithPage, respondWithRange, FILE_TYPES, rangeQueryProperties } from '../record-page.js';
import { readEach } from '../read-each.js';
import { route, type Route } from '../route.js';
import { requestErrors } from '../messages.js';

const validateQuery = queryValidator({
  type: 'object',
  required: ['from', 'to'],
  properties: { ...rangeQueryProperties, alertName: alertNameFilterSchema },
  additionalProperties: false,
});

const validateNewest = queryValidator({
  type: 'object',
  properties: {
    ...rangeProperties,
    from: { ...rangeProperties.from, description: 'inclusive; may be left out together with `to`' },
    to: {
      ...rangeProperties.to,
      description: 'inclusive; left out, with attention=true and acknowledged=false only: the last 7 days, by arrival',
    },
    alertName: alertNameFilterSchema,
    attention: { type: 'boolean', description: 'true: only alerts that need a person; false: only the others' },
    acknowledged: { type: 'boolean', description: 'true: only acknowledged alerts; false: only the others' },
  },
  additionalProperties: false,
});

/** What the dashboard counts. */
const isUnacknowledgedList = (filters: {
  readonly attention?: boolean | undefined;
  readonly acknowledged?: boolean | undefined;
  readonly alertName?: string | undefined;
}): boolean => filters.attention === true && filters.acknowledged === false && filters.alertName === undefined;

const alertArray = arrayOf(alertSchema);
const pageShape = { required: { alerts: alertArray }, optional: { next: cursorSchema } };

export const alertRoutes = ({ alerts, devices, time }: Pick<Services, 'alerts' | 'devices' | 'time'>): Route[] => [
  route({
    method: 'get',
    path: '/api/alerts',
    summary: 'Lists the alerts of all visible devices in a time range, newest first',
    access: 'user',
    displays: true,
    query: validateNewest,
    turn: () => 'history',
    errors: ['rate_limited'],
    responses: { 200: { required: { alerts: arrayOf(deviceAlertSchema) }, optional: { next: cursorSchema } } },
    async handle({ query: { from, to, limit, cursor, ...filters } }, user) {
      if (from === undefined && to === undefined && isUnacknowledgedList(filters)) {
        return respondWithPage('alerts', await alerts.unacknowledged(user, { limit, ...(cursor && { cursor }) }));
      }
      if (from === undefined) return requestErrors.rangeMissing('/from');
      if (to === undefined) return requestErrors.rangeMissing('/to');
      const range = readRange({ from, to, limit, cursor });
      if (!range.ok) return range;
      return respondWithPage('alerts', await alerts.newest(user, { ...range.value, ...filters }));
    },
  }),
  route({
    method: 'post',
    path: '/api/alerts/:alertId/acknowledge',
    summary: 'Acknowledges an alert; the first acknowledgement stays',
    access: 'messages',
    body: validateAcknowledgementInput,
    bodyOptional: true,
    responses: { 200: { required: { alert: deviceAlertSchema } } },
    handle: async ({ params: { alertId = '' }, body }, user) =>
      respondWith('alert', await alerts.acknowledge(user, alertId, body.note ?? '')),
  }),
  route({
    method: 'get',
    path: '/api/devices/:deviceId/alerts',
    summary: 'Lists the alerts of a device in a time range, also as GeoJSON, GPX, CSV or NDJSON',
    access: 'user',
    displays: true,
    query: validateQuery,
    turn: () => 'history',
    errors: ['rate_limited'],
    responses: { 200: pageShape },
    formats: FILE_TYPES,
    async handle({ params: { deviceId = '' }, query }, user) {
      const range = readRange(query);
      if (!range.ok) return range;
      const found = await alerts.range(user, deviceId, { ...range.value, alertName: query.alertName });
      return respondWithRange('alerts', alertFormats, fileOf(devices, user, deviceId), found, query);
    },
  }),
  route({
    method: 'post',
    path: '/api/devices/:deviceId/alerts',
    summary: 'Stores alerts, or lists those in a time range',
    access: 'user',
    immediate: true,
    displays: true,
    body: readAlertPost,
    turn: (body) => ('find' in body ? 'history' : undefined),
    responses: { 201: { required: { ...receiptShape.required, alerts: alertArray } }, 200: pageShape },
    async handle({ params: { deviceId = '' }, body }, user) {
      if ('find' in body) return respondWithPage('alerts', await alerts.range(user, deviceId, body.find));
      const read = readEach(body, (alert) => readAlert(alert, time.now()));
      if (!read.ok) return read;
      const posted = await alerts.post(user, deviceId, read.value);
      return posted.ok ? success({ status: 201, body: posted.value }) : posted;
    },
  }),
];
