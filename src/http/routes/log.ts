import { isRestricted } from '../../domain/accounts/scope.js';
import { failure, success } from '../../errors.js';
import { logLevelProperties, validateLogLevelInput } from '../../schema/config/log-level.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

const shape = { required: logLevelProperties };
const restrictedFailure = failure('forbidden', 'restricted users cannot access the log level of the gateway');

export const logRoutes = ({ logLevels }: Pick<Services, 'logLevels'>): Route[] => [
  route({
    method: 'get',
    path: '/api/log',
    summary: 'Returns the level of the application log',
    access: 'admin',
    responses: { 200: shape },
    handle: (_request, user) => (isRestricted(user) ? restrictedFailure : success({ body: logLevels.view() })),
  }),
  route({
    method: 'put',
    path: '/api/log',
    summary: 'Sets the level of the application log until the next restart',
    access: 'admin',
    body: validateLogLevelInput,
    responses: { 200: shape },
    handle: ({ body: { level } }, user) =>
      isRestricted(user) ? restrictedFailure : success({ body: logLevels.set(level, user.name) }),
  }),
];
