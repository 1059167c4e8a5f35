import type { Alert } from '../../schema/alert.js';
import type { Location } from '../../schema/location.js';
import { createDateTime } from '../date-time.js';
import type { Context, Decoder, Message } from '../protocol.js';
import { createRepeats } from '../repeats.js';
import type { Ax25 } from './ax25.js';
import { createNmea } from './nmea.js';
import { packetOf, type Packet } from './packet.js';
import { readReport, rounded, type Report } from './report.js';
import { believed, timeOf } from './time.js';

/** What the framer hands on: what was heard, and the bytes it took on the line. */
export type Heard = Ax25 & { readonly bytes: number };

/** Copies of a packet come one after the other, as they are repeated. */
const repeats = { withinMs: 30_000, most: 2_048 } as const;
/** Nothing that speaks this is older: a receiver that says so has not found its satellites. */
const firstCredible = Date.UTC(2015, 0, 1);
const nothing: readonly Message[] = [];

type Attributes = NonNullable<Location['attributes']>;
type Dated = { readonly dateTime: string; readonly attributes: Attributes };

/** Positions of stations by their callsigns, of what they report by its name, and their calls for help. */
export function createDecoder({ clockQuality }: Context): Decoder<Heard> {
  const isHeard = createRepeats(repeats);
  const readNmea = createNmea();
  const dateTimeOf = createDateTime();

  /** A call for help may be told from a report by the destination alone. */
  const isRepeat = ({ source, destination, info }: Packet, receivedAt: number): boolean =>
    isHeard(`${source}>${destination}:${info}`, receivedAt);

  /** `instant`: ms since 1970, as the packet says; undefined where it says none that can be believed */
  function dated(instant: number | undefined, receivedAt: number): Dated {
    if (instant !== undefined) {
      const attributes: Attributes = instant < firstCredible ? { timeSuspect: true } : {};
      return { dateTime: dateTimeOf(instant), attributes };
    }
    const attributes = { timeSource: 'gateway', clockQuality: clockQuality() };
    return { dateTime: dateTimeOf(Math.max(0, receivedAt)), attributes };
  }

  function reported({ source, info }: Packet, report: Report, receivedAt: number): readonly Message[] {
    const { thing, place, weather, isEmergency } = report;
    if (thing !== undefined && (!thing.alive || thing.name === '')) return nothing;
    const deviceId = thing === undefined ? source : `${thing.kind}:${idOf(thing.name)}`;
    const { dateTime, attributes } = dated(timeOf(info, receivedAt), receivedAt);
    if (thing !== undefined) Object.assign(attributes, { reportedBy: source });
    const alerts: Alert[] = isEmergency ? [{ dateTime, alerts: ['emergency'], ...place }] : [];
    const { temperature, ...measured } = weather;
    if (place === undefined) {
      const telemetry = Object.keys(weather).length > 0 ? [{ dateTime, values: weather }] : undefined;
      if (telemetry === undefined && alerts.length === 0) return nothing;
      return [{ type: 'records', deviceId, locations: [], alerts, ...(telemetry && { telemetry }) }];
    }
    const location: Location = { dateTime, ...place };
    if (report.altitude !== undefined) location.altitude = report.altitude;
    if (report.speed !== undefined) location.speed = report.speed;
    if (report.course !== undefined) location.course = report.course;
    if (report.coarse !== undefined) location.accuracy = report.coarse;
    if (report.coarse !== undefined) attributes.coarse = true;
    if (temperature !== undefined) location.temperature = temperature;
    location.attributes = { ...report.attributes, ...measured, ...attributes };
    return [{ type: 'records', deviceId, locations: [location], alerts }];
  }

  /** What a receiver on board says is handed on as it is. */
  function relayed({ source, info }: Packet, receivedAt: number): readonly Message[] {
    const said = readNmea(info);
    if (said?.position === undefined) return rejected(source, 'a sentence without a place, or damaged');
    const { position, time, date, speed, course, altitude, satellites } = said;
    const ofDay = time === undefined ? undefined : believed({ ofDay: time, whole: false }, receivedAt);
    const instant = time === undefined || date === undefined ? ofDay : date + time;
    const { dateTime, attributes } = dated(instant, receivedAt);
    const { latitude, longitude } = position;
    const location: Location = { dateTime, latitude: rounded(latitude, 7), longitude: rounded(longitude, 7) };
    if (altitude !== undefined) location.altitude = altitude;
    if (speed !== undefined) location.speed = speed;
    if (course !== undefined) location.course = course;
    if (satellites !== undefined) location.satellites = satellites;
    if (Object.keys(attributes).length > 0) location.attributes = attributes;
    return [{ type: 'records', deviceId: source, locations: [location], alerts: [] }];
  }

  return {
    decode(heard, receivedAt) {
      const packet = packetOf(heard);
      if (packet === undefined || isRepeat(packet, receivedAt)) return nothing;
      if (/^\$G[A-Z]{4},/.test(packet.info)) return relayed(packet, receivedAt);
      const report = readReport(packet);
      return typeof report === 'string' ? rejected(packet.source, report) : reported(packet, report, receivedAt);
    },
  };
}

const rejected = (source: string, why: string): readonly Message[] => [
  { type: 'rejected', reason: `the packet of ${source} can not be read: ${why}` },
];

/** A name as an id may be. */
const idOf = (name: string): string => name.replace(/[^A-Za-z0-9._:-]+/g, '-');
