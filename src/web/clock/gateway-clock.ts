import { signal, type ReadonlySignal } from '@preact/signals';
import type { ClockView } from '../../schema/system/clock.js';
import type { ApiResult, Api } from '../api/client.js';
import type { BrowserClock } from './browser-clock.js';

/** The gateway's clock as estimated by the page; the viewer's clock may be wrong by hours. */
export type GatewayClock = {
  readonly view: ReadonlySignal<ClockView | undefined>;
  /** ms since 1970 */
  readonly now: () => number;
  /** the same, updated every second, for displayed ages */
  readonly nowSignal: ReadonlySignal<number>;
  /** Reads it again: the time zone may have changed. */
  readonly refresh: () => void;
  readonly start: () => void;
  readonly stop: () => void;
};

const POLL_MS = 5 * 60_000;
const RETRY_MS = 10_000;
const TICK_MS = 1_000;

export function createGatewayClock(api: Pick<Api, 'get'>, clock: Pick<BrowserClock, 'now' | 'after'>): GatewayClock {
  const view = signal<ClockView | undefined>(undefined);
  let offsetMs = 0;
  const now = (): number => clock.now() + offsetMs;
  const nowSignal = signal(now());
  let currentRun = 0;
  let cancels: (() => void)[] = [];

  async function read(ownRun: number): Promise<void> {
    const sentAt = clock.now();
    const result: ApiResult<ClockView> = await api.get('/api/clock');
    if (ownRun !== currentRun) return;
    if (result.ok) {
      // The response was created about halfway through the round trip.
      offsetMs = Date.parse(result.value.now) - (sentAt + clock.now()) / 2;
      view.value = result.value;
    }
    cancels[0] = clock.after(result.ok ? POLL_MS : RETRY_MS, () => void read(ownRun));
  }

  function tick(): void {
    nowSignal.value = now();
    cancels[1] = clock.after(TICK_MS, tick);
  }

  return {
    view,
    now,
    nowSignal,
    refresh() {
      cancels[0]?.();
      void read(currentRun);
    },
    start() {
      currentRun++;
      tick();
      void read(currentRun);
    },
    stop() {
      currentRun++;
      for (const cancel of cancels) cancel();
      cancels = [];
    },
  };
}
