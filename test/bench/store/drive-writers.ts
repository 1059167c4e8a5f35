import { quantile } from '../measure/statistics.js';
import { ownCpuSeconds, writtenBytes } from '../measure/process.js';
import type { Drive } from './append.js';

/** Writers of this process that append one record at a time for some seconds. */
export const createDrive =
  (writers: number, seconds: number): Drive =>
  async (append, bytes) => {
    const latencies: number[] = [];
    const before = { disk: writtenBytes('self'), bytes: bytes(), cpu: ownCpuSeconds() };
    const begun = performance.now();
    let next = 0;
    await Promise.all(
      Array.from({ length: writers }, async () => {
        while (performance.now() - begun < 1000 * seconds) {
          const sent = performance.now();
          await append(next++);
          latencies.push(performance.now() - sent);
        }
      }),
    );
    return {
      perSecond: latencies.length / ((performance.now() - begun) / 1000),
      p99Ms: quantile(latencies, 0.99),
      cpuUs: (1e6 * (ownCpuSeconds() - before.cpu)) / latencies.length,
      amplification: (writtenBytes('self') - before.disk) / (bytes() - before.bytes),
    };
  };
