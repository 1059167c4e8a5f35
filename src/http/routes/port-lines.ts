import { portLineSchema } from '../../schema/ports/port-line.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { EVENT_STREAM, respondWithStream } from '../event-stream.js';
import { route, type Route } from '../route.js';

const validateQuery = queryValidator({
  type: 'object',
  required: ['path'],
  properties: {
    path: { type: 'string', minLength: 1, maxLength: 1024, description: 'path of the port, as in `GET /api/ports`' },
  },
  additionalProperties: false,
});

export const portLineRoutes = ({ portMonitor }: Pick<Services, 'portMonitor'>): Route[] => [
  route({
    method: 'get',
    path: '/api/ports/lines',
    summary:
      'Streams the received and decoded lines of a port as server-sent events `line` (schema PortLine), at most 20 per second; not for restricted users',
    access: 'user',
    query: validateQuery,
    errors: ['forbidden', 'not_found', 'rate_limited', 'store_unavailable'],
    responses: {},
    formats: [EVENT_STREAM],
    eventSchema: portLineSchema,
    handle: ({ query: { path }, currentUser: caller, clientAddress }) =>
      respondWithStream((receiver) => portMonitor.subscribe({ path, receiver, caller, address: clientAddress() })),
  }),
];
