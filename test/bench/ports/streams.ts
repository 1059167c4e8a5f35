import { aisSentences } from '../../../src/simulator/ais/sentences.js';
import { jsonLine } from '../../../src/simulator/json/line.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { sentence } from '../../../src/simulator/nmea0183/sentence.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { wptLine } from '../../../src/simulator/wpt/line.js';
import { classA } from '../../support/protocols/ais-messages.js';
import { createRandom } from '../../support/protocols/random.js';
import { deviceOf } from '../measure/gateway.js';

/** The kinds of data on the ports, and the kind of each port. */
export const mixes = {
  /** RMC, VTG, GGA and GSA: 250 bytes per fix */
  nmea: ['nmea0183'],
  /** in addition satellites in view, as most receivers send them: 460 bytes per fix */
  'nmea+gsv': ['nmea0183+gsv'],
  /** random bytes: no frame, or by chance a damaged one */
  noise: ['nmea0183+noise'],
  mixed: ['nmea0183+gsv', 'nmea0183', 'wpt', 'nmea0183+gsv', 'ais', 'nmea0183', 'json', 'nmea0183+gsv'],
} as const;
export type Mix = keyof typeof mixes;
export type StreamKind = (typeof mixes)[Mix][number];

export const PORTS = 16;
/** 8N1: ten bits a byte */
export const bytesPerSecond = (baudRate: number): number => baudRate / 10;
/** Each of them then reports about four times per second. */
const SHIPS = 500;
/** ms since 1970: NMEA has hundredths of a second, and each fix has a different time. */
const begin = Date.UTC(2026, 0, 1);
const STEP_MS = 10;

export const streamKindOf = (mix: Mix, port: number): StreamKind => {
  const kinds = mixes[mix];
  return kinds[port % kinds.length] ?? kinds[0];
};
export const shipsOf = (port: number): string[] => Array.from({ length: SHIPS }, (_, at) => String(mmsiOf(port, at)));
const mmsiOf = (port: number, at: number): number => 244_000_000 + port * SHIPS + at;

export type Stream = { readonly bytes: Buffer; readonly records: number };

/** As many whole lines as fit into `maxBytes`, and their number of records. */
export function streamOf(kind: StreamKind, port: number, maxBytes: number): Stream {
  if (kind === 'nmea0183+noise') return { bytes: createRandom(port).fill(Buffer.alloc(maxBytes)), records: 0 };
  const say = writers[kind](port);
  const chunks: Buffer[] = [];
  let length = 0;
  for (let at = 0; ; at += 1) {
    const next = Buffer.from(say(at), 'latin1');
    // After its first record a tracker needs no more greeting.
    if (length + next.length > maxBytes) return { bytes: Buffer.concat(chunks), records: at };
    chunks.push(next);
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

/** The text of the record at an index of the stream. */
const writers: Readonly<Record<Exclude<StreamKind, 'nmea0183+noise'>, (port: number) => (at: number) => string>> = {
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
