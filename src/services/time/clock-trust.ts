import {
  agreedTime,
  isVerified,
  assessClock,
  RELEASE_TIME,
  type ClockAssessment,
  type ClockEvidence,
} from '../../domain/clock/clock-quality.js';
import { success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { english } from '../../messages/english.js';
import { failureOf } from '../../messages/failure.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { User } from '../../schema/accounts/user.js';
import type { ClockQuality } from '../../schema/system/clock.js';
import type { Store } from '../../store/store.js';
import type { Clock, Timers } from '../../time/clock.js';
import { byUser } from '../edits.js';
import type { Gps } from './gps.js';
import type { Ntp } from './ntp.js';
import { createStepDetector } from './step-detector.js';

/** Rates the system clock, and bounds the real time while that clock is not trusted. All times in ms since 1970. */
export type ClockTrust = {
  readonly quality: () => ClockQuality;
  /** the clock is known to be right: by a source outside of this machine, or because a user accepted it */
  readonly isVerified: () => boolean;
  /**
   * The user with the id `by` accepts the clock as right, though the store has later times: those no longer count.
   * Resolves once that is stored; `conflict` if something else is against the clock.
   */
  readonly accept: (by: User) => Promise<Result<undefined>>;
  /** why the clock is not trusted and how to fix it; null while it is trusted */
  readonly reason: () => GatewayMessage | null;
  /** the time for expiry and rollover: stands still while the clock is not trusted */
  readonly trustedNow: () => number;
  /** the real time is no earlier: while the clock is not trusted, continues from the last trusted time */
  readonly earliestNow: () => number;
  /** the real time is no later; Infinity if nothing bounds it */
  readonly latestNow: () => number;
  /** the time by which accounts expire: while the clock is not trusted, the later of its time and that of the trackers */
  readonly accountNow: () => number;
  /** the latest reading of each source */
  readonly sourceReadings: () => ClockReadings;
  /** Calls `listener` after each check with true if the clock was set since the previous check. */
  readonly onCheck: (listener: (stepped: boolean) => void) => void;
  /** Checks at once with the readings at hand, then every 10 s. */
  readonly start: () => void;
  readonly stop: () => void;
};

/** null: the source gives no reading */
export type ClockReadings = { readonly ntp: boolean | null; readonly gps: number | null; readonly rtc: number | null };

/** The sources of time outside this process. */
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
/** Less often, because asking for NTP may start a process. */
const NTP_POLL_MS = 60_000;
/** Stored times further ahead of a verified clock than this were stamped by a clock that ran ahead. */
const MAX_AHEAD_MS = 10_000;

type TrustState = ClockTrustOptions & {
  readonly detectStep: () => number;
  readonly listeners: ((stepped: boolean) => void)[];
  ntp: boolean | null;
  rtc: number | null;
  ntpAskedAt: number;
  /** the clock was confirmed, and was not set since */
  wasConfirmed: boolean;
  /** a user accepted the clock in this run, and it was not set since */
  isAccepted: boolean;
  assessment: ClockAssessment;
  /** the last trusted time, and the monotonic time at which it was current */
  lastTrusted: { readonly now: number; readonly at: number };
  /** the quality that still has to be written to the log */
  unwrittenQuality: ClockQuality | undefined;
  cancelPoll: (() => void) | undefined;
};

export function createClockTrust(options: ClockTrustOptions): ClockTrust {
  const { clock, gps, logger } = options;
  const trust = createTrustState(options);
  // Written before any entry that an untrusted clock stamps.
  writeQuality(trust);
  const isTrusted = (): boolean => trust.assessment.quality !== 'none';
  const gpsNow = (): number | null => agreedTime(gps.times());

  return {
    quality: () => trust.assessment.quality,
    isVerified: () => trust.isAccepted || isVerified(trust.assessment.quality),
    accept: (user) => accept(trust, user),
    reason: () => trust.assessment.reason,
    trustedNow: () => (isTrusted() ? clock.now() : trust.lastTrusted.now),
    earliestNow: () => (isTrusted() ? clock.now() : trust.lastTrusted.now + clock.monotonic() - trust.lastTrusted.at),
    latestNow: () => (isTrusted() ? clock.now() : (gpsNow() ?? Infinity)),
    accountNow: () => (isTrusted() ? clock.now() : Math.max(trust.lastTrusted.now, clock.now(), gpsNow() ?? -Infinity)),
    sourceReadings: () => ({ ntp: trust.ntp, gps: gpsNow(), rtc: trust.rtc }),
    onCheck(listener) {
      trust.listeners.push(listener);
    },
    start() {
      const { reason } = trust.assessment;
      if (reason !== null) logger.warn({ reason: english(reason) }, 'clock untrusted');
      schedulePoll(trust);
      check(trust);
      askNtp(trust);
    },
    stop() {
      trust.cancelPoll?.();
      trust.cancelPoll = undefined;
    },
  };
}

function createTrustState(options: ClockTrustOptions): TrustState {
  const { clock, store, sources } = options;
  const rtc = sources.rtc(clock.now());
  const assessment = assess(options, { ntp: null, rtc, wasBehind: false, wasConfirmed: false });
  return {
    ...options,
    detectStep: createStepDetector(clock),
    listeners: [],
    ntp: null,
    rtc,
    ntpAskedAt: -Infinity,
    wasConfirmed: isConfirmed(assessment),
    isAccepted: false,
    assessment,
    lastTrusted: trustedTime(options, assessment),
    // After a run that ended with an untrusted clock, its records wait for an entry with a trusted one.
    unwrittenQuality:
      needsEntry(options, assessment) || store.state.untrusted.length > 0 ? assessment.quality : undefined,
    cancelPoll: undefined,
  };
}

type OtherEvidence = Pick<ClockEvidence, 'ntp' | 'rtc' | 'wasBehind' | 'wasConfirmed'>;

const isConfirmed = ({ quality }: ClockAssessment): boolean => quality !== 'none' && quality !== 'saved';

const newestEntryMs = ({ store }: Pick<ClockTrustOptions, 'store'>): number =>
  Date.parse(store.state.latestTrustedTime);

function assess(options: ClockTrustOptions, evidence: OtherEvidence): ClockAssessment {
  const { clock, gps } = options;
  return assessClock({ now: clock.now(), latestTrustedTime: newestEntryMs(options), gps: gps.times(), ...evidence });
}

/** The system time if it is trusted, else the newest time in the store. */
function trustedTime(options: ClockTrustOptions, { quality }: ClockAssessment): TrustState['lastTrusted'] {
  const at = options.clock.monotonic();
  if (quality !== 'none') return { now: options.clock.now(), at };
  const newest = newestEntryMs(options);
  return { now: Number.isNaN(newest) ? RELEASE_TIME : newest, at };
}

/**
 * The log needs an entry about an untrusted clock, and about a verified one that is behind the stored times: those times
 * are then corrected.
 */
function needsEntry(options: ClockTrustOptions, { quality }: ClockAssessment): boolean {
  return quality === 'none' || (isVerified(quality) && newestEntryMs(options) > options.clock.now() + MAX_AHEAD_MS);
}

function check(trust: TrustState): void {
  const { clock, gps, logger, sources } = trust;
  const stepMs = trust.detectStep();
  const isStepped = stepMs !== 0;
  if (isStepped) {
    logger.info({ seconds: stepMs / 1000, now: new Date(clock.now()).toISOString() }, 'system clock was set');
    gps.reset();
  }
  const before = trust.assessment;
  trust.rtc = sources.rtc(clock.now());
  const { ntp, rtc } = trust;
  const wasConfirmed = trust.wasConfirmed && !isStepped;
  trust.isAccepted &&= !isStepped;
  trust.assessment = assess(trust, { ntp, rtc, wasBehind: before.isBehind && !isStepped, wasConfirmed });
  const { quality } = trust.assessment;
  trust.wasConfirmed = quality !== 'none' && (wasConfirmed || isConfirmed(trust.assessment));
  logQualityChange(trust, before.quality);
  const isTrustChanged = (quality === 'none') !== (before.quality === 'none');
  if (isTrustChanged || (quality === 'none' ? isStepped : needsEntry(trust, trust.assessment))) {
    trust.unwrittenQuality = quality;
  }
  updateLastTrusted(trust, before.quality);
  writeQuality(trust);
  for (const listener of trust.listeners) listener(isStepped);
}

async function accept(trust: TrustState, user: User): Promise<Result<undefined>> {
  if (trust.assessment.quality !== 'none') return success(undefined);
  const { clock, gps, ntp, rtc, wasConfirmed, store, logger } = trust;
  const evidence = { now: clock.now(), gps: gps.times(), ntp, rtc, wasConfirmed };
  const assessment = assessClock({ ...evidence, latestTrustedTime: NaN, wasBehind: false });
  const { quality, reason } = assessment;
  if (reason !== null) return failureOf('conflict', reason);
  const { id: by } = user;
  await store.append([{ kind: 'clock', v: { quality, accepted: { by } } }], byUser(user));
  logger.warn({ by, now: new Date(clock.now()).toISOString() }, 'clock accepted: later stored times do not count');
  trust.isAccepted = true;
  trust.unwrittenQuality = undefined;
  trust.assessment = assessment;
  check(trust);
  return success(undefined);
}

function updateLastTrusted(trust: TrustState, before: ClockQuality): void {
  const { clock, gps, assessment } = trust;
  if (assessment.quality !== 'none') {
    trust.lastTrusted = trustedTime(trust, assessment);
    return;
  }
  const gpsNow = agreedTime(gps.times());
  if (before === 'none' || gpsNow === null) return;
  // The clock had run ahead: the time it reached has not come yet.
  trust.lastTrusted = { now: Math.min(trust.lastTrusted.now, gpsNow), at: clock.monotonic() };
}

function logQualityChange({ assessment, logger }: TrustState, before: ClockQuality): void {
  const { quality, reason } = assessment;
  if (quality === before) return;
  if (reason === null) logger.info({ quality, before }, 'clock trusted');
  else logger.warn({ quality, before, reason: english(reason) }, 'clock untrusted: expiry and day rollover suspended');
}

/** Retried at the next check if the store cannot write. */
function writeQuality(trust: TrustState): void {
  const { unwrittenQuality: quality } = trust;
  if (quality === undefined) return;
  trust.unwrittenQuality = undefined;
  trust.store.append([{ kind: 'clock', v: { quality } }]).catch(() => {
    trust.unwrittenQuality ??= quality;
  });
}

function askNtp(trust: TrustState): void {
  const { clock, sources } = trust;
  if (clock.monotonic() - trust.ntpAskedAt < NTP_POLL_MS) return;
  trust.ntpAskedAt = clock.monotonic();
  void sources.ntp.ask(clock.now()).then((isSynchronized) => {
    const isChanged = trust.ntp !== isSynchronized;
    trust.ntp = isSynchronized;
    if (isChanged && trust.cancelPoll !== undefined) check(trust);
  });
}

function schedulePoll(trust: TrustState): void {
  trust.cancelPoll = trust.timers.after(POLL_MS, () => {
    check(trust);
    askNtp(trust);
    schedulePoll(trust);
  });
}
