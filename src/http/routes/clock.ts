import { success } from '../../errors.js';
import { clockProperties, type ClockView } from '../../schema/system/clock.js';
import { route, type Route } from '../route.js';

export const clockRoutes = ({ clockView }: { readonly clockView: () => ClockView }): Route[] => [
  route({
    method: 'get',
    path: '/api/clock',
    summary: 'Returns the clock, its quality with the reason, and the local date of the daily counters',
    access: 'user',
    responses: { 200: { required: clockProperties } },
    handle: () => success({ body: clockView() }),
  }),
];
