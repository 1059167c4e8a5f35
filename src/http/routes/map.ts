import { failure, success } from '../../errors.js';
import { nullable } from '../../schema/common.js';
import { mapArchiveSchema } from '../../schema/map-archive.js';
import type { MapArchives } from '../../services/map-archive.js';
import { readByteRange } from '../byte-range.js';
import { route, type Route } from '../route.js';

const CONTENT_TYPE = 'application/vnd.pmtiles';
/** One tile has a few hundred kilobytes at most, a directory a few megabytes. */
const MOST_BYTES = 16 * 1_048_576;

const range = { type: 'string', description: 'one range of bytes; of more than 16 MiB the beginning is sent' };
const ifRange = { type: 'string', description: 'an ETag: when it is no longer that, the whole is sent' };

/** A map of the region for a depot without internet: it tells nothing of anybody, so all who are signed in have it. */
export const mapRoutes = ({ mapArchives }: { readonly mapArchives: MapArchives }): Route[] => [
  route({
    method: 'get',
    path: '/api/map',
    summary:
      'The archive of map tiles in the data folder: what it has, or why it can not be shown; null where there is none',
    access: 'user',
    answers: { 200: { required: { map: nullable(mapArchiveSchema) } } },
    handle: async () => success({ body: { map: await mapArchives.look() } }),
  }),
  route({
    method: 'get',
    path: '/api/map/archive',
    summary: 'The archive of map tiles as it is, PMTiles version 3, by ranges of bytes',
    access: 'user',
    headers: { Range: range, 'If-Range': ifRange },
    refusals: ['not_found', 'range_not_satisfiable'],
    answers: {},
    formats: [CONTENT_TYPE],
    inParts: true,
    async handle({ header }) {
      const found = await mapArchives.open();
      if (!found.ok) return found;
      const { bytes, tag, stream, close } = found.value;
      const etag = `"${tag}"`;
      const isSame = ['', etag].includes(header('If-Range'));
      const wanted = isSame ? readByteRange(header('Range'), bytes, MOST_BYTES) : undefined;
      if (wanted === 'unsatisfiable') {
        await close();
        return { ...failure('range_not_satisfiable', `the archive has ${bytes} bytes`), bytes };
      }
      const { first, last } = wanted ?? { first: 0, last: bytes - 1 };
      const headers = {
        ETag: etag,
        'Accept-Ranges': 'bytes',
        'Content-Length': String(last - first + 1),
        ...(wanted && { 'Content-Range': `bytes ${first}-${last}/${bytes}` }),
      };
      return success({ stream: stream(wanted), contentType: CONTENT_TYPE, headers, ...(wanted && { status: 206 }) });
    },
  }),
];
