import { success } from '../../errors.js';
import { logLineSchema, validateLinesQuery, validateStreamQuery } from '../../schema/system/log-line.js';
import type { Services } from '../../services/index.js';
import { EVENT_STREAM, respondWithStream } from '../event-stream.js';
import { arrayOf } from '../responses.js';
import { route, type Route } from '../route.js';

export const logLineRoutes = ({ logLines }: Pick<Services, 'logLines'>): Route[] => [
  route({
    method: 'get',
    path: '/api/log/lines',
    summary: 'Returns the last lines of the application log since the start, the oldest first, without secrets',
    access: 'admin',
    unrestricted: true,
    query: validateLinesQuery,
    responses: { 200: { required: { lines: arrayOf(logLineSchema) } } },
    handle: async ({ query }) => success({ body: { lines: await logLines.list(query) } }),
  }),
  route({
    method: 'get',
    path: '/api/log/stream',
    summary: 'Streams new lines of the application log as server-sent events `line` (schema LogLine), without secrets',
    access: 'admin',
    unrestricted: true,
    query: validateStreamQuery,
    errors: ['rate_limited'],
    responses: {},
    formats: [EVENT_STREAM],
    eventSchema: logLineSchema,
    handle: ({ query: { level }, currentUser: caller, clientAddress }) =>
      respondWithStream((receiver) => logLines.subscribe({ level, receiver, caller, address: clientAddress() })),
  }),
];
