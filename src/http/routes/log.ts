import { success } from '../../errors.js';
import { logLevelProperties, validateLogLevelInput } from '../../schema/config/log-level.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

const shape = { required: logLevelProperties };

export const logRoutes = ({ logLevels }: Pick<Services, 'logLevels'>): Route[] => [
  route({
    method: 'get',
    path: '/api/log',
    summary: 'Returns the level of the application log',
    access: 'admin',
    unrestricted: true,
    responses: { 200: shape },
    handle: () => success({ body: logLevels.view() }),
  }),
  route({
    method: 'put',
    path: '/api/log',
    summary: 'Sets the level of the application log until the next restart',
    access: 'admin',
    unrestricted: true,
    body: validateLogLevelInput,
    responses: { 200: shape },
    handle: async ({ body: { level } }, user) => success({ body: await logLevels.set(level, user) }),
  }),
];
