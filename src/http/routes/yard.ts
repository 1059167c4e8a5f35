import { success } from '../../errors.js';
import { nullable } from '../../schema/common.js';
import { validateYardPlace, YARD_TYPES, yardSchema } from '../../schema/system/yard.js';
import type { Services } from '../../services/index.js';
import { emptyShape, respondDone, respondWith } from '../responses.js';
import { route, type Route } from '../route.js';

const shape = { required: { yard: nullable(yardSchema) } };

/** A picture that lies under the map. It contains no user data, so every user and display may read it. */
export const yardRoutes = ({ yards }: Pick<Services, 'yards'>): Route[] => [
  route({
    method: 'get',
    path: '/api/map/yard',
    summary: 'Describes the picture of the yard and where it lies on the map; null: there is none',
    access: 'user',
    displays: true,
    responses: { 200: shape },
    handle: async () => success({ body: { yard: await yards.view() } }),
  }),
  route({
    method: 'get',
    path: '/api/map/yard/picture',
    summary: 'Returns the picture of the yard',
    access: 'user',
    displays: true,
    errors: ['not_found'],
    responses: {},
    formats: [...YARD_TYPES],
    async handle() {
      const found = await yards.picture();
      if (!found.ok) return found;
      const { bytes, type, tag } = found.value;
      return success({ bytes, contentType: type, headers: { ETag: `"${tag}"`, 'Cache-Control': 'no-cache' } });
    },
  }),
  route({
    method: 'put',
    path: '/api/map/yard',
    summary: 'Places the uploaded picture of the yard on the map',
    access: 'admin',
    unrestricted: true,
    body: validateYardPlace,
    errors: ['not_found'],
    responses: { 200: shape },
    handle: async ({ body }, user) => respondWith('yard', await yards.place(user, body)),
  }),
  route({
    method: 'delete',
    path: '/api/map/yard',
    summary: 'Removes the picture of the yard',
    access: 'admin',
    unrestricted: true,
    errors: ['not_found'],
    responses: { 200: emptyShape },
    handle: async (_request, user) => respondDone(await yards.remove(user)),
  }),
];
