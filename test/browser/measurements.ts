import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Pictures the browser had time for in so many seconds, by the second. */
export const framesPerSecond = (page: Page, seconds: number): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    let count = 0;
    let begin;
    const next = (at) => {
      begin ??= at;
      if (at - begin >= ${seconds * 1000}) return resolve((count * 1000) / (at - begin));
      count++;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`);

/** MB, each. */
export type PageMemory = {
  /** what the page's own code holds, after what is of no use was collected */
  readonly heap: number;
  /** what the process that shows the page has to itself: code, pictures and styles beside the heap */
  readonly own: number;
};

const MB = 1_000_000;

/** Of the only page that the browser shows. */
export async function memoryOf(browser: Browser, page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  await whole.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  // One may be kept ready for the next page: it has next to nothing.
  return { heap: usedSize / MB, own: Math.max(...renderers.map(({ id }) => ownBytes(id))) / MB };
}

/** Pages of memory that no other process shares, proc_pid_smaps(5). */
function ownBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return [...text.matchAll(/^Private_\w+: +(\d+) kB$/gm)].reduce((sum, [, kB]) => sum + Number(kB) * 1024, 0);
}

/** ms from the begin of the navigation until each of these expressions holds in the page and a picture of it was made. */
export const timeToShow = <Name extends string>(page: Page, looks: Readonly<Record<Name, string>>) =>
  page.evaluate<Record<Name, number>>(`new Promise((resolve) => {
    const looks = { ${Object.entries(looks)
      .map(([name, isThere]) => `${name}: () => ${String(isThere)}`)
      .join(', ')} };
    const found = {};
    const look = () => {
      for (const [name, isThere] of Object.entries(looks)) {
        if (found[name] !== undefined || !isThere()) continue;
        found[name] = 0;
        requestAnimationFrame(() => setTimeout(() => {
          found[name] = performance.now();
          if (Object.keys(looks).every((one) => found[one] > 0)) resolve(found);
        }));
      }
      if (Object.keys(found).length < Object.keys(looks).length) requestAnimationFrame(look);
    };
    look();
  })`);
