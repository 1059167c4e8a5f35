import { GPX, toGpx } from '../../domain/zones/files/gpx-writer.js';
import { KML, toKml } from '../../domain/zones/files/kml-writer.js';
import { GEOJSON, toGeojson } from '../../domain/zones/geojson.js';
import { success } from '../../errors.js';
import { idSchema, instantSchema } from '../../schema/common.js';
import { validateGeojson, type GeojsonFile } from '../../schema/zones/geojson.js';
import { MAX_RADIUS, MAX_WIDTH } from '../../schema/zones/shape.js';
import { validateZoneInput, ZONE_FIXED_FIELDS, zoneSchema } from '../../schema/zones/zone.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import { arrayOf } from '../responses.js';
import { route, type Route } from '../route.js';
import { readZoneImport, type SentSizes } from '../zone-import.js';

const validateQuery = queryValidator({
  type: 'object',
  properties: { format: { enum: ['json', 'geojson', 'kml', 'gpx'], default: 'json' } },
  additionalProperties: false,
});

const validateSizes = queryValidator({
  type: 'object',
  properties: {
    width: { type: 'number', minimum: 1, maximum: MAX_WIDTH, description: 'm; of lines without one' },
    radius: { type: 'number', minimum: 1, maximum: MAX_RADIUS, description: 'm; of points without one' },
  },
  additionalProperties: false,
});

const noteSchema = {
  type: 'object',
  required: ['name', 'note'],
  properties: {
    name: { type: 'string', description: 'as the zone or the file has it' },
    note: { type: 'string', description: 'what was left out, simplified or assumed' },
  },
  additionalProperties: false,
} as const;

/** What Google Earth saves by default: a zip archive with a KML file. */
const KMZ = 'application/vnd.google-earth.kmz';
/** Files that describe shapes in XML; any of these types may have any of them: their content decides. */
const XML_TYPES = [KML, GPX, 'application/xml', 'text/xml'];

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

/** The zones as files, and the list, which may be one. */
const fileRoutes = ({ zones }: Pick<Services, 'zones'>): Route[] => [
  route({
    method: 'get',
    path: '/api/zones',
    summary: 'Lists the zones, also as GeoJSON, KML or GPX',
    access: 'user',
    displays: true,
    turn: () => 'list',
    query: validateQuery,
    responses: { 200: { required: { zones: arrayOf(zoneSchema) } } },
    formats: [GEOJSON, KML, GPX],
    handle({ query: { format } }, user) {
      const all = zones.list(user);
      if (format === 'json') return success({ body: { zones: all } });
      if (format === 'geojson') return success({ text: JSON.stringify(toGeojson(all)), contentType: GEOJSON });
      return success(
        format === 'kml' ? { pieces: toKml(all), contentType: KML } : { pieces: toGpx(all), contentType: GPX },
      );
    },
  }),
  route<SentSizes, GeojsonFile | Buffer>({
    method: 'post',
    path: '/api/zones/import',
    summary: 'Creates the zones of a GeoJSON, KML, KMZ or GPX file, all or none',
    access: 'messages',
    unrestricted: true,
    query: validateSizes,
    body: validateGeojson,
    fileTypes: { json: [GEOJSON], bytes: [...XML_TYPES, KMZ] },
    responses: { 201: { required: { zones: arrayOf(zoneSchema), notes: arrayOf(noteSchema) } } },
    async handle({ body, query }, user) {
      const read = await readZoneImport(body, query);
      if (!read.ok) return read;
      const created = await zones.createAll(user, read.value.inputs);
      return created.ok ? success({ status: 201, body: { zones: created.value, notes: read.value.notes } }) : created;
    },
  }),
];

export const zoneRoutes = ({ zones }: Pick<Services, 'zones'>): Route[] => [
  ...fileRoutes({ zones }),
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
