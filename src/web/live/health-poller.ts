import { signal, type ReadonlySignal } from '@preact/signals';
import type { ApiResult, Api } from '../api/client.js';
import type { HealthView } from '../api/health.js';
import type { BrowserClock } from '../clock/browser-clock.js';

/** Polls the gateway's health, so that every page can show that it needs attention. */
export type HealthPoller = {
  /** undefined: not read yet; the previous value stays while it is read again */
  readonly result: ReadonlySignal<ApiResult<HealthView> | undefined>;
  readonly read: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => void;
};

/** The first poll waits, so that the page's own requests go first. */
const INITIAL_DELAY_MS = 2_000;
const POLL_MS = 60_000;

export function createHealthPoller(api: Pick<Api, 'get'>, clock: Pick<BrowserClock, 'after'>): HealthPoller {
  const result = signal<ApiResult<HealthView> | undefined>(undefined);
  let currentRun = 0;
  let cancel: (() => void) | undefined;

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
    start() {
      currentRun++;
      schedule(INITIAL_DELAY_MS);
    },
    stop() {
      currentRun++;
      cancel?.();
      result.value = undefined;
    },
  };
}
