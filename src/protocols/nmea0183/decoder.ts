import type { Decoder, ProtocolContext, TrackerMessage } from '../protocol.js';
import { createIsoFormatter, nearestInstant } from '../utc.js';
import {
  addToEpoch,
  createDateTracker,
  createEpoch,
  isFix,
  toLocation,
  type DateTracker,
  type Epoch,
} from './epoch.js';
import type { NmeaFrame } from './framer.js';
import { createKindOf } from './kinds.js';
import { nmeaMessages } from './messages.js';
import { hasTimeField, type ParsedSentence } from './sentence-parsers.js';

/** More untimed sentences than a receiver sends in one epoch. */
const MAX_EARLY = 16;

/** A receiver that sends dates has sent one by then, in ms after its first fix without one. */
const MAX_UNDATED_MS = 10_000;

/** The result of nearly every sentence. */
const NO_MESSAGES: readonly TrackerMessage[] = [];

type DecoderState = {
  readonly context: Pick<ProtocolContext, 'now' | 'clockQuality'>;
  readonly dateTracker: DateTracker;
  readonly toIso: (instantMs: number) => string;
  /** sentence types that arrived after their epoch was emitted: later epochs wait for them */
  readonly expectedTypes: Set<string>;
  deviceId: string | undefined;
  epoch: Epoch | undefined;
  /** the epoch became a location, and further sentences cannot change it */
  isEmitted: boolean;
  /** nothing with a time arrived since the last silence */
  isAfterSilence: boolean;
  /** the last two emitted instants: some receivers repeat an old time between new ones, Placer when it stalls */
  lastInstant: number | undefined;
  secondLastInstant: number | undefined;
  /** when the first fix without a date was received, ms since 1970 */
  undatedSince: number | undefined;
  /** fixes could not be dated since the last `noLocationReason` */
  isUndated: boolean;
  /** untimed sentences received after the epoch was emitted: they belong to the next one */
  earlySentences: ParsedSentence[];
};

/**
 * Merges the sentences of one instant into one location. An epoch ends when another time of day or date arrives, or after
 * silence, and is emitted once. Sentences that arrive later do not change it, but the decoder waits for their types in the
 * next epochs.
 */
export function createDecoder(context: DecoderState['context']): Decoder<NmeaFrame> {
  const state: DecoderState = {
    context,
    dateTracker: createDateTracker(),
    toIso: createIsoFormatter(),
    expectedTypes: new Set(),
    deviceId: undefined,
    epoch: undefined,
    isEmitted: false,
    isAfterSilence: false,
    lastInstant: undefined,
    secondLastInstant: undefined,
    undatedSince: undefined,
    isUndated: false,
    earlySentences: [],
  };
  return {
    decode({ deviceId: id, parsed }) {
      const previous = id === undefined || id === state.deviceId ? NO_MESSAGES : switchDevice(state, id);
      if (parsed === undefined) return previous;
      const { time } = parsed;
      const messages = time === undefined || isOfEpoch(state, parsed) ? NO_MESSAGES : startEpoch(state, time);
      if (time !== undefined) state.isAfterSilence = false;
      addSentence(state, parsed);
      return previous.length === 0 ? messages : previous;
    },
    kindOf: createKindOf(),
    idle() {
      state.earlySentences = [];
      state.isAfterSilence = true;
      const { epoch, expectedTypes } = state;
      if (epoch === undefined) return NO_MESSAGES;
      for (const type of expectedTypes) if (!epoch.types.includes(type)) return NO_MESSAGES;
      return emitEpoch(state);
    },
    noLocationReason() {
      const { isUndated } = state;
      state.isUndated = false;
      return isUndated ? nmeaMessages.undated() : undefined;
    },
  };
}

/**
 * A receiver that reports once a day sends the same time of day each time. Of another date, silence and a repeated type, one
 * alone occurs within an epoch: RMC and ZDA can disagree, receivers pause, and each constellation can send a GNS.
 */
function isOfEpoch({ epoch, isAfterSilence }: DecoderState, { time, date, type, valid }: ParsedSentence): boolean {
  if (epoch === undefined || time !== epoch.time) return false;
  const hasOtherDate = date !== undefined && valid !== false && epoch.date !== undefined && date !== epoch.date;
  if (hasOtherDate) return !isAfterSilence && !epoch.types.includes(type);
  return !isAfterSilence || !epoch.types.includes(type);
}

function isRepeated(state: DecoderState, instant: number): boolean {
  if (instant === state.lastInstant) return true;
  const again = instant === state.secondLastInstant;
  state.secondLastInstant = state.lastInstant;
  state.lastInstant = instant;
  return again;
}

function emitEpoch(state: DecoderState): readonly TrackerMessage[] {
  const { epoch, deviceId } = state;
  if (epoch === undefined || state.isEmitted) return NO_MESSAGES;
  // Before the first fix, receivers send the start date of their clock, such as 5 January 1980.
  const dated = state.dateTracker.instantOf(epoch.time, isFix(epoch) ? epoch.date : undefined);
  const instant = dated ?? instantByClock(state, epoch);
  const location = instant === undefined ? undefined : toLocation(epoch, state.toIso(instant));
  if (instant === undefined || location === undefined) return NO_MESSAGES;
  if (dated === undefined) location.attributes = { ...location.attributes, clockQuality: state.context.clockQuality() };
  state.isEmitted = true;
  if (isRepeated(state, instant)) return NO_MESSAGES;
  const locations = [location];
  if (deviceId === undefined) return [{ type: 'records', locations, alerts: [] }];
  return [{ type: 'records', deviceId, locations, alerts: [] }];
}

/** The date of the reception, for a receiver that sends none. */
function instantByClock(state: DecoderState, epoch: Epoch): number | undefined {
  if (!isFix(epoch)) return undefined;
  const now = state.context.now();
  state.undatedSince ??= now;
  const isDatable = state.context.clockQuality() !== 'none' && now - state.undatedSince >= MAX_UNDATED_MS;
  state.isUndated = !isDatable;
  return isDatable ? nearestInstant(epoch.time, now) : undefined;
}

/** Returns the last messages of the previous device. */
function switchDevice(state: DecoderState, id: string): readonly TrackerMessage[] {
  const messages = emitEpoch(state);
  state.epoch = undefined;
  state.lastInstant = undefined;
  state.secondLastInstant = undefined;
  state.deviceId = id;
  return messages;
}

function addSentence(state: DecoderState, parsed: ParsedSentence): void {
  const { epoch, isEmitted } = state;
  if (isEmitted && !hasTimeField(parsed)) {
    if (state.earlySentences.length < MAX_EARLY) state.earlySentences.push(parsed);
    return;
  }
  if (epoch === undefined || (isEmitted && parsed.time === undefined)) return;
  addToEpoch(epoch, parsed);
  if (!isEmitted) return;
  state.expectedTypes.add(parsed.type);
  state.earlySentences = [];
}

/** Returns the messages of the previous epoch. */
function startEpoch(state: DecoderState, time: number): readonly TrackerMessage[] {
  const messages = emitEpoch(state);
  const { epoch: previous, expectedTypes, earlySentences } = state;
  if (previous !== undefined)
    for (const type of expectedTypes) if (!previous.types.includes(type)) expectedTypes.delete(type);
  const epoch = createEpoch(time);
  for (const parsed of earlySentences) addToEpoch(epoch, parsed);
  if (earlySentences.length > 0) state.earlySentences = [];
  state.epoch = epoch;
  state.isEmitted = false;
  return messages;
}
