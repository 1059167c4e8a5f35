import type { Location } from '../../schema/records/location.js';
import { NO_FIX, OTHER } from '../counters.js';
import type { Decoder, ProtocolContext, TrackerMessage } from '../protocol.js';
import { createIsoFormatter, nearestInstant } from '../utc.js';
import { checksumOf, type ChecksumRule, type TaipSentence } from './framer.js';
import { readTaipReport, type TaipReport } from './report.js';

/** Every tracker has this id until it is given one. */
const FACTORY_ID = '0000';
const DEVICE_ID = /^[A-Za-z0-9_:-][A-Za-z0-9._:-]{0,63}$/;
/** A field after the data: a name and its value, or the marks of some vendors. */
const FIELD = /^(?:[A-Z_]{1,8}\d{0,2}=[\w.,:+-]*|[#&][\w:]{1,16})$/;
/** A number that the tracker gives to a sentence which it keeps until that is acknowledged. */
const NUMBER_MARK = '#';
/** The reports of a tracker; queries, settings and acknowledgements have other qualifiers. */
const REPORT_QUALIFIER = 'R';
/** More receivers than that do not share a port and wait for queries. */
const MAX_QUERIED_IDS = 16;
const NO_MESSAGES: readonly TrackerMessage[] = [];

const rejected = (reason: string): readonly TrackerMessage[] => [{ type: 'rejected', reason }];

type SentenceParts = {
  readonly data: string;
  readonly id: string | undefined;
  /** with its mark */
  readonly number: string | undefined;
};

/** Undefined if the sentence is malformed. */
function splitSentence(text: string): SentenceParts | undefined {
  const [data = '', ...fields] = text.split(';');
  if (!fields.every((field) => FIELD.test(field))) return undefined;
  const ids = fields.filter((field) => field.startsWith('ID='));
  const id = ids[0]?.slice(3);
  if (ids.length > 1 || (id !== undefined && !DEVICE_ID.test(id))) return undefined;
  const number = fields.find((field) => field.startsWith(NUMBER_MARK));
  return { data, id: id === FACTORY_ID ? undefined : id, number };
}

/** Whether no other protocol could have produced the sentence. */
export function isPositionReport(text: string): boolean {
  const sentence = splitSentence(text);
  return sentence !== undefined && typeof readTaipReport(sentence.data) === 'object';
}

/**
 * The acknowledgement of a report that is numbered and has an id. Its checksum follows the rule of the sender. Numbers
 * that start with `#IP` have a form of their own, without a checksum (TaipProtocolDecoder of Traccar).
 */
function acknowledgementOf({ data, id, number }: SentenceParts, rule: ChecksumRule = 'with-star'): string | undefined {
  if (number === undefined || id === undefined || !data.startsWith(REPORT_QUALIFIER)) return undefined;
  if (number.startsWith('#IP')) return `>SAK;ID=${id};${number}<`;
  const start = `>ACK;ID=${id};${number};*`;
  return `${start}${checksumOf(start, rule)}<`;
}

/**
 * Decodes reports with a fresh fix; other sentences carry no records. At a listener, it acknowledges the numbered ones.
 * Asks silent trackers where that is allowed.
 */
export function createDecoder({ clockQuality, mayQuery, peer }: ProtocolContext): Decoder<TaipSentence> {
  const toIso = createIsoFormatter();
  const queries = createPositionQueries();

  function toLocation(report: TaipReport, receivedAt: number): Location {
    const { latitude, longitude, speed, course, altitude, satellites, event, time } = report;
    const location: Location = {
      dateTime: toIso('instant' in time ? time.instant : nearestInstant(time.timeOfDayMs, receivedAt)),
      latitude,
      longitude,
    };
    if (speed !== undefined) location.speed = speed;
    if (course !== undefined) location.course = course % 360;
    if (altitude !== undefined) location.altitude = altitude;
    if (satellites !== undefined) location.satellites = satellites;
    location.attributes = { report: report.type };
    if (event !== undefined) location.attributes.event = event;
    if (report.isDeadReckoning) location.attributes.positionOrigin = 'dead reckoning';
    // Without a date in the report, a wrong clock gives a wrong date.
    if (!('instant' in time)) location.attributes.clockQuality = clockQuality();
    return location;
  }

  return {
    decode({ text, rule }, receivedAt) {
      const sentence = splitSentence(text);
      if (sentence === undefined) return rejected('malformed field or ID of a TAIP sentence');
      const report = readTaipReport(sentence.data);
      const ref = peer === undefined ? undefined : acknowledgementOf(sentence, rule);
      if (report === 'other' || report?.isFresh === false)
        return ref === undefined ? NO_MESSAGES : [{ type: 'request', ref }];
      if (report === undefined) return rejected(`malformed TAIP report ${sentence.data.slice(0, 3)}`);
      const { id } = sentence;
      if (id !== undefined) queries.onId(id);
      const locations = [toLocation(report, receivedAt)];
      const own = { ...(id !== undefined && { deviceId: id }), ...(ref !== undefined && { ref }) };
      return [{ type: 'records', ...own, locations, alerts: [] }];
    },
    kindOf({ text }) {
      const type = text.slice(0, 3);
      if (isPositionReport(text)) return NO_FIX;
      return /^[A-Z]{3}$/.test(type) ? type : OTHER;
    },
    greeting: () => (mayQuery === true ? queries.next() : undefined),
    idle: () => (mayQuery === true ? [{ type: 'request', ref: 'QPV' }] : NO_MESSAGES),
    reply({ type, ref }, receipt) {
      if (peer !== undefined) return receipt.ok && type !== 'reply' && ref !== undefined ? String(ref) : undefined;
      return mayQuery === true && type === 'request' ? queries.next() : undefined;
    },
  };
}

/**
 * Queries for a position. A receiver replies to a query without an id; several receivers on one port would reply to it at
 * the same time, so they are asked by their ids, one after another.
 */
function createPositionQueries() {
  const ids: string[] = [];
  let asked = 0;
  return {
    onId(id: string): void {
      if (ids.length < MAX_QUERIED_IDS && !ids.includes(id)) ids.push(id);
    },
    next(): string {
      if (ids.length < 2) return '>QPV<';
      asked = (asked + 1) % ids.length;
      return `>QPV;ID=${ids[asked] ?? ''}<`;
    },
  };
}
