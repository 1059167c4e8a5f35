import { signal, type ReadonlySignal } from '@preact/signals';
import type { Answer, Api } from './api/client.js';
import type { HealthView } from './api/health.js';
import type { BrowserClock } from './browser-clock.js';

/** How the gateway is, read along so that every page can say that something needs a person. */
export type HealthWatch = {
  /** undefined: not read yet; the last one stays while it is read again */
  readonly answer: ReadonlySignal<Answer<HealthView> | undefined>;
  readonly read: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => void;
};

/** Not before what the page was opened for. */
const FIRST_MS = 2_000;
const AGAIN_MS = 60_000;

export function createHealthWatch(api: Pick<Api, 'get'>, clock: Pick<BrowserClock, 'after'>): HealthWatch {
  const answer = signal<Answer<HealthView> | undefined>(undefined);
  let run = 0;
  let cancel: (() => void) | undefined;

  async function read(): Promise<void> {
    const own = run;
    const came: Answer<HealthView> = await api.get('/api/health');
    if (own === run) answer.value = came;
  }

  function later(ms: number): void {
    cancel = clock.after(ms, () => {
      void read();
      later(AGAIN_MS);
    });
  }

  return {
    answer,
    read,
    start() {
      run++;
      later(FIRST_MS);
    },
    stop() {
      run++;
      cancel?.();
      answer.value = undefined;
    },
  };
}
