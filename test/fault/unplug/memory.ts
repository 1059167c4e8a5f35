import { readFileSync } from 'node:fs';
import { eventually } from '../../support/eventually.js';
import type { Gateway } from '../../support/gateway.js';

/** MiB: in use by what the program holds, and taken from the system, pages of files left out. */
export type Memory = { readonly inUse: number; readonly resident: number };

const preload = new URL('collecting.js', import.meta.url).href;

/** What a gateway is started with so that it can be asked. Room for what is young comes and goes by tens of MiB else. */
export const collecting = { NODE_OPTIONS: `--import=${preload} --max-semi-space-size=1` };

/** What is left when the garbage is collected: what has not been yet would hide a leak, or look like one. */
export async function memoryOf({ process, pid, output }: Gateway): Promise<Memory> {
  const told = (): string[] => [...output().matchAll(/^in use: (\d+)$/gm)].map(([, bytes = '']) => bytes);
  const before = told().length;
  process.kill('SIGUSR2');
  await eventually('the gateway has collected its garbage', () => told().length > before);
  const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { inUse: Number(told().at(-1)) / 2 ** 20, resident: Number(kib) / 1024 };
}
