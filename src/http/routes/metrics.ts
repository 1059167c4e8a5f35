import { isRestricted } from '../../domain/accounts/scope.js';
import { failure, success } from '../../errors.js';
import { METRICS_TYPE, type Metrics } from '../../services/system/metrics.js';
import { route, type Route } from '../route.js';

export const metricsRoutes = ({ metrics }: { readonly metrics: Pick<Metrics, 'text'> }): Route[] => [
  route({
    method: 'get',
    path: '/metrics',
    summary: 'Returns the metrics of the whole gateway for Prometheus; not for restricted users',
    access: 'user',
    errors: ['forbidden'],
    responses: {},
    formats: ['text/plain'],
    async handle(_request, user) {
      if (isRestricted(user))
        return failure('forbidden', 'restricted users cannot read the metrics of the whole gateway');
      return success({ text: await metrics.text(), contentType: METRICS_TYPE });
    },
  }),
];
