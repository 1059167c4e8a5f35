import { DUPLICATE, JOINED, NO_FIX } from '../counters.js';
import { createIsoFormatter } from '../utc.js';
import { createGenerationalCache } from '../generational-cache.js';
import type { Decoder, ProtocolContext, TrackerMessage } from '../protocol.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { Location } from '../../schema/records/location.js';
import {
  hasPosition,
  NAV_TIMEGPS,
  PARTS,
  readFixState,
  readLeapSeconds,
  readNavInstant,
  readNavLocation,
} from './nav-epoch.js';
import { ubxMessages } from './messages.js';
import type { UbxPacket } from './packets.js';
import { isConfirmed, readInstant, isFix, layoutOf, readLocation, NAV_PVT } from './pvt.js';

const NO_MESSAGES: readonly TrackerMessage[] = [];
const IMPOSSIBLE: readonly TrackerMessage[] = [{ type: 'rejected', reason: 'impossible date or position' }];
/** Fixes of some seconds: among fixes of a higher rate, a solution arrives late. */
const MAX_REMEMBERED = 128;
/** assumed interval between solutions until two were received */
const DEFAULT_INTERVAL_MS = 1_000;
/** in intervals: after this delay, a solution will not arrive any more */
const MAX_SOLUTION_DELAY = 4;
/** Between the time of a receiver that does not confirm it yet and a trusted clock. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;
/** End of epoch: the receiver has sent all NAV messages of this time of week. */
const NAV_EOE = 0x0161;
const EOE_BYTES = 4;

/** Knows the instants of solutions: a high-rate fix of such an instant is dropped for the solution, which is better. */
function createSolutionTimes() {
  let last: number | undefined;
  let intervalMs = DEFAULT_INTERVAL_MS;
  return {
    add(instant: number): void {
      if (last !== undefined && instant > last) intervalMs = instant - last;
      last = instant;
    },
    has(instant: number): boolean {
      const since = last === undefined ? Infinity : instant - last;
      return since % intervalMs === 0 && since <= MAX_SOLUTION_DELAY * intervalMs;
    },
  };
}

type DecoderState = {
  readonly clockQuality: ProtocolContext['clockQuality'];
  readonly toIso: (instantMs: number) => string;
  readonly solutions: ReturnType<typeof createSolutionTimes>;
  readonly emitted: ReturnType<typeof createGenerationalCache<true>>;
  /** the messages of the present time of week, ms; settled when it ends */
  readonly parts: Map<number, Buffer>;
  timeOfWeek: number | undefined;
  /** of the last NAV-PVT: the better message, even if it has no fix */
  pvtTimeOfWeek: number | undefined;
  leapSeconds: number | undefined;
  /** the best that was received since the last `noLocationReason` */
  received: 'no position' | 'undated position' | 'no fix';
};

/**
 * One location per fix: a polled receiver repeats fixes that it has already sent. NAV-PVT comes first, then NAV-POSLLH and
 * NAV-SOL with the other messages of their time of week, then HNR-PVT.
 */
export function createDecoder({ clockQuality }: Pick<ProtocolContext, 'clockQuality'>): Decoder<UbxPacket> {
  const state: DecoderState = {
    clockQuality,
    toIso: createIsoFormatter(),
    solutions: createSolutionTimes(),
    emitted: createGenerationalCache<true>(MAX_REMEMBERED),
    parts: new Map(),
    timeOfWeek: undefined,
    pvtTimeOfWeek: undefined,
    leapSeconds: undefined,
    received: 'no position',
  };
  const nameOf = createMessageNames();
  return {
    decode({ message, payload }, receivedAt) {
      if (layoutOf(message) !== undefined) return decodePvt(state, message, payload, receivedAt);
      if (message === NAV_EOE && payload.length >= EOE_BYTES) return settle(state);
      return PARTS.has(message) ? addPart(state, message, payload) : NO_MESSAGES;
    },
    kindOf({ message, payload }) {
      const layout = layoutOf(message);
      if (layout !== undefined) return isFix(payload, layout) && isConfirmed(payload, layout) ? DUPLICATE : NO_FIX;
      if (PARTS.has(message) || message === NAV_EOE) return JOINED;
      return nameOf(message);
    },
    idle: () => settle(state),
    noLocationReason() {
      const { received } = state;
      state.received = 'no position';
      return REASONS[received]();
    },
  };
}

