import type { Sentence } from '../../framing/sentences.js';
import type { Decoder, Message } from '../protocol.js';
import { createCalendar } from './calendar.js';
import { createDateTime } from '../date-time.js';
import { createEpoch, isFix, join, locationOf, type Epoch } from './epoch.js';
import { readId } from './ids.js';
import { createReader, isTimed, type Reading } from './reading.js';

/** More untimed sentences than a receiver sends in one epoch. */
const maxEarly = 16;

/** What nearly every sentence has to say. */
const nothing: readonly Message[] = [];

/**
 * Merges the sentences of one instant into one location. An epoch ends when another time of day comes, or in a silence;
 * it is told once. What comes for it afterwards can change nothing any more, but the decoder learns from it what else to
 * wait for.
 */
export function createDecoder(): Decoder<Sentence> {
  const read = createReader();
  const calendar = createCalendar();
  const dateTimeOf = createDateTime();
  const awaited = new Set<string>();
  let deviceId: string | undefined;
  let open: Epoch | undefined;
  let told = false;
  /** the last two instants told: some receivers repeat an old time between new ones, Placers when they stall */
  let last: number | undefined;
  let lastButOne: number | undefined;
  /** untimed sentences heard after the silence: the first ones of the next epoch */
  let early: Reading[] = [];

  function isAgain(instant: number): boolean {
    if (instant === last) return true;
    const again = instant === lastButOne;
    lastButOne = last;
    last = instant;
    return again;
  }

  function tell(): readonly Message[] {
    if (open === undefined || told) return nothing;
    // Before a fix chips send the day their clock begins at, like 5 January 1980.
    const instant = calendar.at(open.time, isFix(open) ? open.date : undefined);
    const location = instant === undefined ? undefined : locationOf(open, dateTimeOf(instant));
    if (instant === undefined || location === undefined) return nothing;
    told = true;
    if (isAgain(instant)) return nothing;
    const locations = [location];
    if (deviceId === undefined) return [{ type: 'records', locations, alerts: [] }];
    return [{ type: 'records', deviceId, locations, alerts: [] }];
  }

  /** What the device before has still to say. */
  function change(id: string): readonly Message[] {
    const messages = tell();
    open = undefined;
    last = undefined;
    lastButOne = undefined;
    deviceId = id;
    return messages;
  }

  function take(said: Reading): void {
    if (told && !isTimed(said)) {
      if (early.length < maxEarly) early.push(said);
      return;
    }
    if (open === undefined || (told && said.time === undefined)) return;
    join(open, said);
    if (!told) return;
    awaited.add(said.type);
    early = [];
  }

  /** What the epoch before has to say. */
  function begin(time: number): readonly Message[] {
    const messages = tell();
    if (open !== undefined) for (const type of awaited) if (!open.types.includes(type)) awaited.delete(type);
    open = createEpoch(time);
    for (const said of early) join(open, said);
    if (early.length > 0) early = [];
    told = false;
    return messages;
  }

  return {
    decode(sentence) {
      const id = readId(sentence);
      const before = id === undefined || id === deviceId ? nothing : change(id);
      const said = read(sentence.text);
      if (said === undefined) return before;
      const messages = said.time === undefined || said.time === open?.time ? nothing : begin(said.time);
      take(said);
      return before.length === 0 ? messages : before;
    },
    idle() {
      early = [];
      if (open === undefined) return nothing;
      for (const type of awaited) if (!open.types.includes(type)) return nothing;
      return tell();
    },
  };
}
