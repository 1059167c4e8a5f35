import { createLatest } from '../latest.js';
import type { Context, Decoder, Message } from '../protocol.js';
import { createRepeats } from '../repeats.js';
import type { FromRadio } from './from-radio.js';
import { createHandshake } from './handshake.js';
import { readUser, type NodeInfo } from './node.js';
import type { Data, Packet } from './packet.js';
import { ports } from './ports.js';
import { readPosition } from './position.js';
import { createRecords, records, unreadable, type Known, type Received } from './records.js';
import { readTelemetry } from './telemetry.js';
import { wordsOf } from './wire.js';

/** What the framer hands on: what was said, and the bytes it took. */
export type Heard = { readonly said: FromRadio; readonly bytes: number };

/** A node's number as its owner sees it, without the `!` that no id may have. */
export const deviceIdOf = (num: number): string => num.toString(16).padStart(8, '0');

const mostNodes = 1_024;
/** Every neighbour repeats a packet. */
const repeats = { withinMs: 600_000, most: 4_096 } as const;
/** % at which a battery is low, and above which it is so no more */
const low = 15;
const enough = 20;
const longestText = 256;
const bell = 0x07;
const nothing: readonly Message[] = [];

/** Positions, telemetry and alerts of the nodes of a mesh, by their numbers. */
export function createDecoder(context: Context): Decoder<Heard> {
  const handshake = createHandshake(context);
  const isHeard = createRepeats(repeats);
  const made = createRecords(context.clockQuality);
  const nodes = createLatest<Known & { readonly isLow?: boolean }>(mostNodes);

  const isRepeat = ({ from, id }: Packet, at: number): boolean => id !== 0 && isHeard(`${from} ${id}`, at);
  const knownOf = (deviceId: string) => nodes.get(deviceId) ?? {};
  const learn = (deviceId: string, said: ReturnType<typeof knownOf>): void => {
    nodes.set(deviceId, { ...nodes.get(deviceId), ...said });
  };

  function located(deviceId: string, payload: Uint8Array, received: Received): readonly Message[] {
    const position = readPosition(payload);
    if (position === undefined) return unreadable(deviceId, 'position');
    if (position === 'no fix') return nothing;
    return records(deviceId, { locations: [made.location(position, knownOf(deviceId), received)] });
  }

  function measured(deviceId: string, payload: Uint8Array, received: Received): readonly Message[] {
    const read = readTelemetry(payload);
    if (read === undefined) return unreadable(deviceId, 'telemetry');
    const { values, battery } = read;
    if (Object.keys(values).length === 0) return nothing;
    const dateTime = made.dateTime(read.time, received);
    const telemetry = [{ dateTime, values }];
    if (battery === undefined && values.power === undefined) return records(deviceId, { telemetry });
    const { isLow: wasLow = false } = knownOf(deviceId);
    const isLow = battery !== undefined && battery <= (wasLow ? enough : low);
    learn(deviceId, { battery, isLow });
    const alerts = isLow && !wasLow ? [made.alert('lowBattery', `battery ${battery} %`, dateTime)] : [];
    return records(deviceId, { alerts, telemetry });
  }

  function named(deviceId: string, payload: Uint8Array): readonly Message[] {
    const user = readUser(payload);
    if (user === undefined) return unreadable(deviceId, 'name');
    learn(deviceId, user);
    return nothing;
  }

  const alerted = (deviceId: string, kind: string, payload: Uint8Array, received: Received): readonly Message[] =>
    records(deviceId, {
      alerts: [made.alert(kind, wordsOf(payload, longestText), made.dateTime(undefined, received))],
    });

  function spoken(packet: Packet, { port, payload }: Data, at: number): readonly Message[] {
    const deviceId = deviceIdOf(packet.from);
    const received = { at, packet };
    switch (port) {
      case ports.position:
        return located(deviceId, payload, received);
      case ports.telemetry:
        return measured(deviceId, payload, received);
      case ports.nodeInfo:
        return named(deviceId, payload);
      case ports.alert:
        return alerted(deviceId, 'alert', payload, received);
      case ports.detection:
        return alerted(deviceId, 'detection', payload, received);
      case ports.text:
        // What people write to each other is theirs, unless it rings the bell.
        return payload[0] === bell ? alerted(deviceId, 'bell', payload, received) : nothing;
      default:
        return nothing;
    }
  }

  /** What the attached node knew before it was asked is stored where it is dated: elsewhere it would count as of now. */
  function recalled({ num, user, position, metrics }: NodeInfo, at: number): readonly Message[] {
    const deviceId = deviceIdOf(num);
    const { battery } = metrics;
    learn(deviceId, battery === undefined ? user : { ...user, battery });
    if (position?.time === undefined) return nothing;
    const attributes = { ...position.attributes, recalled: true };
    return records(deviceId, { locations: [made.location({ ...position, attributes }, knownOf(deviceId), { at })] });
  }

  function about(said: FromRadio, at: number): readonly Message[] {
    switch (said.kind) {
      case 'packet': {
        const { packet } = said;
        return packet.data === undefined || isRepeat(packet, at) ? nothing : spoken(packet, packet.data, at);
      }
      case 'node':
        return recalled(said.node, at);
      case 'rebooted':
        return handshake.forgotten();
      case 'complete':
        handshake.completed(said.nonce);
        return nothing;
      case 'me':
      case 'metadata':
      case 'queue':
      case 'private':
        return nothing;
    }
  }

  return {
    decode({ said }, receivedAt) {
      const messages = about(said, receivedAt);
      const due = handshake.due();
      return due.length === 0 ? messages : [...messages, ...due];
    },
    idle: handshake.silent,
    reply: handshake.reply,
    greeting: handshake.greeting,
  };
}
