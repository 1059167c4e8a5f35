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
import type { OnBoard, Tracker } from './trackers/tracker.js';

/** A node says its name and its battery with every so many positions. */
const namesEvery = 12;
/** Every so many nodes are on a channel that makes places coarse. */
const coarseEvery = 8;
const coarseBits = 16;
/** bytes of what was heard, in which a question may stand */
const mostHeard = 256;
const portOf = { position: 3, nodeInfo: 4, alert: 11, telemetry: 67 } as const;
/** the number of the one on the cable ends so */
const attached = 0x001;

/** A node of a mesh. The one on the cable tells of itself when it is asked, with keys that nobody must write down. */
export function createMeshNode({ deviceId, send, random }: Pick<OnBoard, 'deviceId' | 'send' | 'random'>): Tracker {
  const from = Number.parseInt(deviceId, 16);
  const isAttached = (from & 0xfff) === attached;
  const name = `Node ${deviceId.slice(-3)}`;
  const bits = from % coarseEvery === 0 ? coarseBits : 32;
  let id = Math.floor(random() * 2 ** 32);
  let reports = 0;
  let heard = '';
  let asked: Bytes | undefined;

  const said = (port: number, payload: Bytes, dateTime: string): Uint8Array => {
    id = (id + 1) >>> 0 || 1;
    return meshPacket({ from, id, rxTime: Math.floor(Date.parse(dateTime) / 1000) }, port, payload);
  };

  function introduce(): void {
    send(meshFrame(chunk(4, [...number(1, from), ...chunk(2, meshUser(deviceId, name))])));
    if (!isAttached) return;
    send(meshFrame(chunk(3, number(1, from))));
    send(meshFrame(chunk(10, [...number(1, 0), ...chunk(2, text(2, 'not-a-secret-psk'))])));
    send(meshFrame(chunk(5, chunk(4, [...number(1, 1), ...text(3, 'depot'), ...text(4, 'not-a-secret-wifi')]))));
    send(meshFrame(chunk(9, chunk(1, [...text(3, 'depot'), ...text(4, 'not-a-secret-mqtt')]))));
  }

  return {
    report(fix) {
      const { dateTime, battery } = fix;
      send(said(portOf.position, meshPosition(fix, bits), dateTime));
      if (reports % namesEvery === 0) {
        send(said(portOf.nodeInfo, meshUser(deviceId, name), dateTime));
        send(said(portOf.telemetry, meshBattery(Math.floor(Date.parse(dateTime) / 1000), battery), dateTime));
      }
      reports += 1;
    },
    alert({ dateTime }) {
      send(said(portOf.alert, [...Buffer.from('SOS')], dateTime));
    },
    hear(bytes) {
      heard = (heard + Buffer.from(bytes).toString('latin1')).slice(-mostHeard);
      const [whole, nonce] = /\x94\xc3\0[\x02-\x06]\x18([\x80-\xff]{0,4}[\0-\x7f])/.exec(heard) ?? [];
      if (whole !== undefined && nonce !== undefined) {
        heard = '';
        introduce();
        asked = [...Buffer.from(nonce, 'latin1')];
      }
      if (isAttached && heard.endsWith('\x94\xc3\0\x02\x3a\0'))
        send(meshFrame(chunk(11, [...number(2, 16), ...number(3, 16)])));
    },
    // All others have introduced themselves by then.
    tick() {
      if (isAttached && asked !== undefined) send(meshFrame([7 * 8, ...asked]));
      asked = undefined;
    },
    kept: () => 0,
  };
}
