import { alertFormats } from '../../domain/alert-formats.js';
import { readAlert } from '../../domain/alert.js';
import { success } from '../../errors.js';
import { readAlertPost } from '../../schema/alert-post.js';
import { alertNameSchema, alertSchema, deviceAlertSchema } from '../../schema/alert.js';
import { cursorSchema, rangeProperties, readRange } from '../../schema/range.js';
import { queryValidator } from '../../schema/validator.js';
import type { Alerts } from '../../services/alerts.js';
import { listOf, receiptShape } from '../answer.js';
import { answerPage, answerRange, FILE_TYPES, rangeQueryProperties } from '../range.js';
import { readEach } from '../read-each.js';
import { route, type Route } from '../route.js';

const validateQuery = queryValidator({
  type: 'object',
  required: ['from', 'to'],
  properties: { ...rangeQueryProperties, alertName: alertNameSchema },
  additionalProperties: false,
});

const validateNewest = queryValidator({
  type: 'object',
  required: ['from', 'to'],
  properties: { ...rangeProperties, alertName: alertNameSchema },
  additionalProperties: false,
});

const list = listOf(alertSchema);
const page = { required: { alerts: list }, optional: { next: cursorSchema } };

export type AlertRoutesOptions = { readonly alerts: Alerts; readonly now: () => number };

export const alertRoutes = ({ alerts, now }: AlertRoutesOptions): Route[] => [
  route({
    method: 'get',
    path: '/api/alerts',
    summary: 'The alerts of a range, of all devices that the user may see, the newest first',
    access: 'user',
    query: validateNewest,
    answers: { 200: { required: { alerts: listOf(deviceAlertSchema) }, optional: { next: cursorSchema } } },
    async handle({ query }, user) {
      const range = readRange(query);
      if (!range.ok) return range;
      return answerPage('alerts', await alerts.newest(user, { ...range.value, alertName: query.alertName }));
    },
  }),
  route({
    method: 'get',
    path: '/api/devices/:deviceId/alerts',
    summary: 'The alerts of a range, for browsers and tools',
    access: 'user',
    query: validateQuery,
    answers: { 200: page },
    formats: FILE_TYPES,
    async handle({ params: { deviceId = '' }, query }, user) {
      const range = readRange(query);
      if (!range.ok) return range;
      const found = await alerts.range(user, deviceId, { ...range.value, alertName: query.alertName });
      return answerRange('alerts', alertFormats, deviceId, found, query);
    },
  }),
  route({
    method: 'post',
    path: '/api/devices/:deviceId/alerts',
    summary: 'Stores alerts, or finds those of a range',
    access: 'user',
    body: readAlertPost,
    answers: { 201: { required: { ...receiptShape.required, alerts: list } }, 200: page },
    async handle({ params: { deviceId = '' }, body }, user) {
      if ('find' in body) return answerPage('alerts', await alerts.range(user, deviceId, body.find));
      const read = readEach(body, (alert) => readAlert(alert, now()));
      if (!read.ok) return read;
      const posted = await alerts.post(user, deviceId, read.value);
      return posted.ok ? success({ status: 201, body: posted.value }) : posted;
    },
  }),
];
