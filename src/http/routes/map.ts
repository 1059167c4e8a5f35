import { success } from '../../errors.js';
import { nullable } from '../../schema/common.js';
import { mapArchiveSchema } from '../../schema/system/map-archive.js';
import type { Services } from '../../services/index.js';
import { readByteRange } from '../byte-range.js';
import { route, type Route } from '../route.js';
import { requestErrors } from '../messages.js';

const CONTENT_TYPE = 'application/vnd.pmtiles';
/** A tile has at most a few hundred kilobytes, a directory a few megabytes. */
const MAX_RANGE_BYTES = 16 * 1_048_576;

const RANGE_HEADER = { type: 'string', description: 'one byte range; of more than 16 MiB only the start is sent' };
const IF_RANGE_HEADER = { type: 'string', description: 'an ETag; if it is outdated, the whole archive is sent' };

/** A map of the region for gateways without internet. It contains no user data, so every user and display may read it. */
export const mapRoutes = ({ mapArchives }: Pick<Services, 'mapArchives'>): Route[] => [
  route({
    method: 'get',
    path: '/api/map',
    summary: 'Describes the archive of map tiles in the data folder, or why it cannot be shown; null: no archive',
    access: 'user',
    displays: true,
    responses: { 200: { required: { map: nullable(mapArchiveSchema) } } },
    handle: async () => success({ body: { map: await mapArchives.inspect() } }),
  }),
  route({
    method: 'get',
    path: '/api/map/archive',
    summary: 'Returns the archive of map tiles (PMTiles version 3), also in byte ranges',
    access: 'user',
    displays: true,
    headers: { Range: RANGE_HEADER, 'If-Range': IF_RANGE_HEADER },
    errors: ['not_found', 'range_not_satisfiable'],
    responses: {},
    formats: [CONTENT_TYPE],
    supportsRange: true,
    async handle({ header }) {
      const found = await mapArchives.open();
      if (!found.ok) return found;
      const { bytes, tag, stream, close } = found.value;
      const etag = `"${tag}"`;
      const isCurrent = ['', etag].includes(header('If-Range'));
      const range = isCurrent ? readByteRange(header('Range'), bytes, MAX_RANGE_BYTES) : undefined;
      if (range === 'unsatisfiable') {
        await close();
        return { ...requestErrors.rangeBytes({ bytes }), bytes };
      }
      const { first, last } = range ?? { first: 0, last: bytes - 1 };
      const headers = {
        ETag: etag,
        'Accept-Ranges': 'bytes',
        'Content-Length': String(last - first + 1),
        ...(range && { 'Content-Range': `bytes ${first}-${last}/${bytes}` }),
      };
      return success({ stream: stream(range), contentType: CONTENT_TYPE, headers, ...(range && { status: 206 }) });
    },
  }),
];
