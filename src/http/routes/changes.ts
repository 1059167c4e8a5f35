import { success } from '../../errors.js';
import { changeQuerySchema } from '../../schema/changes/change-query.js';
import { changeSchema } from '../../schema/changes/change.js';
import { instantSchema, nullable } from '../../schema/common.js';
import { cursorSchema } from '../../schema/time-range.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { arrayOf } from '../responses.js';
import { route, type Route } from '../route.js';

const validateQuery = queryValidator(changeQuerySchema);

export const changeRoutes = ({ changes }: Pick<Services, 'changes'>): Route[] => [
  route({
    method: 'get',
    path: '/api/changes',
    summary: 'Lists who changed what, from where and when, newest first',
    access: 'admin',
    unrestricted: true,
    query: validateQuery,
    turn: () => 'history',
    errors: ['rate_limited'],
    responses: {
      200: {
        required: {
          changes: arrayOf(changeSchema),
          since: { ...nullable(instantSchema), description: 'about when the oldest entry that is kept was written' },
        },
        optional: { next: { ...cursorSchema, description: 'cursor of the next page, also of an empty one' } },
      },
    },
    async handle({ query }, user) {
      const page = await changes.list(user, query);
      return page.ok ? success({ body: page.value }) : page;
    },
  }),
];
