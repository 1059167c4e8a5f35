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
import { createMeshPower, type MeshPower } from './power.js';
import { bytesIn, fieldsIn, meshFields, numberIn, type MeshField } from './protobuf-fields.js';
import { createMeshSettings, type SimulatedMeshSettings } from './settings.js';
import { REFUSED_COMMAND, type TrackerContext, type Tracker } from '../trackers/tracker.js';

/** A node sends its name and its battery level with one of this many positions. */
const NAME_INTERVAL = 12;
/** One of this many nodes is on a channel with coarse positions. */
const COARSE_NODE_INTERVAL = 8;
const COARSE_BITS = 16;
const PORTNUMS = { text: 1, position: 3, nodeInfo: 4, routing: 5, admin: 6, alert: 11, telemetry: 67 } as const;
/** last three digits of the number of the attached node */
const ATTACHED_SUFFIX = 0x001;
/** requests the configuration of the attached node without the other nodes */
const CONFIG_ONLY_NONCE = 69_420;
/** of Routing.Error */
const NO_RESPONSE = 8;
const HARDWARE = 110;
const FIRMWARE = '2.7.26.sim';

type MeshNodeOptions = Pick<
  TrackerContext,
  'deviceId' | 'send' | 'random' | 'now' | 'provisioningFault' | 'disconnect' | 'onCommand'
>;

type MeshNodeState = {
  readonly from: number;
  readonly isAttached: boolean;
  readonly settings: SimulatedMeshSettings;
  readonly power: MeshPower;
  readonly send: (frame: Uint8Array) => void;
  readonly onCommand: (command: string) => void;
  /** of the last packet */
  id: number;
  reports: number;
  /** of a configuration request that is not completed */
  configNonce: number | undefined;
  /** restarted, and sends nothing before the next configuration request */
  awaitsConfigRequest: boolean;
};

/** A node of a mesh. The attached node answers requests, with secrets that the gateway must never store. */
export function createMeshNode(options: MeshNodeOptions): Tracker {
  const { deviceId, send, random, now, provisioningFault, disconnect, onCommand = () => undefined } = options;
  const from = Number.parseInt(deviceId, 16);
  const user = [
    ...meshUser(deviceId, `Node ${deviceId.slice(-3)}`),
    ...varintField(5, HARDWARE),
    ...bytesField(8, [...Buffer.alloc(32, 0xa5)]),
  ];
  const node: MeshNodeState = {
    from,
    isAttached: (from & 0xfff) === ATTACHED_SUFFIX,
    settings: createMeshSettings(user, provisioningFault),
    power: createMeshPower({ now, ...(disconnect && { disconnect }) }, () => {
      onPowerOn(node);
    }),
    send,
    onCommand,
    id: Math.floor(random() * 2 ** 32),
    reports: 0,
    configNonce: undefined,
    awaitsConfigRequest: false,
  };
  const bits = from % COARSE_NODE_INTERVAL === 0 ? COARSE_BITS : 32;
  const framer = createLengthPrefixedFramer({ start: [0x94, 0xc3], maxBytes: 512, read: meshFields });

  return {
    report(fix) {
      const { dateTime, battery } = fix;
      sendPacket(node, PORTNUMS.position, meshPosition(fix, bits), dateTime);
      if (node.reports % NAME_INTERVAL === 0) {
        sendPacket(node, PORTNUMS.nodeInfo, node.settings.owner(), dateTime);
        sendPacket(node, PORTNUMS.telemetry, meshBattery(secondsOf(dateTime), battery), dateTime);
      }
      node.reports += 1;
    },
    alert({ dateTime }) {
      sendPacket(node, PORTNUMS.alert, [...Buffer.from('SOS')], dateTime);
    },
    onData(bytes) {
      for (const framed of framer.push(bytes)) {
        if (framed.kind === 'frame' && node.power.isOn()) onFrame(node, framed.frame);
      }
    },
    tick() {
      node.power.tick();
      // Deferred to the next tick, when all other nodes have introduced themselves.
      if (node.isAttached && node.configNonce !== undefined)
        sendFrame(node, meshFrame(varintField(7, node.configNonce)));
      node.configNonce = undefined;
    },
    kept: () => 0,
    restart: node.power.restart,
  };
}

