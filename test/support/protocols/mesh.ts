import type { Fix } from '../../../src/simulator/fix.js';
import { meshBattery, meshPacket, meshPosition, type Bytes } from '../../../src/simulator/meshtastic/packets.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';

const begin = Date.UTC(2026, 10, 21, 10);
const vehicle = createVehicle({ seed: 7 });

export const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A packet of a node, as latin1 text. */
export const packet = (from: number, id: number, port: number, payload: Bytes, at = begin): string =>
  latin1(meshPacket({ from, id, rxTime: at / 1000 }, port, payload));

/** The fix of the n-th second. */
export const fixOf = (second: number): Fix => vehicle.fixAt(begin + 1000 * second);

/** A stream with positions of two nodes, one of them coarse, a low battery and an emergency. */
export const meshFrames: readonly string[] = [
  packet(0xa5c00002, 0x11111111, 3, meshPosition(fixOf(0))),
  packet(0xa5c00008, 0x22222222, 3, meshPosition(fixOf(1), 16)),
  packet(0xa5c00003, 0x33333333, 67, meshBattery(begin / 1000, 12)),
  packet(0xa5c00004, 0x44444444, 11, [...Buffer.from('SOS')]),
];

/** A busy mesh: positions with some battery reports. */
export const meshPositions = (fix: Fix, at: number): string =>
  packet(0xa5c00001 + (at % 300), at + 1, 3, meshPosition(fix), begin + 1000 * at) +
  (at % 10 === 0 ? packet(0xa5c00001 + (at % 300), 1e6 + at, 67, meshBattery(begin / 1000 + at, 88)) : '');
