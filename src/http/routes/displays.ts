import { success } from '../../errors.js';
import { displaySchema, validateDisplayInput } from '../../schema/accounts/display.js';
import type { Services } from '../../services/index.js';
import { arrayOf, emptyShape, respondDone } from '../responses.js';
import { route, type Route } from '../route.js';

export const displayRoutes = ({ displays }: Pick<Services, 'displays'>): Route[] => [
  route({
    method: 'get',
    path: '/api/displays',
    summary: "Lists the displays within the user's own scope",
    access: 'users:write',
    responses: { 200: { required: { displays: arrayOf(displaySchema) } } },
    handle: (_request, user) => success({ body: { displays: displays.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/displays',
    summary: 'Creates a display: a read-only sign-in of a wall screen, by a link that is shown only once',
    access: 'users:write',
    body: validateDisplayInput,
    responses: {
      201: {
        required: {
          display: displaySchema,
          key: { type: 'string', description: 'for POST /api/Auth/Token' },
          path: {
            type: 'string',
            description: 'opens the dashboard as this display; add it to the address of the gateway',
          },
        },
      },
    },
    async handle({ body }, user) {
      const created = await displays.create(user, body);
      if (!created.ok) return created;
      const { display, key } = created.value;
      return success({ status: 201, body: { display, key, path: `/#display=${key}` } });
    },
  }),
  route({
    method: 'delete',
    path: '/api/displays/:displayId',
    summary: 'Deletes a display; its tokens and streams end at once',
    access: 'users:write',
    responses: { 200: emptyShape },
    handle: async ({ params: { displayId = '' } }, user) => respondDone(await displays.remove(user, displayId)),
  }),
];
