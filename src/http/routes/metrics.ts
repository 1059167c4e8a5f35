import { success } from '../../errors.js';
import { METRICS_TYPE, type Metrics } from '../../services/metrics.js';
import { route, type Route } from '../route.js';

export const metricsRoutes = ({ metrics }: { readonly metrics: Pick<Metrics, 'text'> }): Route[] => [
  route({
    method: 'get',
    path: '/metrics',
    summary: 'The figures of the gateway for Prometheus, which can send a token',
    access: 'user',
    answers: {},
    formats: ['text/plain'],
    handle: async () => success({ text: await metrics.text(), contentType: METRICS_TYPE }),
  }),
];
