/** One answered request. `route` is the pattern of its path, so that the number of time series is bounded. */
export type RequestSample = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};

export type RequestDurations = {
  readonly record: (request: RequestSample) => void;
  /** the histogram in the text format of Prometheus 0.0.4 */
  readonly text: () => string;
};

const NAME = 'waypost_http_request_duration_seconds';
/** upper bounds, s */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** `counts`: requests per bucket, the last one for those beyond all bounds. */
type Series = { readonly labels: string; readonly counts: number[]; sum: number };

/** A histogram of its own: that of prom-client takes longer per request than the routing. */
export function createRequestDurations(): RequestDurations {
  const series = new Map<string, Series>();
  return {
    record({ method, route, status, seconds }) {
      const key = `${method} ${status} ${route}`;
      let own = series.get(key);
      if (own === undefined) {
        const labels = `method="${method}",route="${route}",status="${status}"`;
        series.set(key, (own = { labels, counts: Array.from({ length: BUCKETS.length + 1 }, () => 0), sum: 0 }));
      }
      own.sum += seconds;
      let bucket = 0;
      while (seconds > (BUCKETS[bucket] ?? Infinity)) bucket += 1;
      own.counts[bucket] = (own.counts[bucket] ?? 0) + 1;
    },
    text() {
      const lines = [`# HELP ${NAME} Time from the headers of a request to its response.`, `# TYPE ${NAME} histogram`];
      for (const own of series.values()) lines.push(...linesOf(own));
      return `${lines.join('\n')}\n`;
    },
  };
}

function linesOf({ labels, counts, sum }: Series): string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${NAME}_bucket{le="${BUCKETS[index] ?? '+Inf'}",${labels}} ${total}`;
  });
  return [...buckets, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`];
}
