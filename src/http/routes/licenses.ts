import { success } from '../../errors.js';
import { licensesSchema } from '../../schema/licenses.js';
import type { Devices } from '../../services/devices.js';
import { route, type Route } from '../route.js';

export const licenseRoutes = ({ devices }: { readonly devices: Pick<Devices, 'licences'> }): Route[] => [
  route({
    method: 'get',
    path: '/api/licenses',
    summary: 'Licences: how many there are, are used by devices that are not expired, and are left',
    access: 'user',
    answers: { 200: { required: { licenses: licensesSchema } } },
    handle: () => success({ body: { licenses: devices.licences() } }),
  }),
];
