import { createLengthPrefixedFramer } from '../../framing/length-prefixed.js';
import {
  bytesField,
  meshBattery,
  meshFrame,
  meshPacket,
  meshPosition,
  meshUser,
  varintField,
  stringField,
  type Bytes,
} from './packets.js';
import { createMeshPower } from './power.js';
import { bytesIn, fieldsIn, meshFields, numberIn, type MeshField } from './protobuf-fields.js';
import { createMeshSettings } from './settings.js';
import type { TrackerContext, Tracker } from '../trackers/tracker.js';

/** A node says its name and its battery with every so many positions. */
const NAME_INTERVAL = 12;
/** Every so many nodes are on a channel that makes places coarse. */
const COARSE_NODE_INTERVAL = 8;
const COARSE_BITS = 16;
const PORTNUMS = { position: 3, nodeInfo: 4, admin: 6, alert: 11, telemetry: 67 } as const;
/** the number of the one on the cable ends so */
const ATTACHED_SUFFIX = 0x001;
/** asks for what is on the cable, and no other nodes */
const CONFIG_ONLY_NONCE = 69_420;
const HARDWARE = 110;
const FIRMWARE = '2.7.26.sim';

type MeshNodeOptions = Pick<
  TrackerContext,
  'deviceId' | 'send' | 'random' | 'now' | 'provisioningFault' | 'disconnect'
>;

/** A node of a mesh. The one on the cable tells of itself when it is asked, with keys that nobody must write down. */
export function createMeshNode({
  deviceId,
  send,
  random,
  now,
  provisioningFault,
  disconnect,
}: MeshNodeOptions): Tracker {
  const from = Number.parseInt(deviceId, 16);
  const isAttached = (from & 0xfff) === ATTACHED_SUFFIX;
  const user = [
    ...meshUser(deviceId, `Node ${deviceId.slice(-3)}`),
    ...varintField(5, HARDWARE),
    ...bytesField(8, [...Buffer.alloc(32, 0xa5)]),
  ];
  const settings = createMeshSettings(user, provisioningFault);
  const bits = from % COARSE_NODE_INTERVAL === 0 ? COARSE_BITS : 32;
  let id = Math.floor(random() * 2 ** 32);
  let reports = 0;
  let configNonce: number | undefined;
  /** it has started anew, and nobody has asked it since */
  let awaitsConfigRequest = false;

  const power = createMeshPower({ now, ...(disconnect && { disconnect }) }, () => {
    settings.restart();
    configNonce = undefined;
    awaitsConfigRequest = isAttached;
    if (isAttached) send(meshFrame(varintField(8, 1)));
  });
  const framer = createLengthPrefixedFramer({ start: [0x94, 0xc3], maxBytes: 512, read: meshFields });

  function sendFrame(frame: Uint8Array): void {
    if (power.isOn() && !awaitsConfigRequest) send(frame);
  }

  const nextId = (): number => (id = (id + 1) >>> 0 || 1);
  const packetOf = (port: number, payload: Bytes, dateTime: string): Uint8Array =>
    meshPacket({ from, id: nextId(), rxTime: Math.floor(Date.parse(dateTime) / 1000) }, port, payload);

  function introduce(): void {
    if (isAttached) sendFrame(meshFrame(bytesField(3, varintField(1, from))));
    sendFrame(meshFrame(bytesField(4, [...varintField(1, from), ...bytesField(2, settings.owner())])));
    if (!isAttached) return;
    sendFrame(meshFrame(bytesField(13, [...stringField(1, FIRMWARE), ...varintField(9, HARDWARE)])));
    sendFrame(meshFrame(bytesField(10, [...varintField(1, 0), ...bytesField(2, stringField(2, 'not-a-secret-psk'))])));
    sendFrame(meshFrame(bytesField(5, bytesField(2, settings.position()))));
    sendFrame(
      meshFrame(
        bytesField(
          5,
          bytesField(4, [...varintField(1, 1), ...stringField(3, 'depot'), ...stringField(4, 'not-a-secret-wifi')]),
        ),
      ),
    );
    sendFrame(
      meshFrame(bytesField(9, bytesField(1, [...stringField(3, 'depot'), ...stringField(4, 'not-a-secret-mqtt')]))),
    );
  }

  /** A packet from the cable: only what is for this node itself, and sets it up, is obeyed. */
  function onAdminPacket(packet: readonly MeshField[]): void {
    const data = fieldsIn(packet, 4);
    if (awaitsConfigRequest || numberIn(packet, 2) !== from || numberIn(data, 1) !== PORTNUMS.admin) return;
    const { port, payload, next } = settings.onAdminMessage(bytesIn(data, 2));
    if (next !== undefined) power.then(next);
    sendFrame(meshPacket({ from, to: from, id: nextId(), rxTime: 0, request: numberIn(packet, 6) }, port, payload));
  }

  function onFrame(fields: readonly MeshField[]): void {
    const what = fields[0]?.field;
    if (what === 1 && isAttached) onAdminPacket(fieldsIn(fields, 1));
    if (what === 3) {
      awaitsConfigRequest = false;
      configNonce = numberIn(fields, 3);
      if (isAttached || configNonce !== CONFIG_ONLY_NONCE) introduce();
    }
    if (what === 7 && isAttached) sendFrame(meshFrame(bytesField(11, [...varintField(2, 16), ...varintField(3, 16)])));
  }

  return {
    report(fix) {
      const { dateTime, battery } = fix;
      sendFrame(packetOf(PORTNUMS.position, meshPosition(fix, bits), dateTime));
      if (reports % NAME_INTERVAL === 0) {
        sendFrame(packetOf(PORTNUMS.nodeInfo, settings.owner(), dateTime));
        sendFrame(
          packetOf(PORTNUMS.telemetry, meshBattery(Math.floor(Date.parse(dateTime) / 1000), battery), dateTime),
        );
      }
      reports += 1;
    },
    alert({ dateTime }) {
      sendFrame(packetOf(PORTNUMS.alert, [...Buffer.from('SOS')], dateTime));
    },
    onData(bytes) {
      for (const framed of framer.push(bytes)) {
        if (framed.kind === 'frame' && power.isOn()) onFrame(framed.frame);
      }
    },
    tick() {
      power.tick();
      // All others have introduced themselves by then.
      if (isAttached && configNonce !== undefined) sendFrame(meshFrame(varintField(7, configNonce)));
      configNonce = undefined;
    },
    kept: () => 0,
    restart: power.restart,
  };
}
