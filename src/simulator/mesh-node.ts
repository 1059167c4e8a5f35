import { createPrefixedFramer } from '../framing/prefixed.js';
import {
  chunk,
  meshBattery,
  meshFrame,
  meshPacket,
  meshPosition,
  meshUser,
  number,
  text,
  type Bytes,
} from './mesh-packets.js';
import { createMeshPower } from './mesh-power.js';
import { bytesIn, fieldsIn, meshFields, numberIn, type MeshField } from './mesh-reader.js';
import { createMeshSettings } from './mesh-settings.js';
import type { OnBoard, Tracker } from './trackers/tracker.js';

/** A node says its name and its battery with every so many positions. */
const namesEvery = 12;
/** Every so many nodes are on a channel that makes places coarse. */
const coarseEvery = 8;
const coarseBits = 16;
const portOf = { position: 3, nodeInfo: 4, admin: 6, alert: 11, telemetry: 67 } as const;
/** the number of the one on the cable ends so */
const attached = 0x001;
/** asks for what is on the cable, and no other nodes */
const configurationAlone = 69_420;
const hardware = 110;
const firmware = '2.7.26.sim';

type MeshNodeOptions = Pick<OnBoard, 'deviceId' | 'send' | 'random' | 'now' | 'trouble' | 'vanish'>;

/** A node of a mesh. The one on the cable tells of itself when it is asked, with keys that nobody must write down. */
export function createMeshNode({ deviceId, send, random, now, trouble, vanish }: MeshNodeOptions): Tracker {
  const from = Number.parseInt(deviceId, 16);
  const isAttached = (from & 0xfff) === attached;
  const user = [
    ...meshUser(deviceId, `Node ${deviceId.slice(-3)}`),
    ...number(5, hardware),
    ...chunk(8, [...Buffer.alloc(32, 0xa5)]),
  ];
  const settings = createMeshSettings(user, trouble);
  const bits = from % coarseEvery === 0 ? coarseBits : 32;
  let id = Math.floor(random() * 2 ** 32);
  let reports = 0;
  let asked: number | undefined;
  /** it has started anew, and nobody has asked it since */
  let isForgetful = false;

  const power = createMeshPower({ now, ...(vanish && { vanish }) }, () => {
    settings.restart();
    asked = undefined;
    isForgetful = isAttached;
    if (isAttached) send(meshFrame(number(8, 1)));
  });
  const framer = createPrefixedFramer({ start: [0x94, 0xc3], maxBytes: 512, read: meshFields });

  function say(frame: Uint8Array): void {
    if (power.isOn() && !isForgetful) send(frame);
  }

  const nextId = (): number => (id = (id + 1) >>> 0 || 1);
  const said = (port: number, payload: Bytes, dateTime: string): Uint8Array =>
    meshPacket({ from, id: nextId(), rxTime: Math.floor(Date.parse(dateTime) / 1000) }, port, payload);

  function introduce(): void {
    if (isAttached) say(meshFrame(chunk(3, number(1, from))));
    say(meshFrame(chunk(4, [...number(1, from), ...chunk(2, settings.owner())])));
    if (!isAttached) return;
    say(meshFrame(chunk(13, [...text(1, firmware), ...number(9, hardware)])));
    say(meshFrame(chunk(10, [...number(1, 0), ...chunk(2, text(2, 'not-a-secret-psk'))])));
    say(meshFrame(chunk(5, chunk(2, settings.position()))));
    say(meshFrame(chunk(5, chunk(4, [...number(1, 1), ...text(3, 'depot'), ...text(4, 'not-a-secret-wifi')]))));
    say(meshFrame(chunk(9, chunk(1, [...text(3, 'depot'), ...text(4, 'not-a-secret-mqtt')]))));
  }

  /** A packet from the cable: only what is for this node itself, and sets it up, is obeyed. */
  function obey(packet: readonly MeshField[]): void {
    const data = fieldsIn(packet, 4);
    if (isForgetful || numberIn(packet, 2) !== from || numberIn(data, 1) !== portOf.admin) return;
    const { port, payload, then } = settings.obey(bytesIn(data, 2));
    if (then !== undefined) power.then(then);
    say(meshPacket({ from, to: from, id: nextId(), rxTime: 0, request: numberIn(packet, 6) }, port, payload));
  }

  function hearing(told: readonly MeshField[]): void {
    const what = told[0]?.field;
    if (what === 1 && isAttached) obey(fieldsIn(told, 1));
    if (what === 3) {
      isForgetful = false;
      asked = numberIn(told, 3);
      if (isAttached || asked !== configurationAlone) introduce();
    }
    if (what === 7 && isAttached) say(meshFrame(chunk(11, [...number(2, 16), ...number(3, 16)])));
  }

  return {
    report(fix) {
      const { dateTime, battery } = fix;
      say(said(portOf.position, meshPosition(fix, bits), dateTime));
      if (reports % namesEvery === 0) {
        say(said(portOf.nodeInfo, settings.owner(), dateTime));
        say(said(portOf.telemetry, meshBattery(Math.floor(Date.parse(dateTime) / 1000), battery), dateTime));
      }
      reports += 1;
    },
    alert({ dateTime }) {
      say(said(portOf.alert, [...Buffer.from('SOS')], dateTime));
    },
    hear(bytes) {
      for (const framed of framer.push(bytes)) {
        if (framed.kind === 'frame' && power.isOn()) hearing(framed.frame);
      }
    },
    tick() {
      power.tick();
      // All others have introduced themselves by then.
      if (isAttached && asked !== undefined) say(meshFrame(number(7, asked)));
      asked = undefined;
    },
    kept: () => 0,
    restart: power.restart,
  };
}
