import { success } from '../../errors.js';
import { healthSchema } from '../../schema/system/health.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

export const healthRoutes = ({ health }: Pick<Services, 'health'>): Route[] => [
  route({
    method: 'get',
    path: '/api/health',
    summary: 'Returns the health of the gateway; the details require a token',
    access: 'optional',
    responses: {
      200: {
        required: { status: healthSchema.properties.status, version: healthSchema.properties.version },
        optional: healthSchema.properties,
      },
    },
    handle: (_request, user) => success({ body: user === undefined ? health.brief() : health.full(user) }),
  }),
];
