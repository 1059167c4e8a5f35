import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Frames per second that the browser drew, averaged over some seconds. */
export const framesPerSecond = (page: Page, seconds: number): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    let count = 0;
    let startedAt;
    const next = (at) => {
      startedAt ??= at;
      if (at - startedAt >= ${seconds * 1000}) return resolve((count * 1000) / (at - startedAt));
      count++;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`);

/** in MB */
export type PageMemory = {
  /** the JavaScript heap after a garbage collection */
  readonly heap: number;
  /** private memory of the renderer process: the heap, code, images and styles */
  readonly own: number;
};

const MB = 1_000_000;

/** The memory of the only open page. */
export async function memoryOf(browser: Browser, page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  await whole.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  // The browser may keep a spare renderer ready; it is much smaller.
  return { heap: usedSize / MB, own: Math.max(...renderers.map(({ id }) => ownBytes(id))) / MB };
}

/** Memory that no other process shares, proc_pid_smaps(5). */
function ownBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return [...text.matchAll(/^Private_\w+: +(\d+) kB$/gm)].reduce((sum, [, kB]) => sum + Number(kB) * 1024, 0);
}

/** The time (ms) from the start of the navigation until each expression holds in the page and was drawn. */
export const timeToShow = <Name extends string>(page: Page, conditions: Readonly<Record<Name, string>>) =>
  page.evaluate<Record<Name, number>>(`new Promise((resolve) => {
    const conditions = { ${Object.entries(conditions)
      .map(([name, isThere]) => `${name}: () => ${String(isThere)}`)
      .join(', ')} };
    const found = {};
    const check = () => {
      for (const [name, isThere] of Object.entries(conditions)) {
        if (found[name] !== undefined || !isThere()) continue;
        found[name] = 0;
        requestAnimationFrame(() => setTimeout(() => {
          found[name] = performance.now();
          if (Object.keys(conditions).every((name) => found[name] > 0)) resolve(found);
        }));
      }
      if (Object.keys(found).length < Object.keys(conditions).length) requestAnimationFrame(check);
    };
    check();
  })`);

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** µs */
  readonly ts: number;
  readonly dur?: number;
  /** µs in which the thread had a processor, so that other load on the machine does not count */
  readonly tdur?: number;
};

/** The work (ms) of the page's main thread for each frame that it draws while `run` runs, from a trace. */
export async function mainThreadWork(browser: Browser, page: Page, run: () => Promise<unknown>): Promise<number[]> {
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await run();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const frames = trace.traceEvents.filter(({ name }) => name === 'Commit').sort((a, b) => a.ts - b.ts);
  const isSameThread = ({ pid, tid }: TraceEvent): boolean => pid === frames[0]?.pid && tid === frames[0].tid;
  const tasks = trace.traceEvents.filter((event) => event.name === 'RunTask' && isSameThread(event));
  const work = new Array<number>(frames.length).fill(0);
  let frame = 0;
  for (const { ts, dur = 0, tdur = dur } of tasks.sort((a, b) => a.ts - b.ts)) {
    while (frame < frames.length && (frames[frame]?.ts ?? 0) < ts) frame++;
    if (frame < frames.length) work[frame] = (work[frame] ?? 0) + tdur / 1_000;
  }
  return work;
}

/** `share`: 0 to 1 */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
