import { success } from '../../errors.js';
import { connectionSchema } from '../../schema/ports/listener.js';
import { validatePortSettings } from '../../schema/ports/port-input.js';
import { portSchema } from '../../schema/ports/port.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { arrayOf, emptyShape, respondDone, respondWith } from '../responses.js';
import { route, type Route } from '../route.js';

const MAX_CONNECTIONS = 200;

const validateQuery = queryValidator({
  type: 'object',
  required: ['path'],
  properties: {
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      description: 'path of the listener, as in `GET /api/ports`',
    },
    after: { type: 'integer', minimum: 0, default: 0, description: '`next` of the previous page' },
    limit: { type: 'integer', minimum: 1, maximum: MAX_CONNECTIONS, default: MAX_CONNECTIONS },
  },
  additionalProperties: false,
});

const validatePath = queryValidator({
  type: 'object',
  required: ['path'],
  properties: {
    path: { type: 'string', minLength: 1, maxLength: 300, format: 'port-path', description: 'as in `GET /api/ports`' },
  },
  additionalProperties: false,
});

export const portRoutes = ({
  portSettings,
  connectionsOf,
}: Pick<Services, 'portSettings' | 'connectionsOf'>): Route[] => [
  route({
    method: 'get',
    path: '/api/ports',
    summary:
      'Lists the serial ports and listeners with state, reason and candidates; restricted users see the ports of their devices; users with the privilege provision also see the serial devices that are not used',
    access: 'user',
    responses: {
      200: {
        required: {
          ports: arrayOf(portSchema),
          protocols: { ...arrayOf({ type: 'string' }), description: 'that a port can be set to' },
        },
      },
    },
    handle: async (_request, user) =>
      success({ body: { protocols: portSettings.protocols, ports: await portSettings.list(user) } }),
  }),
  route({
    method: 'put',
    path: '/api/ports',
    summary:
      'Adds a port or replaces its settings, effective at once; not for restricted users; ports on the network require privilege admin',
    access: 'provision',
    query: validatePath,
    body: validatePortSettings,
    errors: ['conflict'],
    responses: { 200: { required: { port: portSchema } } },
    handle: async ({ query: { path }, body }, user) => respondWith('port', await portSettings.put(user, path, body)),
  }),
  route({
    method: 'delete',
    path: '/api/ports',
    summary: 'Closes a port that was added by PUT and forgets its settings',
    access: 'provision',
    query: validatePath,
    errors: ['not_found', 'conflict'],
    responses: { 200: emptyShape },
    handle: async ({ query: { path } }, user) => respondDone(await portSettings.remove(user, path)),
  }),
  route({
    method: 'get',
    path: '/api/ports/connections',
    summary:
      'Lists the connections of a listener in order of arrival, page by page; of a UDP listener the recent senders; not for restricted users',
    access: 'user',
    query: validateQuery,
    errors: ['not_found', 'conflict'],
    responses: {
      200: {
        required: { connections: arrayOf(connectionSchema) },
        optional: { next: { type: 'string', description: '`after` of the next page; omitted: this is the last one' } },
      },
    },
    handle({ query: { path, after, limit } }, user) {
      const page = connectionsOf(user, path, { after, limit });
      return page.ok ? success({ body: page.value }) : page;
    },
  }),
];
