import { success } from '../../errors.js';
import { trailFields, trailQueryProperties } from '../../schema/records/trails.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

const validateQuery = queryValidator({
  type: 'object',
  properties: trailQueryProperties,
  additionalProperties: false,
});

export const trailRoutes = ({ trails }: Pick<Services, 'trails'>): Route[] => [
  route({
    method: 'get',
    path: '/api/trails',
    summary: 'Returns thinned trails of the last minutes of the visible devices that reported most recently',
    access: 'user',
    displays: true,
    query: validateQuery,
    turn: () => 'history',
    errors: ['rate_limited'],
    responses: { 200: { required: trailFields } },
    async handle({ query: { minutes } }, user) {
      const recent = await trails.recent(user, minutes);
      return recent.ok ? success({ body: recent.value }) : recent;
    },
  }),
];
