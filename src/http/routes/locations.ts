import { locationFormats } from '../../domain/records/location-formats.js';
import { readLocation } from '../../domain/records/location.js';
import { success } from '../../errors.js';
import { nullable } from '../../schema/common.js';
import { readLocationPost } from '../../schema/records/location-post.js';
import { locationSchema } from '../../schema/records/location.js';
import { cursorSchema, readRange } from '../../schema/time-range.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { createLastLocationTexts } from '../last-location-texts.js';
import { arrayOf, receiptShape, receiptText } from '../responses.js';
import { fileOf, respondWithPage, respondWithRange, FILE_TYPES, rangeQueryProperties } from '../record-page.js';
import { readEach } from '../read-each.js';
import { route, type Route } from '../route.js';

const validateQuery = queryValidator({
  type: 'object',
  required: ['from', 'to'],
  properties: rangeQueryProperties,
  additionalProperties: false,
});

const locationArray = arrayOf(locationSchema);
const pageShape = { required: { locations: locationArray }, optional: { next: cursorSchema } };

export function locationRoutes({ locations, devices }: Pick<Services, 'locations' | 'devices'>): Route[] {
  const textOf = createLastLocationTexts();
  return [
    route({
      method: 'get',
      path: '/api/devices/:deviceId/lastLocation',
      summary: 'Returns the newest credible location of a device, or null',
      access: 'user',
      displays: true,
      responses: { 200: { required: { lastLocation: nullable(locationSchema) } } },
      handle({ params: { deviceId = '' } }, user) {
        const last = locations.last(user, deviceId);
        return last.ok ? success({ fields: `"lastLocation":${textOf(deviceId, last.value)}` }) : last;
      },
    }),
    route({
      method: 'get',
      path: '/api/devices/:deviceId/locations',
      summary: 'Lists the locations of a device in a time range, also as GeoJSON, GPX, CSV or NDJSON',
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
        const found = await locations.range(user, { deviceId, ...range.value });
        return respondWithRange('locations', locationFormats, fileOf(devices, user, deviceId), found, query);
      },
    }),
    route({
      method: 'post',
      path: '/api/devices/:deviceId/locations',
      summary: 'Stores locations, or lists those in a time range',
      access: 'user',
      immediate: true,
      displays: true,
      body: readLocationPost,
      turn: (body) => ('find' in body ? 'history' : undefined),
      responses: { 201: { ...receiptShape, optional: { locations: locationArray } }, 200: pageShape },
      async handle({ params: { deviceId = '' }, body }, user) {
        if ('find' in body)
          return respondWithPage('locations', await locations.range(user, { deviceId, ...body.find }));
        const read = readEach(body, readLocation);
        if (!read.ok) return read;
        const receipt = await locations.post(user, deviceId, read.value);
        if (!receipt.ok) return receipt;
        const { accepted, duplicates } = receipt.value;
        if (!body.isRange) return success(receiptText(accepted, duplicates));
        const stored = await locations.findStored(user, deviceId, read.value);
        return success({ status: 201, body: { accepted, duplicates, locations: stored } });
      },
    }),
  ];
}
