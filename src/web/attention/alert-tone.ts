import { effect, type ReadonlySignal } from '@preact/signals';
import type { BrowserClock } from '../clock/browser-clock.js';
import type { AttentionStore } from './attention-store.js';
import type { Tone } from './tone.js';

export type AlertToneOptions = {
  readonly attention: Pick<AttentionStore, 'alerts' | 'onRaised'>;
  readonly tone: Pick<Tone, 'play'> & { readonly wanted: ReadonlySignal<string> };
  readonly clock: Pick<BrowserClock, 'after'>;
};

/** Often enough for people who enter the room, and seldom enough for those who take care of the alert. */
export const REPEAT_MS = 30_000;

/**
 * Plays the tone for each alert that is raised, and again as long as one is unacknowledged and the tone is wanted. Returns
 * the function that ends it.
 */
export function startAlertTone({ attention, tone, clock }: AlertToneOptions): () => void {
  let cancel: (() => void) | undefined;

  function stop(): void {
    cancel?.();
    cancel = undefined;
  }

  /** The interval starts again, so that a repeat does not follow at once. */
  function play(): void {
    tone.play();
    stop();
    if (attention.alerts.peek().length > 0) cancel = clock.after(REPEAT_MS, play);
  }

  const stops = [
    attention.onRaised(play),
    effect(() => {
      const isDue = attention.alerts.value.length > 0 && tone.wanted.value === 'on';
      if (!isDue) stop();
      else cancel ??= clock.after(REPEAT_MS, play);
    }),
    stop,
  ];
  return () => {
    for (const end of stops) end();
  };
}
