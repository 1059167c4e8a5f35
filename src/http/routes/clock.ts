import { isRestricted } from '../../domain/accounts/scope.js';
import { success } from '../../errors.js';
import { clockProperties } from '../../schema/system/clock.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';
import { requestErrors } from '../messages.js';

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
  route({
    method: 'post',
    path: '/api/clock/accept',
    summary:
      'Accepts the clock as right, though the store has later times, as after a start with a clock that ran ahead',
    access: 'admin',
    responses: { 200: { required: clockProperties } },
    async handle(_request, user) {
      if (isRestricted(user)) return requestErrors.restrictedClock();
      const accepted = await time.accept(user);
      return accepted.ok ? success({ body: time.view() }) : accepted;
    },
  }),
];
