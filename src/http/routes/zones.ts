import { GEOJSON, readGeojson, toGeojson } from '../../domain/zones/geojson.js';
import { success, type Result } from '../../errors.js';
import { idSchema, instantSchema } from '../../schema/common.js';
import { validateGeojson } from '../../schema/zones/geojson.js';
import { validateZoneInput, ZONE_FIXED_FIELDS, zoneSchema, type ZoneInput } from '../../schema/zones/zone.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import { arrayOf } from '../responses.js';
import { route, type Route } from '../route.js';

const validateQuery = queryValidator({
  type: 'object',
  properties: { format: { enum: ['json', 'geojson'], default: 'json' } },
  additionalProperties: false,
});

const visitorSchema = {
  type: 'object',
  required: ['deviceId', 'since'],
  properties: { deviceId: idSchema, since: { ...instantSchema, description: 'the first fix in the zone' } },
  additionalProperties: false,
} as const;

const visitSchema = {
  type: 'object',
  required: [...visitorSchema.required, 'zone'],
  properties: { ...visitorSchema.properties, zone: { ...idSchema, description: 'id of the zone' } },
  additionalProperties: false,
} as const;

export const zoneRoutes = ({ zones }: Pick<Services, 'zones'>): Route[] => [
  route({
    method: 'get',
    path: '/api/zones',
    summary: 'Lists the zones, also as GeoJSON',
    access: 'user',
    displays: true,
    turn: () => 'list',
    query: validateQuery,
    responses: { 200: { required: { zones: arrayOf(zoneSchema) } } },
    formats: [GEOJSON],
    handle({ query: { format } }, user) {
      const all = zones.list(user);
      if (format === 'json') return success({ body: { zones: all } });
      return success({ text: JSON.stringify(toGeojson(all)), contentType: GEOJSON });
    },
  }),
  route({
    method: 'post',
    path: '/api/zones/import',
    summary: 'Creates the zones of a GeoJSON file, all or none',
    access: 'messages',
    body: validateGeojson,
    responses: { 201: { required: { zones: arrayOf(zoneSchema) } } },
    async handle({ body }, user) {
      const inputs = readInputs(body);
      if (!inputs.ok) return inputs;
      const created = await zones.createAll(user, inputs.value);
      return created.ok ? success({ status: 201, body: { zones: created.value } }) : created;
    },
  }),
  route({
    method: 'get',
    path: '/api/zones/:zoneId/devices',
    summary: 'Lists the visible devices that are in a zone now, and since when',
    access: 'user',
    displays: true,
    turn: () => 'list',
    responses: {
      200: {
        required: {
          devices: arrayOf(visitorSchema),
          total: { type: 'integer', minimum: 0, description: 'visible devices, inside or not' },
        },
      },
    },
    handle({ params: { zoneId = '' } }, user) {
      const found = zones.visitors(user, zoneId);
      return found.ok ? success({ body: found.value }) : found;
    },
  }),
  route({
    method: 'get',
    path: '/api/zoneVisits',
    summary: 'Lists which visible devices are in which zones now, and since when',
    access: 'user',
    displays: true,
    turn: () => 'list',
    responses: { 200: { required: { zoneVisits: arrayOf(visitSchema) } } },
    handle: (_input, user) => success({ body: { zoneVisits: zones.visits(user) } }),
  }),
  ...crudRoutes({
    path: '/api/zones',
    noun: 'zone',
    schema: zoneSchema,
    input: validateZoneInput,
    readOnlyFields: ZONE_FIXED_FIELDS,
    access: { list: 'user', get: 'user', create: 'messages', change: 'messages', remove: 'messages' },
    displays: true,
    summaries: {
      list: 'Lists the zones',
      create: 'Creates a zone',
      get: 'Gets a zone',
      replace: 'Replaces a zone; fields left out return to their defaults',
      patch: 'Changes fields of a zone, by JSON Patch or Merge Patch',
      remove: 'Deletes a zone that no alert rule names',
    },
    service: zones,
  }).filter(({ method, path }) => method !== 'get' || path !== '/api/zones'),
];

/** Each zone of the file is checked like one that a client sends. */
function readInputs(body: Parameters<typeof readGeojson>[0]): Result<readonly ZoneInput[]> {
  const read = readGeojson(body);
  if (!read.ok) return read;
  const inputs: ZoneInput[] = [];
  for (const [index, zone] of read.value.entries()) {
    const input = validateZoneInput(zone);
    if (!input.ok) return { ...input, message: `zone ${index}: ${input.message}` };
    inputs.push(input.value);
  }
  return success(inputs);
}
