import { imei } from '../../../src/simulator/queclink/frames.js';
import { avlData, CODEC_8, tcpPacket } from '../../../src/simulator/teltonika/packets.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';

/** What the trackers of a listener send. */

export type Fleet = { readonly trackers: number; readonly intervalMs: number };

/** One fix each two seconds, sent together. */
export const FLEET: Fleet = { trackers: 2_000, intervalMs: 10_000 };
export const TINY_FLEET: Fleet = { trackers: 100, intervalMs: 1_000 };

export const RECORDS_PER_PACKET = 5;
const BEGIN = Date.UTC(2026, 0, 1);
const RECORD_MS = 2_000;
/** A listener accepts 64 connections of one address. */
const TRACKERS_PER_ADDRESS = 50;

export const trackerIdOf = (tracker: number): string => imei('86000000', tracker);
export const addressOf = (tracker: number): string => `127.0.1.${1 + Math.floor(tracker / TRACKERS_PER_ADDRESS)}`;
/** The time of the n-th record of each tracker, ms since 1970. */
export const timeOf = (record: number): number => BEGIN + record * RECORD_MS;

/** The first packets of a tracker. */
export function packetsOf(tracker: number, count: number): readonly Buffer[] {
  const vehicle = createVehicle({ seed: tracker });
  return Array.from({ length: count }, (_, packet) => {
    const records = Array.from({ length: RECORDS_PER_PACKET }, (_, at) => ({
      fix: vehicle.fixAt(timeOf(packet * RECORDS_PER_PACKET + at)),
    }));
    return tcpPacket(avlData(records, CODEC_8));
  });
}
