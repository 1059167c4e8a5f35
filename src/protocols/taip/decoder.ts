import type { Location } from '../../schema/records/location.js';
import type { Decoder, ProtocolContext, TrackerMessage } from '../protocol.js';
import { createIsoFormatter } from '../utc.js';
import { readTaipReport, type TaipReport, type TaipTime } from './report.js';

const DAY_MS = 86_400_000;
/** Every tracker has this id until it is given one. */
const FACTORY_ID = '0000';
const DEVICE_ID = /^[A-Za-z0-9_:-][A-Za-z0-9._:-]{0,63}$/;
/** A field after the data: a name and its value, or the marks of some vendors. */
const FIELD = /^(?:[A-Z_]{1,8}\d{0,2}=[\w.,:+-]*|[#&][\w:]{1,16})$/;
const NO_MESSAGES: readonly TrackerMessage[] = [];

const rejected = (reason: string): readonly TrackerMessage[] => [{ type: 'rejected', reason }];

/** A sentence as data and id; undefined if it is malformed. */
function splitSentence(text: string): { readonly data: string; readonly id: string | undefined } | undefined {
  const [data = '', ...fields] = text.split(';');
  if (!fields.every((field) => FIELD.test(field))) return undefined;
  const ids = fields.filter((field) => field.startsWith('ID='));
  const id = ids[0]?.slice(3);
  if (ids.length > 1 || (id !== undefined && !DEVICE_ID.test(id))) return undefined;
  return { data, id: id === FACTORY_ID ? undefined : id };
}

/** Whether no other protocol could have produced the sentence. */
export function isPositionReport(text: string): boolean {
  const sentence = splitSentence(text);
  return sentence !== undefined && typeof readTaipReport(sentence.data) === 'object';
}

/** Decodes reports with a fresh fix; other sentences carry no records. */
export function createDecoder({ clockQuality }: ProtocolContext): Decoder<string> {
  const toIso = createIsoFormatter();

  function toLocation(report: TaipReport, receivedAt: number): Location {
    const { latitude, longitude, speed, course, altitude, satellites, event, time } = report;
    const location: Location = { dateTime: toIso(instantOf(time, receivedAt)), latitude, longitude };
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
    decode(text, receivedAt) {
      const sentence = splitSentence(text);
      if (sentence === undefined) return rejected('malformed field or ID of a TAIP sentence');
      const report = readTaipReport(sentence.data);
      if (report === 'other') return NO_MESSAGES;
      if (report === undefined) return rejected(`malformed TAIP report ${sentence.data.slice(0, 3)}`);
      if (!report.isFresh) return NO_MESSAGES;
      const { id } = sentence;
      const locations = [toLocation(report, receivedAt)];
      return [{ type: 'records', ...(id !== undefined && { deviceId: id }), locations, alerts: [] }];
    },
  };
}

/** A time without a date is the instant nearest to the reception (ms since 1970). */
function instantOf(time: TaipTime, receivedAt: number): number {
  if ('instant' in time) return time.instant;
  const days = Math.max(0, Math.round((receivedAt - time.timeOfDayMs) / DAY_MS));
  return days * DAY_MS + time.timeOfDayMs;
}
