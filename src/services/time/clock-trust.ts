import { isVerified, assessClock, RELEASE_TIME, type ClockAssessment } from '../../domain/clock/clock-quality.js';
import type { Logger } from '../../logger.js';
import type { ClockQuality } from '../../schema/system/clock.js';
import type { Timers } from '../../time/timers.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import type { Gps } from './gps.js';
import type { Ntp } from './ntp.js';
import { createStepDetector } from './step-detector.js';

/** How far the clock is to be believed, and what time it is for those who must not be wrong. All times in ms since 1970. */
export type ClockTrust = {
  readonly quality: () => ClockQuality;
  /** why the clock is not believed, and the way out; null while it is */
  readonly reason: () => string | null;
  /** The time for all that ends or turns by itself: it stands still while the clock is not believed. */
  readonly trustedNow: () => number;
  /** It is no earlier: while the clock is not believed this goes on from the last time that was. */
  readonly earliestNow: () => number;
  /** It is no later, as far as anything says. */
  readonly latestNow: () => number;
  /** what the sources said when they were last asked */
  readonly sourceReadings: () => {
    readonly ntp: boolean | null;
    readonly gps: number | null;
    readonly rtc: number | null;
  };
  /** `listener` hears after each look whether the clock was set since the one before. */
  readonly onCheck: (listener: (stepped: boolean) => void) => void;
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
const POLL_MS = 10_000;
/** Asking the system may cost a process. */
const NTP_POLL_MS = 60_000;
/** What the store has is ahead of a proven clock by more than clocks differ. */
const MAX_AHEAD_MS = 10_000;

export function createClockTrust(options: ClockTrustOptions): ClockTrust {
  const { clock, store, gps, sources, timers, logger } = options;
  const { state } = store;
  const listeners: ((stepped: boolean) => void)[] = [];
  const detectStep = createStepDetector(clock);
  const newestEntryMs = (): number => Date.parse(state.newest);
  let ntp: boolean | null = null;
  let rtc: number | null = null;
  let askedAt = -Infinity;
  let stopPolling: (() => void) | undefined;
  let judgement = judge(false);
  /** of the last look at a clock that was believed, or what the store knows */
  let base = createBase();
  /** what the log does not know yet */
  // A run that ended in doubt has left what is dated once a clock is believed.
  let unwrittenQuality: ClockQuality | undefined =
    needsEntry() || state.doubts.length > 0 ? judgement.quality : undefined;

  function judge(wasBehind: boolean): ClockAssessment {
    const now = clock.now();
    rtc = sources.rtc(now);
    return assessClock({ now, latestTrustedTime: newestEntryMs(), wasBehind, ntp, gps: gps.now(), rtc });
  }

  function createBase(): { readonly now: number; readonly at: number } {
    if (judgement.quality !== 'none') return { now: clock.now(), at: clock.monotonic() };
    return { now: Number.isNaN(newestEntryMs()) ? RELEASE_TIME : newestEntryMs(), at: clock.monotonic() };
  }

  /** Must the log know, that did not hear of this clock before? What a clock that ran ahead has stored is made good. */
  function needsEntry(): boolean {
    return (
      judgement.quality === 'none' || (isVerified(judgement.quality) && newestEntryMs() > clock.now() + MAX_AHEAD_MS)
    );
  }

  function logChange(before: ClockQuality): void {
    const { quality, reason } = judgement;
    if (quality === before) return;
    if (reason === null) logger.info({ quality, before }, 'the clock is believed');
    else logger.warn({ quality, before, reason }, 'the clock is not believed: nothing expires and no day turns');
  }

  /** Whoever writes next stamps by this clock: the log hears of it as soon as it can be written. */
  function writeQuality(): void {
    if (unwrittenQuality === undefined) return;
    const quality = unwrittenQuality;
    unwrittenQuality = undefined;
    store.append([{ kind: 'clock', v: { quality } }]).catch(() => {
      unwrittenQuality ??= quality;
    });
  }

  function check(): void {
    const step = detectStep();
    if (step !== 0) {
      logger.info({ seconds: step / 1000, now: new Date(clock.now()).toISOString() }, 'the clock was set');
      gps.reset();
    }
    const before = judgement.quality;
    judgement = judge(judgement.isBehind && step === 0);
    const { quality } = judgement;
    logChange(before);
    const isTrustChange = (quality === 'none') !== (before === 'none');
    if (isTrustChange || (quality === 'none' ? step !== 0 : needsEntry())) unwrittenQuality = quality;
    const gpsNow = gps.now();
    if (quality !== 'none') base = createBase();
    // What the clock ran ahead is no time that was.
    else if (before !== 'none' && gpsNow !== null) base = { now: Math.min(base.now, gpsNow), at: clock.monotonic() };
    writeQuality();
    for (const listener of listeners) listener(step !== 0);
  }

  function askNtp(): void {
    if (clock.monotonic() - askedAt < NTP_POLL_MS) return;
    askedAt = clock.monotonic();
    void sources.ntp.ask(clock.now()).then((answer) => {
      const isNew = ntp !== answer;
      ntp = answer;
      if (isNew && stopPolling !== undefined) check();
    });
  }

  function scheduleCheck(): void {
    stopPolling = timers.after(POLL_MS, () => {
      check();
      askNtp();
      scheduleCheck();
    });
  }

  // Before anything is written by a clock that is in doubt.
  writeQuality();
  const isTrusted = (): boolean => judgement.quality !== 'none';

  return {
    quality: () => judgement.quality,
    reason: () => judgement.reason,
    trustedNow: () => (isTrusted() ? clock.now() : base.now),
    earliestNow: () => (isTrusted() ? clock.now() : base.now + clock.monotonic() - base.at),
    latestNow: () => (isTrusted() ? clock.now() : (gps.now() ?? Infinity)),
    sourceReadings: () => ({ ntp, gps: gps.now(), rtc }),
    onCheck(listener) {
      listeners.push(listener);
    },
    start() {
      if (judgement.reason !== null) logger.warn({ reason: judgement.reason }, 'the clock is not believed');
      scheduleCheck();
      check();
      askNtp();
    },
    stop() {
      stopPolling?.();
      stopPolling = undefined;
    },
  };
}
