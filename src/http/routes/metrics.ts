import { isRestricted } from '../../domain/accounts/scope.js';
import { failure, success } from '../../errors.js';
import { METRICS_TYPE, type Metrics } from '../../services/system/metrics.js';
import { route, type Route } from '../route.js';

export const metricsRoutes = ({ metrics }: { readonly metrics: Pick<Metrics, 'text'> }): Route[] => [
  route({
    method: 'get',
    path: '/metrics',
    summary: 'The figures of the whole gateway for Prometheus, which can send a token; for users who see all of it',
    access: 'user',
    errors: ['forbidden'],
    responses: {},
    formats: ['text/plain'],
    async handle(_request, user) {
      if (isRestricted(user))
        return failure('forbidden', 'you are bound to a group or device: these are the figures of all');
      return success({ text: await metrics.text(), contentType: METRICS_TYPE });
    },
  }),
];
