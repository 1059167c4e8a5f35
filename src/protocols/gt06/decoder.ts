import type { Receipt } from '../../domain/report.js';
import { isNoFix } from '../../domain/records/unfit.js';
import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import type { CommandReply, Decoder, MessageRef, ProtocolContext, TrackerMessage } from '../protocol.js';
import { NO_FIX } from '../counters.js';
import { createIsoFormatter } from '../utc.js';
import { encodeCommand, readLongReply, readShortReply } from './commands.js';
import { isSurroundings, messageOf, type Gt06Layout, type Gt06Message } from './layouts.js';
import { readModules } from './modules.js';
import { encodePacket, type Gt06Packet } from './packets.js';
import { readPlace, readTime, type Gt06Place, type TrackerTime } from './position.js';
import { heartbeatBattery, type Gt06Extra } from './status.js';

const LOGIN = 0x01;
const HEARTBEATS = new Set([0x13, 0x23]);
/** A heartbeat where it is not the position of a VL103. */
const SHORT_POSITION = 0x36;
const TIME_REQUEST = 0x8a;
const REPLY = 0x15;
const LONG_REPLY = 0x21;
const MODULES = 0x70;

const IMEI_BYTES = 8;
/** IMEI and model */
const ZONE_AT = 10;
const WEST = 0x08;
const MAX_ZONE_HOURS = 14;
const MINUTE_MS = 60_000;
const NO_MESSAGES: readonly TrackerMessage[] = [];
const NOTHING: Gt06Extra = {};
const EXTENDED_REF = 0x100_0000;

type Gt06Session = {
  readonly context: ProtocolContext;
  readonly toIso: (instantMs: number) => string;
  /** IMEI of the login */
  deviceId: string | undefined;
  /** what the tracker's clock is ahead of UTC */
  zoneMs: number;
  /** % of the last heartbeat */
  battery: number | undefined;
  /** the last packet has the place for a position, but no fix */
  hasNoFix: boolean;
};

/** A moment with what a message reports about it; `instant` is left out if the tracker's clock is not set. */
type Moment = { readonly place: Gt06Place | 'none'; readonly instant: number | undefined; readonly extra: Gt06Extra };

/** Decodes fixes and alarms. Every other message has the login's IMEI, as only the login contains it. */
export function createDecoder(context: ProtocolContext): Decoder<Gt06Packet> {
  const session: Gt06Session = {
    context,
    toIso: createIsoFormatter(),
    deviceId: undefined,
    zoneMs: 0,
    battery: undefined,
    hasNoFix: false,
  };
  return {
    decode(packet, receivedAt) {
      session.hasNoFix = false;
      return decode(session, packet, receivedAt);
    },
    kindOf: ({ type }) => (session.hasNoFix ? NO_FIX : `0x${type.toString(16).toUpperCase().padStart(2, '0')}`),
    reply: (message, receipt) => reply(session, message, receipt),
    command: (request) => encodeCommand(request, session.deviceId),
  };
}

function decode(session: Gt06Session, packet: Gt06Packet, receivedAt: number): readonly TrackerMessage[] {
  const { isExtended, type, content } = packet;
  const request: TrackerMessage = { type: 'request', ref: refOf(packet) };
  if (type === LONG_REPLY) return commandReply(session, readLongReply(packet));
  if (isExtended && type === MODULES) return decodeModules(session, packet, receivedAt);
  if (!isExtended) {
    if (type === LOGIN) return logIn(session, packet);
    if (HEARTBEATS.has(type)) return [request, ...decodeHeartbeat(session, content, receivedAt)];
    if (type === TIME_REQUEST) return [request];
    if (type === REPLY) return commandReply(session, readShortReply(packet));
  }
  const message = messageOf(packet);
  if (message !== undefined) return decodeMessage(session, packet, receivedAt, message);
  return isSurroundings(packet) || (!isExtended && type === SHORT_POSITION) ? [request] : NO_MESSAGES;
}

/** What the reply repeats: start, protocol number and serial number. */
const refOf = ({ isExtended, type, serial }: Gt06Packet): number =>
  (isExtended ? EXTENDED_REF : 0) + type * 0x1_0000 + serial;

const rejected = (packet: Gt06Packet, what: string): readonly TrackerMessage[] => [
  { type: 'rejected', reason: `${what} in message ${packet.type.toString(16)}`, ref: refOf(packet) },
];

function logIn(session: Gt06Session, packet: Gt06Packet): readonly TrackerMessage[] {
  const { content } = packet;
  const digits = content.toString('hex', 0, IMEI_BYTES);
  if (!/^\d{16}$/.test(digits)) return rejected(packet, 'no IMEI');
  session.deviceId = digits.replace(/^0/, '');
  session.zoneMs = content.length >= ZONE_AT + 2 ? readZone(content.readUInt16BE(ZONE_AT)) : 0;
  return [{ type: 'request', ref: refOf(packet) }];
}

