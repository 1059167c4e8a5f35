import { hashSeed } from '../prng.js';
import { transmitOnly, type TrackerContext, type Tracker } from '../trackers/tracker.js';
import { readUbxPackets, ubxPacket } from './packets.js';
import { encodeUbx } from './messages.js';
import { createUbxMemory, UART1_BAUD, UART1_NAV_PVT, UART1_UBX } from './memory.js';

const ACK = { yes: 0x0501, no: 0x0500 } as const;
const CFG = { class: 0x06, valSet: 0x068a, valGet: 0x068b } as const;
const MON_VER = 0x0a04;
const SEC_UNIQID = 0x2703;

const text = (value: string, bytes: number): Buffer => Buffer.concat([Buffer.from(value, 'latin1')], bytes);
const VERSION = Buffer.concat([
  text('EXT CORE 1.00 (3fda8e)', 30),
  text('00190000', 10),
  ...['ROM BASE 0x118B2060', 'FWVER=HPG 1.13', 'PROTVER=27.12', 'MOD=ZED-F9P', 'GPS;GLO;GAL;BDS'].map((line) =>
    text(line, 30),
  ),
]);

/**
 * A u-blox receiver of generation 9 at UART1, which sends NAV-PVT and executes commands. With other messages, NAV-PVT is
 * off until a command switches it on.
 */
export function createUbxReceiver(context: TrackerContext): Tracker {
  const { deviceId, send, provisioningFault, setBaudRate, ubxMessages = 'pvt' } = context;
  const memory = createUbxMemory(provisioningFault, ubxMessages === 'pvt');
  let rest: Buffer = Buffer.alloc(0);
  let isDead = false;
  let diesNext = provisioningFault === 'dies';

  function sendPacket(message: number, payload: Uint8Array): void {
    if (!isDead && memory.valueOf(UART1_UBX) === 1) send(ubxPacket(message, payload));
  }
  const acknowledge = (message: number, verdict: number): void => {
    sendPacket(verdict, Buffer.from([message >> 8, message & 0xff]));
  };

  function chip(): Buffer {
    const payload = Buffer.alloc(9);
    payload[0] = 1;
    payload.writeInt32LE(hashSeed(deviceId, 'chip'), 4);
    payload.writeInt8(hashSeed(deviceId, 'more of it') >> 24, 8);
    return payload;
  }

  function set(payload: Buffer): void {
    const before = memory.valueOf(UART1_BAUD);
    if (!memory.set(payload)) {
      acknowledge(CFG.valSet, ACK.no);
      return;
    }
    isDead = diesNext;
    diesNext = false;
    // The acknowledgement is sent at the new rate, so that a client at the old rate does not receive it.
    if (memory.valueOf(UART1_BAUD) !== before) setBaudRate?.(memory.valueOf(UART1_BAUD));
    acknowledge(CFG.valSet, ACK.yes);
  }

  function onPacket(message: number, payload: Buffer): void {
    if (isDead) return;
    if (message === CFG.valSet) set(payload);
    else if (message === CFG.valGet) {
      const values = memory.get(payload);
      if (values !== undefined) sendPacket(CFG.valGet, values);
      acknowledge(message, values === undefined ? ACK.no : ACK.yes);
    } else if (message >> 8 === CFG.class) acknowledge(message, ACK.no);
    else if (message === MON_VER && payload.length === 0) sendPacket(MON_VER, VERSION);
    else if (message === SEC_UNIQID && payload.length === 0) sendPacket(SEC_UNIQID, chip());
  }

  return {
    ...transmitOnly,
    report(fix) {
      const messages = memory.valueOf(UART1_NAV_PVT) === 1 ? 'pvt' : ubxMessages;
      if (!isDead && memory.valueOf(UART1_UBX) === 1) send(encodeUbx[messages](fix));
    },
    alert: () => undefined,
    onData(bytes) {
      const read = readUbxPackets(Buffer.concat([rest, bytes]));
      rest = Buffer.from(read.rest);
      for (const { message, payload } of read.packets) onPacket(message, payload);
    },
    restart() {
      isDead = false;
      rest = Buffer.alloc(0);
      memory.restart();
      setBaudRate?.(memory.valueOf(UART1_BAUD));
    },
  };
}
