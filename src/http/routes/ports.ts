import { success } from '../../errors.js';
import { portSchema } from '../../schema/ports/port.js';
import type { Services } from '../../services/index.js';
import { arrayOf } from '../responses.js';
import { route, type Route } from '../route.js';

export const portRoutes = ({ portsOf }: Pick<Services, 'portsOf'>): Route[] => [
  route({
    method: 'get',
    path: '/api/ports',
    summary:
      'Lists the serial ports with state, reason and candidates; restricted users see the ports of their devices',
    access: 'user',
    responses: { 200: { required: { ports: arrayOf(portSchema) } } },
    handle: (_request, user) => success({ body: { ports: portsOf(user) } }),
  }),
];
