import { seedOf } from './dice.js';
import { deaf, type OnBoard, type Tracker } from './trackers/tracker.js';
import { navPvt, readUbxPackets, ubxPacket } from './ubx.js';
import { createUbxMemory, uart1Baud, uart1Ubx } from './ubx-memory.js';

const ack = { yes: 0x0501, no: 0x0500 } as const;
const cfg = { class: 0x06, valSet: 0x068a, valGet: 0x068b } as const;
const monVer = 0x0a04;
const secUniqid = 0x2703;

const text = (value: string, bytes: number): Buffer => Buffer.concat([Buffer.from(value, 'latin1')], bytes);
const version = Buffer.concat([
  text('EXT CORE 1.00 (3fda8e)', 30),
  text('00190000', 10),
  ...['ROM BASE 0x118B2060', 'FWVER=HPG 1.13', 'PROTVER=27.12', 'MOD=ZED-F9P', 'GPS;GLO;GAL;BDS'].map((one) =>
    text(one, 30),
  ),
]);

/** A u-blox receiver of the ninth generation at UART1: it says NAV-PVT, and hears what it is told. */
export function createUbxReceiver({ deviceId, send, trouble, setBaudRate }: OnBoard): Tracker {
  const memory = createUbxMemory(trouble);
  let rest: Buffer = Buffer.alloc(0);
  let isDead = false;
  let isToDie = trouble === 'dies';

  function say(message: number, payload: Uint8Array): void {
    if (!isDead && memory.valueOf(uart1Ubx) === 1) send(ubxPacket(message, payload));
  }
  const acknowledge = (message: number, verdict: number): void => {
    say(verdict, Buffer.from([message >> 8, message & 0xff]));
  };

  function chip(): Buffer {
    const payload = Buffer.alloc(9);
    payload[0] = 1;
    payload.writeInt32LE(seedOf(deviceId, 'chip'), 4);
    payload.writeInt8(seedOf(deviceId, 'more of it') >> 24, 8);
    return payload;
  }

  function set(payload: Buffer): void {
    const before = memory.valueOf(uart1Baud);
    if (!memory.set(payload)) {
      acknowledge(cfg.valSet, ack.no);
      return;
    }
    isDead = isToDie;
    isToDie = false;
    // So who stays at the old speed does not hear that it was done.
    if (memory.valueOf(uart1Baud) !== before) setBaudRate?.(memory.valueOf(uart1Baud));
    acknowledge(cfg.valSet, ack.yes);
  }

  function answer(message: number, payload: Buffer): void {
    if (isDead) return;
    if (message === cfg.valSet) set(payload);
    else if (message === cfg.valGet) {
      const values = memory.get(payload);
      if (values !== undefined) say(cfg.valGet, values);
      acknowledge(message, values === undefined ? ack.no : ack.yes);
    } else if (message >> 8 === cfg.class) acknowledge(message, ack.no);
    else if (message === monVer && payload.length === 0) say(monVer, version);
    else if (message === secUniqid && payload.length === 0) say(secUniqid, chip());
  }

  return {
    ...deaf,
    report(fix) {
      if (!isDead && memory.valueOf(uart1Ubx) === 1) send(navPvt(fix));
    },
    alert: () => undefined,
    hear(bytes) {
      const read = readUbxPackets(Buffer.concat([rest, bytes]));
      rest = Buffer.from(read.rest);
      for (const { message, payload } of read.packets) answer(message, payload);
    },
    restart() {
      isDead = false;
      rest = Buffer.alloc(0);
      memory.restart();
      setBaudRate?.(memory.valueOf(uart1Baud));
    },
  };
}
