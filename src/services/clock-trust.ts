import { isProven, judgeClock, RELEASED, type ClockJudgement } from '../domain/clock-quality.js';
import type { Logger } from '../logger.js';
import type { ClockQuality } from '../schema/clock.js';
import type { Timers } from '../serial/timers.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import type { Gps } from './time/gps.js';
import type { Ntp } from './time/ntp.js';
import { createSteps } from './time/steps.js';

/** How far the clock is to be believed, and what time it is for those who must not be wrong. All times in ms since 1970. */
export type ClockTrust = {
  readonly quality: () => ClockQuality;
  /** why the clock is not believed, and the way out; null while it is */
  readonly reason: () => string | null;
  /** The time for all that ends or turns by itself: it stands still while the clock is not believed. */
  readonly known: () => number;
  /** It is no earlier: while the clock is not believed this goes on from the last time that was. */
  readonly least: () => number;
  /** It is no later, as far as anything says. */
  readonly latest: () => number;
  /** what the sources said when they were last asked */
  readonly heard: () => { readonly ntp: boolean | null; readonly gps: number | null; readonly rtc: number | null };
  /** `listener` hears after each look whether the clock was set since the one before. */
  readonly onLook: (listener: (stepped: boolean) => void) => void;
  /** Judges by what is at hand at once, then looks every few seconds. */
  readonly start: () => void;
  readonly stop: () => void;
};

/** What of the world outside says what time it is. */
export type ClockSources = { readonly ntp: Ntp; readonly rtc: (now: number) => number | null };

export type ClockTrustOptions = {
  readonly clock: Clock;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly gps: Gps;
  readonly sources: ClockSources;
  readonly timers: Timers;
  readonly logger: Logger;
};

/** Comparing two clocks costs nothing. */
const LOOK_MS = 10_000;
/** Asking the system may cost a process. */
const ASK_MS = 60_000;
/** What the store has is ahead of a proven clock by more than clocks differ. */
const AHEAD_MS = 10_000;

export function createClockTrust(options: ClockTrustOptions): ClockTrust {
  const { clock, store, gps, sources, timers, logger } = options;
  const { state } = store;
  const listeners: ((stepped: boolean) => void)[] = [];
  const steps = createSteps(clock);
  const newest = (): number => Date.parse(state.newest);
  let ntp: boolean | null = null;
  let rtc: number | null = null;
  let askedAt = -Infinity;
  let stopLooking: (() => void) | undefined;
  let judged = judge(false);
  /** of the last look at a clock that was believed, or what the store knows */
  let base = newBase();
  /** what the log does not know yet */
  // A run that ended in doubt has left what is dated once a clock is believed.
  let owed: ClockQuality | undefined = isNews() || state.doubts.length > 0 ? judged.quality : undefined;

  function judge(wasBehind: boolean): ClockJudgement {
    const now = clock.now();
    rtc = sources.rtc(now);
    return judgeClock({ now, newest: newest(), wasBehind, ntp, gps: gps.now(), rtc });
  }

  function newBase(): { readonly now: number; readonly at: number } {
    if (judged.quality !== 'none') return { now: clock.now(), at: clock.monotonic() };
    return { now: Number.isNaN(newest()) ? RELEASED : newest(), at: clock.monotonic() };
  }

  /** Must the log know, that did not hear of this clock before? What a clock that ran ahead has stored is made good. */
  function isNews(): boolean {
    return judged.quality === 'none' || (isProven(judged.quality) && newest() > clock.now() + AHEAD_MS);
  }

  function tell(before: ClockQuality): void {
    const { quality, reason } = judged;
    if (quality === before) return;
    if (reason === null) logger.info({ quality, before }, 'the clock is believed');
    else logger.warn({ quality, before, reason }, 'the clock is not believed: nothing expires and no day turns');
  }

  /** Whoever writes next stamps by this clock: the log hears of it as soon as it can be written. */
  function write(): void {
    if (owed === undefined) return;
    const quality = owed;
    owed = undefined;
    store.append([{ kind: 'clock', v: { quality } }]).catch(() => {
      owed ??= quality;
    });
  }

  function look(): void {
    const step = steps();
    if (step !== 0) {
      logger.info({ seconds: step / 1000, now: new Date(clock.now()).toISOString() }, 'the clock was set');
      gps.forget();
    }
    const before = judged.quality;
    judged = judge(judged.isBehind && step === 0);
    const { quality } = judged;
    tell(before);
    const isTurn = (quality === 'none') !== (before === 'none');
    if (isTurn || (quality === 'none' ? step !== 0 : isNews())) owed = quality;
    const gpsNow = gps.now();
    if (quality !== 'none') base = newBase();
    // What the clock ran ahead is no time that was.
    else if (before !== 'none' && gpsNow !== null) base = { now: Math.min(base.now, gpsNow), at: clock.monotonic() };
    write();
    for (const listener of listeners) listener(step !== 0);
  }

  function ask(): void {
    if (clock.monotonic() - askedAt < ASK_MS) return;
    askedAt = clock.monotonic();
    void sources.ntp.ask(clock.now()).then((answer) => {
      const isNew = ntp !== answer;
      ntp = answer;
      if (isNew && stopLooking !== undefined) look();
    });
  }

  function later(): void {
    stopLooking = timers.after(LOOK_MS, () => {
      look();
      ask();
      later();
    });
  }

  // Before anything is written by a clock that is in doubt.
  write();
  const isBelieved = (): boolean => judged.quality !== 'none';

  return {
    quality: () => judged.quality,
    reason: () => judged.reason,
    known: () => (isBelieved() ? clock.now() : base.now),
    least: () => (isBelieved() ? clock.now() : base.now + clock.monotonic() - base.at),
    latest: () => (isBelieved() ? clock.now() : (gps.now() ?? Infinity)),
    heard: () => ({ ntp, gps: gps.now(), rtc }),
    onLook(listener) {
      listeners.push(listener);
    },
    start() {
      if (judged.reason !== null) logger.warn({ reason: judged.reason }, 'the clock is not believed');
      later();
      look();
      ask();
    },
    stop() {
      stopLooking?.();
      stopLooking = undefined;
    },
  };
}
