import { hasPrivilege, isRestricted } from '../../domain/accounts/scope.js';
import { success } from '../../errors.js';
import type { Services } from '../../services/index.js';
import { METRICS_TYPE } from '../../services/system/metrics.js';
import { route, type Route } from '../route.js';
import { requestErrors } from '../messages.js';

export const metricsRoutes = ({ metrics }: Pick<Services, 'metrics'>): Route[] => [
  route({
    method: 'get',
    path: '/metrics',
    summary: 'Returns the metrics of the whole gateway for Prometheus; restricted users need the privilege metrics',
    access: 'user',
    errors: ['forbidden'],
    responses: {},
    formats: ['text/plain'],
    async handle(_request, user) {
      if (isRestricted(user) && !hasPrivilege(user, 'metrics')) {
        return requestErrors.metricsPrivilege();
      }
      return success({ text: await metrics.text(), contentType: METRICS_TYPE });
    },
  }),
];