const secondsOf = (dateTime: string): number => Math.floor(Date.parse(dateTime) / 1000);
const nextId = (node: MeshNodeState): number => (node.id = (node.id + 1) >>> 0 || 1);

function onPowerOn(node: MeshNodeState): void {
  node.settings.restart();
  node.configNonce = undefined;
  node.awaitsConfigRequest = node.isAttached;
  if (node.isAttached) node.send(meshFrame(varintField(8, 1)));
}

function sendFrame(node: MeshNodeState, frame: Uint8Array): void {
  if (node.power.isOn() && !node.awaitsConfigRequest) node.send(frame);
}

function sendPacket(node: MeshNodeState, port: number, payload: Bytes, dateTime: string): void {
  const header = { from: node.from, id: nextId(node), rxTime: secondsOf(dateTime) };
  sendFrame(node, meshPacket(header, port, payload));
}

function introduce(node: MeshNodeState): void {
  const { from, settings, isAttached } = node;
  const nodeInfo = bytesField(4, [...varintField(1, from), ...bytesField(2, settings.owner())]);
  const messages = isAttached
    ? [bytesField(3, varintField(1, from)), nodeInfo, ...configMessages(settings)]
    : [nodeInfo];
  for (const message of messages) sendFrame(node, meshFrame(message));
}

/** The configuration of the attached node, with dummy secrets. */
const configMessages = (settings: SimulatedMeshSettings): readonly Bytes[] => [
  bytesField(13, [...stringField(1, FIRMWARE), ...varintField(9, HARDWARE)]),
  bytesField(10, [...varintField(1, 0), ...bytesField(2, stringField(2, 'not-a-secret-psk'))]),
  bytesField(5, bytesField(2, settings.position())),
  bytesField(
    5,
    bytesField(4, [...varintField(1, 1), ...stringField(3, 'depot'), ...stringField(4, 'not-a-secret-wifi')]),
  ),
  bytesField(9, bytesField(1, [...stringField(3, 'depot'), ...stringField(4, 'not-a-secret-mqtt')])),
];

/** Executes an admin packet from the cable, if it is for this node. */
function onAdminPacket(node: MeshNodeState, packet: readonly MeshField[]): void {
  const { from, settings, power } = node;
  const data = fieldsIn(packet, 4);
  if (node.awaitsConfigRequest || numberIn(packet, 2) !== from || numberIn(data, 1) !== PORTNUMS.admin) return;
  const { port, payload, next } = settings.onAdminMessage(bytesIn(data, 2));
  if (next !== undefined) power.then(next);
  const header = { from, to: from, id: nextId(node), rxTime: 0, request: numberIn(packet, 6) };
  sendFrame(node, meshPacket(header, port, payload));
}

/** Acknowledges a text that the cable sends to this node; the attached node forwards all of them. */
function onText(node: MeshNodeState, packet: readonly MeshField[]): void {
  const { from } = node;
  const data = fieldsIn(packet, 4);
  if (numberIn(packet, 2) !== from || numberIn(data, 1) !== PORTNUMS.text) return;
  const command = Buffer.from(bytesIn(data, 2)).toString();
  const isRefused = command === REFUSED_COMMAND;
  if (!isRefused) node.onCommand(command);
  const attached = ((from & ~0xfff) | ATTACHED_SUFFIX) >>> 0;
  const header = { from, to: attached, id: nextId(node), rxTime: 0, request: numberIn(packet, 6) };
  sendFrame(node, meshPacket(header, PORTNUMS.routing, varintField(3, isRefused ? NO_RESPONSE : 0)));
}

function onFrame(node: MeshNodeState, fields: readonly MeshField[]): void {
  const { isAttached } = node;
  const field = fields[0]?.field;
  if (field === 1) onText(node, fieldsIn(fields, 1));
  if (field === 1 && isAttached) onAdminPacket(node, fieldsIn(fields, 1));
  if (field === 3) {
    node.awaitsConfigRequest = false;
    node.configNonce = numberIn(fields, 3);
    if (isAttached || node.configNonce !== CONFIG_ONLY_NONCE) introduce(node);
  }
  if (field === 7 && isAttached) {
    sendFrame(node, meshFrame(bytesField(11, [...varintField(2, 16), ...varintField(3, 16)])));
  }
}
