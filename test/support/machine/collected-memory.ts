import { readFileSync } from 'node:fs';
import { eventually } from '../gateway/eventually.js';
import type { Gateway } from '../gateway/gateway.js';

/** MiB: in use by the program, and taken from the system without pages of files. */
export type Memory = { readonly inUse: number; readonly resident: number };

const PRELOAD = new URL('collecting.js', import.meta.url).href;

/** Environment of a gateway whose memory is measured. Without the limit, V8's young generation varies by tens of MiB. */
export const COLLECTING = { NODE_OPTIONS: `--import=${PRELOAD} --max-semi-space-size=1` };

/** The memory after a garbage collection, because uncollected memory would hide a leak or look like one. */
export async function memoryOf({ process, pid, output }: Gateway): Promise<Memory> {
  const reported = (): string[] => [...output().matchAll(/^in use: (\d+)$/gm)].map(([, bytes = '']) => bytes);
  const before = reported().length;
  process.kill('SIGUSR2');
  await eventually('the gateway has collected its garbage', () => reported().length > before);
  const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { inUse: Number(reported().at(-1)) / 2 ** 20, resident: Number(kib) / 1024 };
}
