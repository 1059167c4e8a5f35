import { success } from '../../errors.js';
import { licensesSchema } from '../../schema/devices/licenses.js';
import type { Devices } from '../../services/devices/devices.js';
import type { GetForecast } from '../../services/devices/forecast.js';
import { route, type Route } from '../route.js';

export type LicenseRoutesOptions = {
  readonly devices: Pick<Devices, 'licenses'>;
  readonly forecastFor: GetForecast;
};

export const licenseRoutes = ({ devices, forecastFor }: LicenseRoutesOptions): Route[] => [
  route({
    method: 'get',
    path: '/api/licenses',
    summary: 'Returns the licenses: total, used by non-expired devices, available, and becoming free',
    access: 'user',
    responses: { 200: { required: { licenses: licensesSchema } } },
    handle: (_request, user) => success({ body: { licenses: { ...devices.licenses(), forecast: forecastFor(user) } } }),
  }),
];