/** Names messages by class and number, such as `0x0135`. */
function createMessageNames(): (message: number) => string {
  const names = new Map<number, string>();
  return (message) => {
    const known = names.get(message);
    if (known !== undefined) return known;
    const name = `0x${message.toString(16).toUpperCase().padStart(4, '0')}`;
    if (names.size < MAX_REMEMBERED) names.set(message, name);
    return name;
  };
}

const REASONS: Readonly<Record<DecoderState['received'], () => GatewayMessage>> = {
  'no position': ubxMessages.noPosition,
  'undated position': ubxMessages.undated,
  'no fix': ubxMessages.noFix,
};

function decodePvt(
  state: DecoderState,
  message: number,
  payload: Buffer,
  receivedAt: number,
): readonly TrackerMessage[] {
  const layout = layoutOf(message);
  if (layout === undefined) return NO_MESSAGES;
  if (payload.length < layout.minBytes) return [{ type: 'rejected', reason: `${layout.name} is too short` }];
  const before = message === NAV_PVT ? supersedeParts(state, payload.readUInt32LE(0)) : NO_MESSAGES;
  state.received = 'no fix';
  if (!isFix(payload, layout)) return before;
  const instant = readInstant(payload, layout);
  if (instant !== undefined && !isConfirmed(payload, layout)) {
    // The gateway's clock may be the second source.
    const isSame = state.clockQuality() !== 'none' && Math.abs(receivedAt - instant) <= MAX_CLOCK_DIFFERENCE_MS;
    if (!isSame) return before;
  }
  const location = instant === undefined ? undefined : readLocation(payload, layout, state.toIso(instant));
  if (instant === undefined || location === undefined) return [...before, ...IMPOSSIBLE];
  if (message === NAV_PVT) state.solutions.add(instant);
  else if (state.solutions.has(instant)) return before;
  const found = emit(state, location);
  return before.length === 0 ? found : [...before, ...found];
}

function emit({ emitted }: DecoderState, location: Location): readonly TrackerMessage[] {
  if (emitted.get(location.dateTime)) return NO_MESSAGES;
  emitted.set(location.dateTime, true);
  return [{ type: 'records', locations: [location], alerts: [] }];
}

/** Drops the messages of the time of week of a NAV-PVT, and settles those of an earlier one. */
function supersedeParts(state: DecoderState, timeOfWeek: number): readonly TrackerMessage[] {
  state.pvtTimeOfWeek = timeOfWeek;
  if (state.timeOfWeek === timeOfWeek) state.parts.clear();
  return settle(state);
}

function addPart(state: DecoderState, message: number, payload: Buffer): readonly TrackerMessage[] {
  const { name, minBytes } = PARTS.get(message) ?? { name: '', minBytes: Infinity };
  if (payload.length < minBytes) return [{ type: 'rejected', reason: `${name} is too short` }];
  const timeOfWeek = payload.readUInt32LE(0);
  const before = state.timeOfWeek === timeOfWeek ? NO_MESSAGES : settle(state);
  if (message === NAV_TIMEGPS) state.leapSeconds = readLeapSeconds(payload) ?? state.leapSeconds;
  if (timeOfWeek === state.pvtTimeOfWeek) return before;
  state.timeOfWeek = timeOfWeek;
  state.parts.set(message, payload);
  return before;
}

/** Makes a fix of the messages of the present time of week, if they have one. */
function settle(state: DecoderState): readonly TrackerMessage[] {
  if (state.parts.size === 0) return NO_MESSAGES;
  const parts = new Map(state.parts);
  state.parts.clear();
  state.timeOfWeek = undefined;
  if (!hasPosition(parts)) return NO_MESSAGES;
  const { isFix: hasFix, isWithinLimits = true } = readFixState(parts);
  const instant = readNavInstant(parts, state.leapSeconds);
  if (!hasFix) state.received = 'no fix';
  else if (instant === 'unknown' && state.received === 'no position') state.received = 'undated position';
  if (!hasFix || instant === 'unknown') return NO_MESSAGES;
  const location = instant === undefined ? undefined : readNavLocation(parts, state.toIso(instant));
  if (instant === undefined || location === undefined) return IMPOSSIBLE;
  state.solutions.add(instant);
  if (!isWithinLimits) location.attributes = { ...location.attributes, withinLimits: false };
  return emit(state, location);
}
