import { createGenerationalCache, type GenerationalCache } from '../generational-cache.js';
import type { ProtocolContext, Decoder, TrackerMessage } from '../protocol.js';
import { DUPLICATE, NO_FIX } from '../counters.js';
import { createDedup } from '../dedup.js';
import type { FromRadio } from './from-radio.js';
import { createHandshake, type Handshake } from './handshake.js';
import { createTextCommands, type TextCommands } from './text-commands.js';
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

/** A message from the framer, with the size of its frame. */
export type ReceivedMeshPacket = { readonly message: FromRadio; readonly bytes: number };

/** The node number as users know it, without the `!`, which ids must not contain. */
export const deviceIdOf = (num: number): string => num.toString(16).padStart(8, '0');

const MAX_NODES = 1_024;
/** Every neighbor repeats a packet. */
const DEDUP_OPTIONS = { windowMs: 600_000, generationSize: 4_096 } as const;
/** % at which a battery becomes low, and above which it is no longer low */
const BATTERY_LOW_PERCENT = 15;
const BATTERY_OK_PERCENT = 20;
const MAX_TEXT_LENGTH = 256;
const BELL = 0x07;
const NO_MESSAGES: readonly TrackerMessage[] = [];

type NodeState = KnownNode & { readonly isLow?: boolean };

type MeshState = {
  readonly handshake: Handshake;
  readonly isDuplicate: (key: string, receivedAt: number) => boolean;
  readonly build: ReturnType<typeof createRecordBuilder>;
  readonly nodes: GenerationalCache<NodeState>;
  readonly textCommands: TextCommands;
  /** the last packet repeats another one */
  isRepeated: boolean;
};

/** Decodes positions, telemetry and alerts of the nodes of a mesh. */
export function createDecoder(context: ProtocolContext): Decoder<ReceivedMeshPacket> {
  const handshake = createHandshake(context);
  const state: MeshState = {
    handshake,
    isDuplicate: createDedup(DEDUP_OPTIONS),
    build: createRecordBuilder(context.clockQuality),
    nodes: createGenerationalCache(MAX_NODES),
    textCommands: createTextCommands(),
    isRepeated: false,
  };
  return {
    decode({ message }, receivedAt) {
      const messages = decodeFromRadio(state, message, receivedAt);
      const due = handshake.dueRequests();
      return due.length === 0 ? messages : [...messages, ...due];
    },
    kindOf: ({ message }) => (state.isRepeated ? DUPLICATE : kindOf(message)),
    idle: handshake.onIdle,
    reply: handshake.reply,
    greeting: handshake.greeting,
    command: state.textCommands.encode,
  };
}

function kindOf(message: FromRadio): string {
  if (message.kind !== 'packet') return message.kind;
  const { data } = message.packet;
  if (data === undefined) return 'encrypted';
  return data.portnum === PORTNUMS.position ? NO_FIX : `portnum ${data.portnum}`;
}

function decodeFromRadio(state: MeshState, message: FromRadio, at: number): readonly TrackerMessage[] {
  state.isRepeated = false;
  switch (message.kind) {
    case 'packet': {
      const { packet } = message;
      if (packet.data === undefined) return NO_MESSAGES;
      state.isRepeated = isRepeat(state, packet, at);
      if (state.isRepeated) return NO_MESSAGES;
      return decodePacket(state, packet, packet.data, at);
    }
    case 'node':
      return decodeNodeInfo(state, message.node, at);
    case 'rebooted':
      return state.handshake.onRebooted();
    case 'complete':
      state.handshake.onComplete(message.nonce);
      return NO_MESSAGES;
    case 'me':
    case 'metadata':
    case 'queue':
    case 'private':
      return NO_MESSAGES;
  }
}

const isRepeat = ({ isDuplicate }: MeshState, { from, id }: MeshPacket, at: number): boolean =>
  id !== 0 && isDuplicate(`${from} ${id}`, at);

