import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import { createIsoFormatter } from '../utc.js';
import type { ProtocolContext, Decoder, TrackerMessage } from '../protocol.js';
import { DUPLICATE, NO_FIX, OTHER } from '../counters.js';
import { createDedup } from '../dedup.js';
import { createNmeaFramer } from '../nmea0183/framer.js';
import type { ParsedSentence } from '../nmea0183/sentence-parsers.js';
import type { Ax25Frame } from './ax25.js';
import { readPacket, type AprsPacket } from './packet.js';
import { readReport, roundTo, type AprsReport } from './report.js';
import { credibleInstant, hasUnknownTime, packetInstant } from './time.js';

/** A frame, with its size on the port. */
export type ReceivedAprsPacket = Ax25Frame & { readonly bytes: number };

/** Repeaters send copies of a packet shortly after each other. */
const DEDUP_OPTIONS = { windowMs: 30_000, generationSize: 2_048 } as const;
const NO_MESSAGES: readonly TrackerMessage[] = [];

type AprsAttributes = NonNullable<Location['attributes']>;
type DatedAprsPacket = { readonly dateTime: string; readonly attributes: AprsAttributes };

/** Decodes positions of stations (by callsign), of the objects that they report (by name), and emergencies. */
export function createDecoder({ clockQuality }: ProtocolContext): Decoder<ReceivedAprsPacket> {
  const isDuplicate = createDedup(DEDUP_OPTIONS);
  const toIso = createIsoFormatter();
  let kind = OTHER;

  /** The destination is part of the key, because in one format it alone marks an emergency. */
  const isRepeat = ({ source, destination, info }: AprsPacket, receivedAt: number): boolean =>
    isDuplicate(`${source}>${destination}:${info}`, receivedAt);

  /** `instant`: the time in the packet, ms since 1970; undefined if it has no credible time */
  function datePacket(instant: number | undefined, receivedAt: number): DatedAprsPacket {
    if (instant !== undefined) return { dateTime: toIso(instant), attributes: {} };
    const attributes = { timeSource: 'gateway', clockQuality: clockQuality() };
    return { dateTime: toIso(Math.max(0, receivedAt)), attributes };
  }

  function decodeReport(
    { source, info }: AprsPacket,
    report: AprsReport,
    receivedAt: number,
  ): readonly TrackerMessage[] {
    const { reportedObject, weather, isEmergency } = report;
    const isRecalled = hasUnknownTime(info);
    const position = isRecalled ? undefined : report.position;
    if (isRecalled) kind = NO_FIX;
    if (reportedObject !== undefined && (!reportedObject.alive || reportedObject.name === '')) return NO_MESSAGES;
    const deviceId = reportedObject === undefined ? source : `${reportedObject.kind}:${idOf(reportedObject.name)}`;
    const { dateTime, attributes } = datePacket(packetInstant(info, receivedAt), receivedAt);
    if (reportedObject !== undefined) Object.assign(attributes, { reportedBy: source });
    const alerts: Alert[] = isEmergency ? [{ dateTime, alerts: ['emergency'], ...position }] : [];
    const { temperature, ...measured } = weather;
    if (position === undefined) {
      const telemetry = Object.keys(weather).length > 0 ? [{ dateTime, values: weather }] : undefined;
      if (telemetry === undefined && alerts.length === 0) return NO_MESSAGES;
      return [{ type: 'records', deviceId, locations: [], alerts, ...(telemetry && { telemetry }) }];
    }
    const location: Location = { dateTime, ...position };
    if (report.altitude !== undefined) location.altitude = report.altitude;
    if (report.speed !== undefined) location.speed = report.speed;
    if (report.course !== undefined) location.course = report.course;
    if (report.ambiguityMeters !== undefined) location.accuracy = report.ambiguityMeters;
    if (report.ambiguityMeters !== undefined) attributes.coarse = true;
    if (temperature !== undefined) location.temperature = temperature;
    location.attributes = { ...report.attributes, ...measured, ...attributes };
    return [{ type: 'records', deviceId, locations: [location], alerts }];
  }

  /** The packet is an NMEA sentence of a GNSS receiver. */
  function decodeNmea({ source, info }: AprsPacket, receivedAt: number): readonly TrackerMessage[] {
    const sentence = readNmea(info);
    if (sentence?.position === undefined) return rejected(source, 'NMEA sentence without a position or damaged');
    const { position, time, date, speed, course, altitude, satellites } = sentence;
    const credible =
      time === undefined ? undefined : credibleInstant({ timeOfDayMs: time, isWholeMinute: false }, receivedAt);
    const instant = time === undefined || date === undefined ? credible : date + time;
    const { dateTime, attributes } = datePacket(instant, receivedAt);
    const { latitude, longitude } = position;
    const location: Location = { dateTime, latitude: roundTo(latitude, 7), longitude: roundTo(longitude, 7) };
    if (altitude !== undefined) location.altitude = altitude;
    if (speed !== undefined) location.speed = speed;
    if (course !== undefined) location.course = course;
    if (satellites !== undefined) location.satellites = satellites;
    if (Object.keys(attributes).length > 0) location.attributes = attributes;
    return [{ type: 'records', deviceId: source, locations: [location], alerts: [] }];
  }

  return {
    decode(received, receivedAt) {
      const packet = readPacket(received);
      kind = packet === undefined ? OTHER : 'no position';
      if (packet === undefined) return NO_MESSAGES;
      if (isRepeat(packet, receivedAt)) {
        kind = DUPLICATE;
        return NO_MESSAGES;
      }
      if (/^\$G[A-Z]{4},/.test(packet.info)) return decodeNmea(packet, receivedAt);
      const report = readReport(packet);
      return typeof report === 'string' ? rejected(packet.source, report) : decodeReport(packet, report, receivedAt);
    },
    kindOf: () => kind,
  };
}

const rejected = (source: string, why: string): readonly TrackerMessage[] => [
  { type: 'rejected', reason: `unreadable packet of ${source}: ${why}` },
];

/** A name as a valid id. */
const idOf = (name: string): string => name.replace(/[^A-Za-z0-9._:-]+/g, '-');

/** Reads the NMEA sentence of a packet; undefined without a position or with a wrong checksum. */
function readNmea(info: string): ParsedSentence | undefined {
  const [framed] = createNmeaFramer().push(Buffer.from(`${info}\n`, 'latin1'));
  const sentence = framed?.kind === 'frame' ? framed.frame.parsed : undefined;
  return sentence?.position === undefined || sentence.valid === false ? undefined : sentence;
}
