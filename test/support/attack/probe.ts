import { setTimeout as delay } from 'node:timers/promises';
import { createRawClient } from '../api/raw-client.js';

export type Latencies = {
  readonly count: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

const INTERVAL_MS = 20;

/** ms between two requests; over one connection, or each over a new one */
export type ProbeOptions = { readonly interval?: number; readonly isNewConnection?: boolean };

/** Asks for the short health again and again, as a monitor without a token; `end` resolves with the times in ms. */
export function startProbe(
  url: string,
  { interval = INTERVAL_MS, isNewConnection = false }: ProbeOptions = {},
): { readonly end: () => Promise<Latencies> } {
  const headers = { Host: new URL(url).host, ...(isNewConnection && { Connection: 'close' }) };
  const client = createRawClient(url);
  const times: number[] = [];
  let failed = 0;
  const over = new AbortController();
  const probing = (async () => {
    while (!over.signal.aborted) {
      const begin = performance.now();
      await client.send({ method: 'GET', path: '/api/health', headers }).catch(() => {
        failed += 1;
      });
      times.push(performance.now() - begin);
      await delay(interval);
    }
  })();
  return {
    async end() {
      over.abort();
      await probing;
      client.close();
      return { ...percentilesOf(times), failed };
    },
  };
}

/** of times in ms */
export function percentilesOf(times: readonly number[]): Omit<Latencies, 'failed'> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
