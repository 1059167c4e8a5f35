import type { MetricsOptions } from './metric-registries.js';
import { createRequestDurations, type RequestDurations } from './request-durations.js';

export type Metrics = {
  readonly recordRequest: RequestDurations['record'];
  /** all metrics in the text format of Prometheus 0.0.4 */
  readonly text: () => Promise<string>;
};
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * The metrics of this gateway. Only requests are measured from the start: what reads the rest takes memory and wakes the
 * process, so it is loaded when metrics are first requested.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const durations = createRequestDurations();
  let readRest: Promise<() => Promise<string>> | undefined;
  return {
    recordRequest: durations.record,
    async text() {
      readRest ??= import('./metric-registries.js').then((module) => module.createMetricRegistries(options));
      const rest = await readRest;
      return `${durations.text()}\n${await rest()}`;
    },
  };
}
