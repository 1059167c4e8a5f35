import { effect, type ReadonlySignal } from '@preact/signals';
import type { BrowserClock } from '../clock/browser-clock.js';
import type { DashboardPage } from '../pages/page.js';

export type PreloadPagesOptions = {
  /** those that the user may open */
  readonly pages: () => readonly Pick<DashboardPage, 'load'>[];
  readonly clock: Pick<BrowserClock, 'after'>;
  /** whether the gateway is in reach */
  readonly isConnected: ReadonlySignal<boolean>;
  readonly onComplete: () => void;
};

/** After the first view has loaded. */
const DELAY_MS = 5_000;

/** Loads the code of all pages, so that they open while the gateway does not respond; returns the function that ends it. */
export function preloadPages({ pages, clock, isConnected, onComplete }: PreloadPagesOptions): () => void {
  let isComplete = false;
  let cancel: (() => void) | undefined;
  async function load(): Promise<void> {
    const loaded = await Promise.allSettled(pages().map((page) => page.load()));
    isComplete = loaded.every(({ status }) => status === 'fulfilled');
    if (isComplete) onComplete();
  }
  const stop = effect(() => {
    cancel?.();
    if (isConnected.value && !isComplete) cancel = clock.after(DELAY_MS, () => void load());
  });
  return () => {
    stop();
    cancel?.();
  };
}
