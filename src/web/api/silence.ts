import { signal, type ReadonlySignal } from '@preact/signals';
import type { BrowserClock } from '../clock/browser-clock.js';

/** How long a connection has been silent. */
export type Silence = {
  /** undefined: not long enough to be shown, or not watched */
  readonly seconds: ReadonlySignal<number | undefined>;
  /** Counts from now on. */
  readonly watch: () => void;
  readonly end: () => void;
};

/** A heartbeat is late. */
const SHOWN_FROM_S = 12;
const SECOND_MS = 1_000;

export function createSilence(clock: Pick<BrowserClock, 'after'>): Silence {
  const seconds = signal<number | undefined>(undefined);
  let cancel: (() => void) | undefined;

  function countFrom(value: number): void {
    seconds.value = value;
    cancel = clock.after(SECOND_MS, () => {
      countFrom(value + 1);
    });
  }

  function end(): void {
    cancel?.();
    cancel = undefined;
    seconds.value = undefined;
  }

  return {
    seconds,
    watch() {
      end();
      cancel = clock.after(SHOWN_FROM_S * SECOND_MS, () => {
        countFrom(SHOWN_FROM_S);
      });
    },
    end,
  };
}
