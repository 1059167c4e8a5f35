import { success } from '../../errors.js';
import { queryValidator } from '../../schema/validator.js';
import type { PortMonitor } from '../../services/events/port-monitor.js';
import { respondWithStream, createEventStream, EVENT_STREAM } from '../event-stream.js';
import { route, type Route } from '../route.js';

const validateQuery = queryValidator({
  type: 'object',
  required: ['path'],
  properties: {
    path: { type: 'string', minLength: 1, maxLength: 1024, description: 'of the port, as `GET /api/ports` names it' },
  },
  additionalProperties: false,
});

export const portLineRoutes = ({ portLines }: { readonly portLines: Pick<PortMonitor, 'subscribe'> }): Route[] => [
  route({
    method: 'get',
    path: '/api/ports/lines',
    summary:
      'What is heard on a port and what the gateway makes of it, as server-sent events `line` (the schema PortLine), 20 a second at most; not for a user who is bound',
    access: 'user',
    query: validateQuery,
    errors: ['forbidden', 'not_found', 'rate_limited', 'store_unavailable'],
    responses: {},
    formats: [EVENT_STREAM],
    handle({ query: { path }, currentUser }) {
      const stream = createEventStream();
      const subscribed = portLines.subscribe({ path, receiver: stream, caller: currentUser });
      if (!subscribed.ok) {
        stream.end();
        return subscribed;
      }
      stream.onClose(subscribed.value);
      return success(respondWithStream(stream));
    },
  }),
];
