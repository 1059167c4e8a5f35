import { success } from '../../errors.js';
import { licensesSchema } from '../../schema/devices/licenses.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

export const licenseRoutes = ({ devices }: Pick<Services, 'devices'>): Route[] => [
  route({
    method: 'get',
    path: '/api/licenses',
    summary: 'Returns the licenses: total, used by non-expired devices, available, and becoming free',
    access: 'user',
    responses: { 200: { required: { licenses: licensesSchema } } },
    handle: (_request, user) =>
      success({ body: { licenses: { ...devices.licenses(), forecast: devices.forecast(user) } } }),
  }),
];
