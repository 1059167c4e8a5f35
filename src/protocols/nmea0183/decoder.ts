import type { Sentence } from '../../framing/sentences.js';
import type { Location } from '../../schema/location.js';
import type { Decoder, Message } from '../protocol.js';
import { createCalendar } from './calendar.js';
import { createDateTime } from './date-time.js';
import { createEpoch, type Epoch } from './epoch.js';
import { readId } from './ids.js';
import { isTimed, read, type Reading } from './reading.js';

/** More untimed sentences than a receiver sends in one epoch. */
const maxEarly = 16;

/**
 * Merges the sentences of one instant into one location. An epoch ends when another time of day comes, or in a silence;
 * it is told once. What comes for it afterwards can change nothing any more, but the decoder learns from it what else to
 * wait for.
 */
export function createDecoder(): Decoder<Sentence> {
  const calendar = createCalendar();
  const dateTimeOf = createDateTime();
  const awaited = new Set<string>();
  let deviceId: string | undefined;
  let open: Epoch | undefined;
  let told = false;
  /** the last two instants told: some receivers repeat an old time between new ones, Placers when they stall */
  let recent: string[] = [];
  /** untimed sentences heard after the silence: the first ones of the next epoch */
  let early: Reading[] = [];

  function locate(epoch: Epoch): Location | undefined {
    // Before a fix chips send the day their clock begins at, like 5 January 1980.
    const instant = calendar.at(epoch.time, epoch.isFix() ? epoch.date() : undefined);
    return instant === undefined ? undefined : epoch.location(dateTimeOf(instant));
  }

  function tell(): Message[] {
    const location = open === undefined || told ? undefined : locate(open);
    if (location === undefined) return [];
    told = true;
    const again = recent.includes(location.dateTime);
    recent = [location.dateTime, ...recent.filter((instant) => instant !== location.dateTime).slice(0, 1)];
    if (again) return [];
    return [{ type: 'records', ...(deviceId !== undefined && { deviceId }), locations: [location], alerts: [] }];
  }

  function join(said: Reading): void {
    if (!told) open?.add(said);
    else if (!isTimed(said)) {
      if (early.length < maxEarly) early.push(said);
    } else if (said.time !== undefined) {
      awaited.add(said.type);
      open?.add(said);
      early = [];
    }
  }

  function begin(time: number): Message[] {
    const messages = tell();
    for (const type of awaited) if (open?.has(type) === false) awaited.delete(type);
    open = createEpoch(time);
    for (const said of early) open.add(said);
    early = [];
    told = false;
    return messages;
  }

  return {
    decode(sentence) {
      const id = readId(sentence);
      const said = read(sentence.text);
      const messages: Message[] = [];
      if (id !== undefined && id !== deviceId) {
        messages.push(...tell());
        open = undefined;
        recent = [];
        deviceId = id;
      }
      if (said === undefined) return messages;
      if (said.time !== undefined && said.time !== open?.time) messages.push(...begin(said.time));
      join(said);
      return messages;
    },
    idle() {
      early = [];
      if (open === undefined || ![...awaited].every(open.has)) return [];
      return tell();
    },
  };
}
