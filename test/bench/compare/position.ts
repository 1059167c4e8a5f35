/** The same positions for all peers: a fix per second of each of sixteen devices. */

export const DEVICES = 16;
export const deviceOf = (i: number): string => `bus-${i % DEVICES}`;

const begin = Date.UTC(2026, 0, 1);

/** The `i`-th position in the format of the gateway's API. */
export const positionOf = (i: number) => ({
  dateTime: new Date(begin + Math.floor(i / DEVICES) * 1000).toISOString(),
  latitude: 52.842278,
  longitude: 5.70582,
  speed: 12.51,
  course: 184.2,
  altitude: 4.5,
  satellites: 11,
  battery: 87,
});
