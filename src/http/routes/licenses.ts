import { success } from '../../errors.js';
import { licensesSchema } from '../../schema/licenses.js';
import type { Devices } from '../../services/devices.js';
import type { ForecastFor } from '../../services/forecast.js';
import { route, type Route } from '../route.js';

export type LicenseRoutesOptions = {
  readonly devices: Pick<Devices, 'licences'>;
  readonly forecastFor: ForecastFor;
};

export const licenseRoutes = ({ devices, forecastFor }: LicenseRoutesOptions): Route[] => [
  route({
    method: 'get',
    path: '/api/licenses',
    summary: 'Licences: how many there are, are used by devices that are not expired, are left, and become free',
    access: 'user',
    answers: { 200: { required: { licenses: licensesSchema } } },
    handle: (_request, user) => success({ body: { licenses: { ...devices.licences(), forecast: forecastFor(user) } } }),
  }),
];
