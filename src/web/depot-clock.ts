import { signal, type ReadonlySignal } from '@preact/signals';
import type { ClockView } from '../schema/clock.js';
import type { Answer, Api } from './api/client.js';
import type { BrowserClock } from './browser-clock.js';

/** The gateway's clock, as far as the page can tell: a viewer's own may be wrong by hours. */
export type DepotClock = {
  readonly view: ReadonlySignal<ClockView | undefined>;
  /** ms since 1970 */
  readonly now: () => number;
  /** the same, told every second, for what grows old by itself */
  readonly second: ReadonlySignal<number>;
  readonly start: () => void;
  readonly stop: () => void;
};

const READ_AGAIN_MS = 5 * 60_000;
const RETRY_MS = 10_000;
const TICK_MS = 1_000;

export function createDepotClock(api: Pick<Api, 'get'>, clock: Pick<BrowserClock, 'now' | 'after'>): DepotClock {
  const view = signal<ClockView | undefined>(undefined);
  let ahead = 0;
  const now = (): number => clock.now() + ahead;
  const second = signal(now());
  let run = 0;
  let cancels: (() => void)[] = [];

  async function read(own: number): Promise<void> {
    const asked = clock.now();
    const answer: Answer<ClockView> = await api.get('/api/clock');
    if (own !== run) return;
    if (answer.ok) {
      // The answer was made about half way.
      ahead = Date.parse(answer.value.now) - (asked + clock.now()) / 2;
      view.value = answer.value;
    }
    cancels[0] = clock.after(answer.ok ? READ_AGAIN_MS : RETRY_MS, () => void read(own));
  }

  function tick(): void {
    second.value = now();
    cancels[1] = clock.after(TICK_MS, tick);
  }

  return {
    view,
    now,
    second,
    start() {
      run++;
      tick();
      void read(run);
    },
    stop() {
      run++;
      for (const cancel of cancels) cancel();
      cancels = [];
    },
  };
}
