import { success } from '../../errors.js';
import { route, type Route } from '../route.js';

export type DocRoutesOptions = { /** the OpenAPI document of the table, as JSON */ readonly document: () => string };

export const docRoutes = ({ document }: DocRoutesOptions): Route[] => [
  route({
    method: 'get',
    path: '/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'anyone',
    answers: {},
    formats: ['application/json'],
    handle: () => success({ text: document(), contentType: 'application/json' }),
  }),
];
