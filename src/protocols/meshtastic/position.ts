import type { Location } from '../../schema/location.js';
import { readFields, signed, unsigned, type Wire } from './wire.js';

/** Where a node was. */
export type Position = Omit<Location, 'dateTime' | 'attributes'> & {
  /** s since 1970: when the fix was taken, else when it was reported; undefined where the node does not know */
  readonly time: number | undefined;
  readonly attributes: Record<string, string | number | boolean>;
};

const positionFields: Readonly<Record<number, Wire>> = {
  1: 'fixed32',
  2: 'fixed32',
  3: 'varint',
  4: 'fixed32',
  5: 'varint',
  7: 'fixed32',
  11: 'varint',
  12: 'varint',
  15: 'varint',
  16: 'varint',
  19: 'varint',
  21: 'varint',
  22: 'varint',
  23: 'varint',
};

/** Nothing that speaks this is older: a clock that says so was never set. */
const firstCredible = Date.UTC(2015, 0, 1) / 1000;
/** m that are left when one bit of an ordinate is told: half the way round */
const ofOneBit = 23_905_787;
const wholeBits = 32;

/**
 * A Position: `no fix` when it has no place, or nothing when it can not be read. The firmware sends the speed in km/h and
 * the course in 1/100,000 degree, other than the units of its own description.
 */
export function readPosition(bytes: Uint8Array): Position | 'no fix' | undefined {
  const fields = readFields(bytes, positionFields);
  if (fields === undefined) return undefined;
  const [north, east, satellites = 0] = [signed(fields, 1), signed(fields, 2), unsigned(fields, 19)];
  if (north === undefined || east === undefined || (north === 0 && east === 0 && satellites === 0)) return 'no fix';
  const [latitude, longitude] = [north / 1e7, east / 1e7];
  const [altitude, speed, track] = [signed(fields, 3), unsigned(fields, 15), unsigned(fields, 16)];
  const [pdop = 0, hdop = 0, bits = wholeBits] = [unsigned(fields, 11), unsigned(fields, 12), unsigned(fields, 23)];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || bits > wholeBits) return undefined;
  const position: Position = {
    time: [unsigned(fields, 7), unsigned(fields, 4)].find(isSet),
    latitude,
    longitude,
    attributes: {},
  };
  if (altitude !== undefined && altitude >= -20_000 && altitude <= 10_000_000) position.altitude = altitude;
  if (speed !== undefined && speed <= 100_000) position.speed = Math.round((speed / 3.6) * 1e4) / 1e4;
  if (track !== undefined && track <= 360e5) position.course = (track % 360e5) / 1e5;
  if (satellites > 0 && satellites <= 1_000) position.satellites = satellites;
  if (pdop > 0) position.attributes.pdop = pdop / 100;
  if (hdop > 0) position.attributes.hdop = hdop / 100;
  if (bits > 0 && bits < wholeBits) {
    // The channel has it made coarse on purpose: the place is the middle of a square.
    position.attributes.coarse = true;
    position.accuracy = Math.round(ofOneBit / 2 ** bits);
  }
  return position;
}

/** An instant in s since 1970 that a clock may have told which was set. */
export const isSet = (seconds: number | undefined): seconds is number =>
  seconds !== undefined && seconds >= firstCredible;
