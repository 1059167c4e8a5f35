import { success } from '../../errors.js';
import { clockProperties } from '../../schema/system/clock.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

export const clockRoutes = ({ time }: Pick<Services, 'time'>): Route[] => [
  route({
    method: 'get',
    path: '/api/clock',
    summary: 'Returns the clock, its quality with the reason, and the local date of the daily counters',
    access: 'user',
    displays: true,
    responses: { 200: { required: clockProperties } },
    handle: () => success({ body: time.view() }),
  }),
];
