import { success } from '../../errors.js';
import { clockProperties, type ClockView } from '../../schema/system/clock.js';
import { route, type Route } from '../route.js';

export const clockRoutes = ({ clockView }: { readonly clockView: () => ClockView }): Route[] => [
  route({
    method: 'get',
    path: '/api/clock',
    summary: 'The clock: how far it is to be believed, why, and the local day of the counters',
    access: 'user',
    responses: { 200: { required: clockProperties } },
    handle: () => success({ body: clockView() }),
  }),
];