function decodePacket(
  state: MeshState,
  packet: MeshPacket,
  { portnum, payload }: PacketData,
  at: number,
): readonly TrackerMessage[] {
  const deviceId = deviceIdOf(packet.from);
  const reception = { at, packet };
  switch (portnum) {
    case PORTNUMS.position:
      return decodePosition(state, deviceId, payload, reception);
    case PORTNUMS.telemetry:
      return decodeTelemetry(state, deviceId, payload, reception);
    case PORTNUMS.nodeInfo:
      return decodeUser(state, deviceId, payload);
    case PORTNUMS.alert:
      return decodeAlert(state, deviceId, 'alert', payload, reception);
    case PORTNUMS.detection:
      return decodeAlert(state, deviceId, 'detection', payload, reception);
    case PORTNUMS.text:
      // Private texts are not stored, except those that ring the bell.
      return payload[0] === BELL ? decodeAlert(state, deviceId, 'bell', payload, reception) : NO_MESSAGES;
    case PORTNUMS.routing:
      return state.textCommands.readReply(packet);
    default:
      return NO_MESSAGES;
  }
}

/** A position that the node knew earlier is stored only with its own right time; otherwise it would count as current. */
function decodeNodeInfo(
  state: MeshState,
  { num, user, position, metrics }: NodeInfo,
  at: number,
): readonly TrackerMessage[] {
  const deviceId = deviceIdOf(num);
  const { battery } = metrics;
  updateNode(state, deviceId, battery === undefined ? user : { ...user, battery });
  if (position?.time === undefined || !state.build.isBelieved(position.time, at)) return NO_MESSAGES;
  const attributes = { ...position.attributes, recalled: true };
  const location = state.build.location({ ...position, attributes }, nodeOf(state, deviceId), { at });
  return recordsMessage(deviceId, { locations: [location] });
}

function decodePosition(
  state: MeshState,
  deviceId: string,
  payload: Uint8Array,
  reception: MeshReception,
): readonly TrackerMessage[] {
  const position = readPosition(payload);
  if (position === undefined) return rejectUnreadable(deviceId, 'position');
  if (position === 'no fix') return NO_MESSAGES;
  return recordsMessage(deviceId, { locations: [state.build.location(position, nodeOf(state, deviceId), reception)] });
}

function decodeTelemetry(
  state: MeshState,
  deviceId: string,
  payload: Uint8Array,
  reception: MeshReception,
): readonly TrackerMessage[] {
  const read = readTelemetry(payload);
  if (read === undefined) return rejectUnreadable(deviceId, 'telemetry');
  const { values, battery } = read;
  if (Object.keys(values).length === 0) return NO_MESSAGES;
  const dateTime = state.build.dateTime(read.time, reception);
  const telemetry = [{ dateTime, values }];
  if (battery === undefined && values.power === undefined) return recordsMessage(deviceId, { telemetry });
  const { isLow: wasLow = false } = nodeOf(state, deviceId);
  const isLow = battery !== undefined && battery <= (wasLow ? BATTERY_OK_PERCENT : BATTERY_LOW_PERCENT);
  updateNode(state, deviceId, { battery, isLow });
  const alerts = isLow && !wasLow ? [state.build.alert('lowBattery', `battery ${battery} %`, dateTime)] : [];
  return recordsMessage(deviceId, { alerts, telemetry });
}

function decodeUser(state: MeshState, deviceId: string, payload: Uint8Array): readonly TrackerMessage[] {
  const user = readUser(payload);
  if (user === undefined) return rejectUnreadable(deviceId, 'name');
  updateNode(state, deviceId, user);
  return NO_MESSAGES;
}

function decodeAlert(
  { build }: MeshState,
  deviceId: string,
  kind: string,
  payload: Uint8Array,
  reception: MeshReception,
): readonly TrackerMessage[] {
  const text = printableText(payload, MAX_TEXT_LENGTH);
  return recordsMessage(deviceId, { alerts: [build.alert(kind, text, build.dateTime(undefined, reception))] });
}

const nodeOf = ({ nodes }: MeshState, deviceId: string): NodeState => nodes.get(deviceId) ?? {};

const updateNode = ({ nodes }: MeshState, deviceId: string, changes: NodeState): void => {
  nodes.set(deviceId, { ...nodes.get(deviceId), ...changes });
};
