import { signal, type ReadonlySignal } from '@preact/signals';
import type { ApiResult, Api } from '../api/client.js';
import type { HealthView } from '../api/health.js';
import type { BrowserClock } from '../clock/browser-clock.js';

/** Polls the gateway's health, so that every page can show that it needs attention. */
export type HealthPoller = {
  /** undefined: not read yet; the previous value stays while it is read again */
  readonly result: ReadonlySignal<ApiResult<HealthView> | undefined>;
  readonly read: () => Promise<void>;
  /** shortly afterwards, once for all calls in between: something has changed */
  readonly readSoon: () => void;
  readonly start: () => void;
  readonly stop: () => void;
};

/** The first poll waits, so that the page's own requests go first. */
const INITIAL_DELAY_MS = 2_000;
const POLL_MS = 15_000;
const COALESCE_MS = 500;

export function createHealthPoller(api: Pick<Api, 'get'>, clock: Pick<BrowserClock, 'after'>): HealthPoller {
  const result = signal<ApiResult<HealthView> | undefined>(undefined);
  let currentRun = 0;
  let cancel: (() => void) | undefined;
  let cancelSoon: (() => void) | undefined;
  let isRunning = false;

  async function read(): Promise<void> {
    const ownRun = currentRun;
    const fetched: ApiResult<HealthView> = await api.get('/api/health');
    if (ownRun === currentRun) result.value = fetched;
  }

  function schedule(ms: number): void {
    cancel = clock.after(ms, () => {
      void read();
      schedule(POLL_MS);
    });
  }

  return {
    result,
    read,
    readSoon() {
      if (!isRunning) return;
      cancelSoon ??= clock.after(COALESCE_MS, () => {
        cancelSoon = undefined;
        void read();
      });
    },
    start() {
      currentRun++;
      isRunning = true;
      schedule(INITIAL_DELAY_MS);
    },
    stop() {
      currentRun++;
      isRunning = false;
      cancel?.();
      cancelSoon?.();
      cancelSoon = undefined;
      result.value = undefined;
    },
  };
}
