import { aisSentences } from '../../src/simulator/ais/sentences.js';
import { jsonLine } from '../../src/simulator/json/line.js';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { sentence } from '../../src/simulator/nmea0183/sentence.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { wptLine } from '../../src/simulator/wpt/line.js';
import { classA } from '../support/ais-messages.js';

/** What is said on the ports, and whose port says what. */
export const mixes = {
  /** RMC, VTG, GGA and GSA: 250 bytes a fix */
  nmea: ['nmea0183'],
  /** satellites in view besides, as most receivers send them: 460 bytes a fix */
  'nmea+gsv': ['nmea0183+gsv'],
  mixed: ['nmea0183+gsv', 'nmea0183', 'wpt', 'nmea0183+gsv', 'ais', 'nmea0183', 'json', 'nmea0183+gsv'],
} as const;
export type Mix = keyof typeof mixes;
export type Spoken = (typeof mixes)[Mix][number];

export const PORTS = 16;
/** bytes a second of 921,600 baud, 8N1 */
export const BYTES_PER_SECOND = 92_160;
/** Each of them reports some four times a second then. */
const SHIPS = 500;
/** ms since 1970: NMEA tells hundredths of a second, and each fix is another one. */
const begin = Date.UTC(2026, 0, 1);
const STEP_MS = 10;

export const spokenOn = (mix: Mix, port: number): Spoken => {
  const kinds = mixes[mix];
  return kinds[port % kinds.length] ?? kinds[0];
};
export const deviceOf = (port: number): string => `bus-${port}`;
export const shipsOf = (port: number): string[] => Array.from({ length: SHIPS }, (_, at) => String(mmsiOf(port, at)));
const mmsiOf = (port: number, at: number): number => 244_000_000 + port * SHIPS + at;

export type Stream = { readonly bytes: Buffer; readonly records: number };

/** Whole lines, as many as fit into so many bytes, and how many records they are. */
export function streamOf(kind: Spoken, port: number, most: number): Stream {
  const say = speakers[kind](port);
  const said: Buffer[] = [];
  let length = 0;
  for (let at = 0; ; at += 1) {
    const next = Buffer.from(say(at), 'latin1');
    // A tracker that has been understood once has nothing more to say before its first record.
    if (length + next.length > most) return { bytes: Buffer.concat(said), records: at };
    said.push(next);
    length += next.length;
  }
}

const seen = (port: number): string =>
  [1, 2, 3]
    .map((place) => {
      const satellites = [0, 1, 2, 3].map(
        (at) => `${place * 4 + at},${20 + port},${(place * 67 + at * 31) % 360},3${at}`,
      );
      return sentence(`GPGSV,3,${place},12,${satellites.join(',')}`);
    })
    .join('');

/** The text of the record at a place in the stream. */
const speakers: Readonly<Record<Spoken, (port: number) => (at: number) => string>> = {
  nmea0183(port) {
    const vehicle = createVehicle({ seed: port + 1 });
    return (at) => nmeaEpoch(vehicle.fixAt(begin + at * STEP_MS));
  },
  'nmea0183+gsv'(port) {
    const [vehicle, inView] = [createVehicle({ seed: port + 1 }), seen(port)];
    return (at) => nmeaEpoch(vehicle.fixAt(begin + at * STEP_MS)) + inView;
  },
  wpt(port) {
    const [vehicle, epoch] = [createVehicle({ seed: port + 1 }), `9F3A01${String(port).padStart(2, '0')}`];
    const hello = wptLine('HEL', 1, deviceOf(port), epoch, 1, 1, 'bench', '1', '', '');
    return (at) => {
      const { latitude, longitude, altitude, speed, course, satellites } = vehicle.fixAt(begin + at * STEP_MS);
      const place = [latitude.toFixed(6), longitude.toFixed(6), altitude.toFixed(1), speed, course];
      const fix = wptLine('FIX', epoch, at + 1, begin + at * STEP_MS, ...place, satellites, 0.9, 'A', 0, 87);
      return at === 0 ? hello + fix : fix;
    };
  },
  json(port) {
    const vehicle = createVehicle({ seed: port + 1 });
    return (at) => {
      const location = vehicle.fixAt(begin + at * STEP_MS);
      return jsonLine({ id: at, deviceId: deviceOf(port), location }, { checked: true });
    };
  },
  ais: (port) => (at) => {
    const mmsi = mmsiOf(port, at % SHIPS);
    return aisSentences(classA({ mmsi, longitude: 3_150_000 + Math.floor(at / SHIPS), second: 60 }));
  },
};
