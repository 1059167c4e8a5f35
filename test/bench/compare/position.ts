import { POSITION } from '../measure/position.js';

/** The same positions for all peers: a fix per second of each of sixteen devices. */

export const DEVICES = 16;
export const deviceOf = (i: number): string => `bus-${i % DEVICES}`;

const begin = Date.UTC(2026, 0, 1);

/** The `i`-th position in the format of the gateway's API. */
export const positionOf = (i: number) => ({
  dateTime: new Date(begin + Math.floor(i / DEVICES) * 1000).toISOString(),
  ...POSITION,
});
