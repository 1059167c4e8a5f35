import type { ProvisioningFault } from '../trackers/tracker.js';

/** The factory values of a u-blox F9, except that it sends NAV-PVT instead of sentences. */
const FACTORY: ReadonlyMap<number, number> = new Map([
  [0x30210001, 1_000],
  [0x20910007, 1],
  [0x20910009, 0],
  [0x40520001, 38_400],
  [0x10740001, 1],
  [0x10740002, 1],
  [0x209100ac, 1],
]);
const RATE_MEAS = 0x30210001;
export const UART1_NAV_PVT = 0x20910007;
export const UART1_BAUD = 0x40520001;
export const UART1_UBX = 0x10740001;
/** `accepted`: shortest valid value; `stored`: shortest value that the firmware with the fault `changes` stores */
const MIN_RATE_MS = { accepted: 25, stored: 100 } as const;

const LAYER_BITS = { ram: 1, battery: 2, flash: 4 } as const;
const MAX_ITEMS = 64;
const SIZES = [0, 1, 1, 2, 4, 8];
const sizeOf = (key: number): number => SIZES[(key >>> 28) & 7] ?? 0;

function isPossible(key: number, value: number): boolean {
  if (key >>> 28 === 1) return value <= 1;
  if (key === RATE_MEAS) return value >= MIN_RATE_MS.accepted;
  return key !== UART1_BAUD || (value >= 4_800 && value <= 921_600);
}

function itemsOf(data: Buffer): [number, number][] | undefined {
  const items: [number, number][] = [];
  for (let at = 0; at < data.length;) {
    const key = at + 4 <= data.length ? data.readUInt32LE(at) : 0;
    const end = at + 4 + sizeOf(key);
    // An unknown key or an incomplete value.
    if (!FACTORY.has(key) || end > data.length) return undefined;
    items.push([key, data.readUIntLE(at + 4, sizeOf(key))]);
    at = end;
  }
  return items.length > MAX_ITEMS ? undefined : items;
}

/** The settings of a simulated receiver: the active ones in RAM, and those in flash. It has no battery-backed RAM. */
export function createUbxMemory(provisioningFault?: ProvisioningFault, sendsNavPvt = true) {
  const factory = new Map([...FACTORY, [UART1_NAV_PVT, Number(sendsNavPvt)]]);
  const flash = new Map<number, number>();
  const ram = new Map(factory);

  return {
    valueOf: (key: number): number => ram.get(key) ?? 0,
    /** CFG-VALSET: sets all values or none. Returns false if refused. */
    set(payload: Buffer): boolean {
      const items = itemsOf(payload.subarray(4));
      const layers = payload[1] ?? 0;
      const isLocked = provisioningFault === 'password';
      if (isLocked || payload.length < 4 || payload[0] !== 0 || layers === 0 || layers > 7) return false;
      if (items?.every(([key, value]) => isPossible(key, value)) !== true) return false;
      for (const [key, value] of items) {
        const kept = provisioningFault === 'changes' && key === RATE_MEAS ? Math.max(value, MIN_RATE_MS.stored) : value;
        if ((layers & LAYER_BITS.ram) !== 0) ram.set(key, kept);
        if ((layers & LAYER_BITS.flash) !== 0) flash.set(key, kept);
      }
      return true;
    },
    /** CFG-VALGET: the active values of the requested keys; undefined if a key is unknown. */
    get(payload: Buffer): Buffer | undefined {
      const [version, layer] = payload;
      if (version !== 0 || layer !== 0 || payload.length < 8 || payload.length % 4 !== 0) return undefined;
      const parts = [Buffer.from([1, 0, 0, 0])];
      for (let at = 4; at < payload.length; at += 4) {
        const key = payload.readUInt32LE(at);
        const value = ram.get(key);
        if (value === undefined) return undefined;
        const item = Buffer.alloc(4 + sizeOf(key));
        item.writeUInt32LE(key, 0);
        item.writeUIntLE(value, 4, sizeOf(key));
        parts.push(item);
      }
      return parts.length > MAX_ITEMS + 1 ? undefined : Buffer.concat(parts);
    },
    /** Turns the power off and on. */
    restart() {
      for (const [key, value] of factory) ram.set(key, flash.get(key) ?? value);
    },
  };
}