/** 100 times the hours plus the minutes in the upper 12 bits; an impossible zone counts as none. */
function readZone(bits: number): number {
  const [hours, minutes] = [Math.floor((bits >> 4) / 100), (bits >> 4) % 100];
  if (hours > MAX_ZONE_HOURS || minutes > 59) return 0;
  return (bits & WEST ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}

/** Heartbeats repeat every few minutes: only a change of the battery is stored. */
function decodeHeartbeat(session: Gt06Session, content: Buffer, receivedAt: number): readonly TrackerMessage[] {
  const battery = heartbeatBattery(content);
  const { deviceId } = session;
  if (battery === undefined || battery === session.battery || deviceId === undefined) return NO_MESSAGES;
  session.battery = battery;
  const telemetry = [{ dateTime: session.toIso(receivedAt), values: { battery } }];
  return [{ type: 'records', deviceId, locations: [], alerts: [], telemetry }];
}

const commandReply = ({ deviceId }: Gt06Session, message: CommandReply | undefined): readonly TrackerMessage[] =>
  message === undefined ? NO_MESSAGES : [{ ...message, ...(deviceId !== undefined && { deviceId }) }];

function decodeMessage(
  session: Gt06Session,
  packet: Gt06Packet,
  receivedAt: number,
  { layout, content, imei }: Gt06Message,
): readonly TrackerMessage[] {
  // Models that send their IMEI with each position may send no login.
  session.deviceId ??= imei;
  const { dateAt, isLocalTime, isAlarm, readExtra } = layout;
  const time = dateAt === undefined ? 'unset' : readTime(content, dateAt, isLocalTime === true ? session.zoneMs : 0);
  const stated = placeOf(content, layout);
  // A tracker that never had a fix sends zeros for its place and its time.
  const place = time === 'unset' && typeof stated === 'object' && isNoFix(stated) ? 'none' : stated;
  session.hasNoFix = layout.place !== undefined && place === 'none';
  if (isAlarm !== true) {
    if (time === 'malformed') return rejected(packet, 'malformed time');
    if (place === 'malformed') return rejected(packet, 'malformed position');
  }
  const extra = readExtra?.(content) ?? NOTHING;
  return records(session, packet, receivedAt, {
    place: place === 'malformed' ? 'none' : place,
    instant: instantOf(time),
    extra,
  });
}

const instantOf = (time: TrackerTime): number | undefined => (typeof time === 'object' ? time.instant : undefined);

function placeOf(content: Buffer, { place, placeLengthAt }: Gt06Layout): Gt06Place | 'none' | 'malformed' {
  if (place === undefined || (placeLengthAt !== undefined && content[placeLengthAt] === 0)) return 'none';
  return content.length < place.status + 2 ? 'malformed' : readPlace(content, place);
}

function decodeModules(session: Gt06Session, packet: Gt06Packet, receivedAt: number): readonly TrackerMessage[] {
  const modules = readModules(packet.content);
  if (modules === undefined) return rejected(packet, 'malformed module');
  const { place, instant, alarm } = modules;
  if (place === 'malformed') return rejected(packet, 'malformed position');
  return records(session, packet, receivedAt, {
    place,
    instant,
    extra: { alarms: alarm === undefined ? [] : [alarm] },
  });
}

function records(
  session: Gt06Session,
  packet: Gt06Packet,
  receivedAt: number,
  { place, instant, extra }: Moment,
): readonly TrackerMessage[] {
  const { toIso, deviceId, context } = session;
  const { alarms = [], attributes: own, ...fields } = extra;
  const ref = refOf(packet);
  const locations: Location[] = [];
  const dateTime = toIso(instant ?? Math.max(0, receivedAt));
  if (place !== 'none') {
    const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const unset = { timeSource: 'gateway', clockQuality: context.clockQuality() };
    const attributes = instant === undefined ? { ...own, ...unset } : own;
    locations.push({ dateTime, ...place, ...known, ...(attributes && { attributes }) });
  }
  const at = place !== 'none' ? { latitude: place.latitude, longitude: place.longitude } : {};
  const alerts: Alert[] = alarms.length === 0 ? [] : [{ dateTime, alerts: alarms, ...at }];
  if (locations.length + alerts.length === 0) return [{ type: 'request', ref }];
  return [{ type: 'records', ...(deviceId !== undefined && { deviceId }), locations, alerts, ref }];
}

/** Acknowledges what is stored or unreadable; nothing else, so that the tracker may send it again. */
function reply(session: Gt06Session, { type, ref }: TrackerMessage, receipt: Receipt): Uint8Array | undefined {
  if (type === 'reply' || !isRef(ref) || !(receipt.ok || type === 'rejected')) return undefined;
  const packet = {
    isExtended: ref >= EXTENDED_REF,
    type: Math.floor(ref / 0x1_0000) & 0xff,
    content: Buffer.alloc(0),
    serial: ref & 0xffff,
  };
  if (packet.type !== TIME_REQUEST) return encodePacket(packet);
  const { now, clockQuality } = session.context;
  return clockQuality() === 'none' ? undefined : encodePacket({ ...packet, content: timeOf(now()) });
}

const isRef = (ref: MessageRef | undefined): ref is number => typeof ref === 'number';

/** Year since 2000, month, day, hour, minute and second in UTC. */
function timeOf(now: number): Buffer {
  const date = new Date(now);
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return Buffer.of(date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate(), hour, minute, second);
}
