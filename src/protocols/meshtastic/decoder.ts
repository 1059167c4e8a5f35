import { createGenerationalCache } from '../generational-cache.js';
import type { ProtocolContext, Decoder, TrackerMessage } from '../protocol.js';
import { createDedup } from '../dedup.js';
import type { FromRadio } from './from-radio.js';
import { createHandshake } from './handshake.js';
import { readUser, type NodeInfo } from './node.js';
import type { PacketData, MeshPacket } from './packet.js';
import { PORTNUMS } from './portnums.js';
import { readPosition } from './position.js';
import {
  createRecordBuilder,
  recordsMessage,
  rejectUnreadable,
  type KnownNode,
  type MeshReception,
} from './records.js';
import { readTelemetry } from './telemetry.js';
import { printableText } from './protobuf-reader.js';

/** What the framer hands on: what was said, and the bytes it took. */
export type ReceivedMeshPacket = { readonly message: FromRadio; readonly bytes: number };

/** A node's number as its owner sees it, without the `!` that no id may have. */
export const deviceIdOf = (num: number): string => num.toString(16).padStart(8, '0');

const MAX_NODES = 1_024;
/** Every neighbour repeats a packet. */
const DEDUP_OPTIONS = { windowMs: 600_000, generationSize: 4_096 } as const;
/** % at which a battery is low, and above which it is so no more */
const BATTERY_LOW_PERCENT = 15;
const BATTERY_OK_PERCENT = 20;
const MAX_TEXT_LENGTH = 256;
const BELL = 0x07;
const NO_MESSAGES: readonly TrackerMessage[] = [];

/** Positions, telemetry and alerts of the nodes of a mesh, by their numbers. */
export function createDecoder(context: ProtocolContext): Decoder<ReceivedMeshPacket> {
  const handshake = createHandshake(context);
  const isDuplicate = createDedup(DEDUP_OPTIONS);
  const build = createRecordBuilder(context.clockQuality);
  const nodes = createGenerationalCache<KnownNode & { readonly isLow?: boolean }>(MAX_NODES);

  const isRepeat = ({ from, id }: MeshPacket, at: number): boolean => id !== 0 && isDuplicate(`${from} ${id}`, at);
  const nodeOf = (deviceId: string) => nodes.get(deviceId) ?? {};
  const updateNode = (deviceId: string, changes: ReturnType<typeof nodeOf>): void => {
    nodes.set(deviceId, { ...nodes.get(deviceId), ...changes });
  };

  function decodePosition(deviceId: string, payload: Uint8Array, reception: MeshReception): readonly TrackerMessage[] {
    const position = readPosition(payload);
    if (position === undefined) return rejectUnreadable(deviceId, 'position');
    if (position === 'no fix') return NO_MESSAGES;
    return recordsMessage(deviceId, { locations: [build.location(position, nodeOf(deviceId), reception)] });
  }

  function decodeTelemetry(deviceId: string, payload: Uint8Array, reception: MeshReception): readonly TrackerMessage[] {
    const read = readTelemetry(payload);
    if (read === undefined) return rejectUnreadable(deviceId, 'telemetry');
    const { values, battery } = read;
    if (Object.keys(values).length === 0) return NO_MESSAGES;
    const dateTime = build.dateTime(read.time, reception);
    const telemetry = [{ dateTime, values }];
    if (battery === undefined && values.power === undefined) return recordsMessage(deviceId, { telemetry });
    const { isLow: wasLow = false } = nodeOf(deviceId);
    const isLow = battery !== undefined && battery <= (wasLow ? BATTERY_OK_PERCENT : BATTERY_LOW_PERCENT);
    updateNode(deviceId, { battery, isLow });
    const alerts = isLow && !wasLow ? [build.alert('lowBattery', `battery ${battery} %`, dateTime)] : [];
    return recordsMessage(deviceId, { alerts, telemetry });
  }

  function decodeUser(deviceId: string, payload: Uint8Array): readonly TrackerMessage[] {
    const user = readUser(payload);
    if (user === undefined) return rejectUnreadable(deviceId, 'name');
    updateNode(deviceId, user);
    return NO_MESSAGES;
  }

  const decodeAlert = (
    deviceId: string,
    kind: string,
    payload: Uint8Array,
    reception: MeshReception,
  ): readonly TrackerMessage[] =>
    recordsMessage(deviceId, {
      alerts: [build.alert(kind, printableText(payload, MAX_TEXT_LENGTH), build.dateTime(undefined, reception))],
    });

  function decodePacket(packet: MeshPacket, { portnum, payload }: PacketData, at: number): readonly TrackerMessage[] {
    const deviceId = deviceIdOf(packet.from);
    const reception = { at, packet };
    switch (portnum) {
      case PORTNUMS.position:
        return decodePosition(deviceId, payload, reception);
      case PORTNUMS.telemetry:
        return decodeTelemetry(deviceId, payload, reception);
      case PORTNUMS.nodeInfo:
        return decodeUser(deviceId, payload);
      case PORTNUMS.alert:
        return decodeAlert(deviceId, 'alert', payload, reception);
      case PORTNUMS.detection:
        return decodeAlert(deviceId, 'detection', payload, reception);
      case PORTNUMS.text:
        // What people write to each other is theirs, unless it rings the bell.
        return payload[0] === BELL ? decodeAlert(deviceId, 'bell', payload, reception) : NO_MESSAGES;
      default:
        return NO_MESSAGES;
    }
  }

  /** What the attached node knew before it was asked is stored where it is dated: elsewhere it would count as of now. */
  function decodeNodeInfo({ num, user, position, metrics }: NodeInfo, at: number): readonly TrackerMessage[] {
    const deviceId = deviceIdOf(num);
    const { battery } = metrics;
    updateNode(deviceId, battery === undefined ? user : { ...user, battery });
    if (position?.time === undefined) return NO_MESSAGES;
    const attributes = { ...position.attributes, recalled: true };
    return recordsMessage(deviceId, {
      locations: [build.location({ ...position, attributes }, nodeOf(deviceId), { at })],
    });
  }

  function decodeFromRadio(message: FromRadio, at: number): readonly TrackerMessage[] {
    switch (message.kind) {
      case 'packet': {
        const { packet } = message;
        return packet.data === undefined || isRepeat(packet, at) ? NO_MESSAGES : decodePacket(packet, packet.data, at);
      }
      case 'node':
        return decodeNodeInfo(message.node, at);
      case 'rebooted':
        return handshake.onRebooted();
      case 'complete':
        handshake.onComplete(message.nonce);
        return NO_MESSAGES;
      case 'me':
      case 'metadata':
      case 'queue':
      case 'private':
        return NO_MESSAGES;
    }
  }

  return {
    decode({ message }, receivedAt) {
      const messages = decodeFromRadio(message, receivedAt);
      const due = handshake.dueRequests();
      return due.length === 0 ? messages : [...messages, ...due];
    },
    idle: handshake.onIdle,
    reply: handshake.reply,
    greeting: handshake.greeting,
  };
}
