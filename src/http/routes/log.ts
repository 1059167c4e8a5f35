import { isBound } from '../../domain/scope.js';
import { failure, success } from '../../errors.js';
import { logLevelProperties, validateLogLevelInput } from '../../schema/log-level.js';
import type { LogLevels } from '../../services/log-level.js';
import { route, type Route } from '../route.js';

const shape = { required: logLevelProperties };
const notAll = failure('forbidden', 'you are bound to a group or device: the log is of the whole gateway');

export const logRoutes = ({ logLevels }: { readonly logLevels: LogLevels }): Route[] => [
  route({
    method: 'get',
    path: '/api/log',
    summary: 'How much the gateway writes of itself to its log',
    access: 'admin',
    answers: { 200: shape },
    handle: (_request, user) => (isBound(user) ? notAll : success({ body: logLevels.view() })),
  }),
  route({
    method: 'put',
    path: '/api/log',
    summary: 'Sets how much the gateway writes of itself to its log, until it is started again',
    access: 'admin',
    body: validateLogLevelInput,
    answers: { 200: shape },
    handle: ({ body: { level } }, user) =>
      isBound(user) ? notAll : success({ body: logLevels.set(level, user.name) }),
  }),
];
