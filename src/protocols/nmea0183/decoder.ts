import type { Sentence } from '../../framing/sentences.js';
import type { Decoder, TrackerMessage } from '../protocol.js';
import { createDateTracker } from './date-tracker.js';
import { createIsoFormatter } from '../iso-formatter.js';
import { createEpoch, isFix, addToEpoch, toLocation, type Epoch } from './epoch.js';
import { readDeviceId } from './device-id.js';
import { createSentenceParser, hasTimeField, type ParsedSentence } from './sentence-parsers.js';

/** More untimed sentences than a receiver sends in one epoch. */
const MAX_EARLY = 16;

/** What nearly every sentence has to say. */
const NO_MESSAGES: readonly TrackerMessage[] = [];

/**
 * Merges the sentences of one instant into one location. An epoch ends when another time of day comes, or in a silence;
 * it is told once. What comes for it afterwards can change nothing any more, but the decoder learns from it what else to
 * wait for.
 */
export function createDecoder(): Decoder<Sentence> {
  const parse = createSentenceParser();
  const dateTracker = createDateTracker();
  const toIso = createIsoFormatter();
  const expectedTypes = new Set<string>();
  let deviceId: string | undefined;
  let epoch: Epoch | undefined;
  let isEmitted = false;
  /** the last two instants told: some receivers repeat an old time between new ones, Placers when they stall */
  let lastInstant: number | undefined;
  let secondLastInstant: number | undefined;
  /** untimed sentences heard after the silence: the first ones of the next epoch */
  let earlySentences: ParsedSentence[] = [];

  function isRepeated(instant: number): boolean {
    if (instant === lastInstant) return true;
    const again = instant === secondLastInstant;
    secondLastInstant = lastInstant;
    lastInstant = instant;
    return again;
  }

  function emitEpoch(): readonly TrackerMessage[] {
    if (epoch === undefined || isEmitted) return NO_MESSAGES;
    // Before a fix chips send the day their clock begins at, like 5 January 1980.
    const instant = dateTracker.instantOf(epoch.time, isFix(epoch) ? epoch.date : undefined);
    const location = instant === undefined ? undefined : toLocation(epoch, toIso(instant));
    if (instant === undefined || location === undefined) return NO_MESSAGES;
    isEmitted = true;
    if (isRepeated(instant)) return NO_MESSAGES;
    const locations = [location];
    if (deviceId === undefined) return [{ type: 'records', locations, alerts: [] }];
    return [{ type: 'records', deviceId, locations, alerts: [] }];
  }

  /** What the device before has still to say. */
  function switchDevice(id: string): readonly TrackerMessage[] {
    const messages = emitEpoch();
    epoch = undefined;
    lastInstant = undefined;
    secondLastInstant = undefined;
    deviceId = id;
    return messages;
  }

  function addSentence(parsed: ParsedSentence): void {
    if (isEmitted && !hasTimeField(parsed)) {
      if (earlySentences.length < MAX_EARLY) earlySentences.push(parsed);
      return;
    }
    if (epoch === undefined || (isEmitted && parsed.time === undefined)) return;
    addToEpoch(epoch, parsed);
    if (!isEmitted) return;
    expectedTypes.add(parsed.type);
    earlySentences = [];
  }

  /** What the epoch before has to say. */
  function startEpoch(time: number): readonly TrackerMessage[] {
    const messages = emitEpoch();
    if (epoch !== undefined)
      for (const type of expectedTypes) if (!epoch.types.includes(type)) expectedTypes.delete(type);
    epoch = createEpoch(time);
    for (const parsed of earlySentences) addToEpoch(epoch, parsed);
    if (earlySentences.length > 0) earlySentences = [];
    isEmitted = false;
    return messages;
  }

  return {
    decode(sentence) {
      const id = readDeviceId(sentence);
      const previous = id === undefined || id === deviceId ? NO_MESSAGES : switchDevice(id);
      const parsed = parse(sentence.text);
      if (parsed === undefined) return previous;
      const messages = parsed.time === undefined || parsed.time === epoch?.time ? NO_MESSAGES : startEpoch(parsed.time);
      addSentence(parsed);
      return previous.length === 0 ? messages : previous;
    },
    idle() {
      earlySentences = [];
      if (epoch === undefined) return NO_MESSAGES;
      for (const type of expectedTypes) if (!epoch.types.includes(type)) return NO_MESSAGES;
      return emitEpoch();
    },
  };
}
