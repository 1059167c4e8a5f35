import { KMH, speedIn } from '../../domain/records/speed.js';
import type { Location } from '../../schema/records/location.js';
import { readFields, int32At, uint32At, type WireType } from './protobuf-reader.js';

export type MeshPosition = Omit<Location, 'dateTime' | 'attributes'> & {
  /** s since 1970: time of the fix, else of the report; undefined if the node does not know it */
  readonly time: number | undefined;
  readonly attributes: Record<string, string | number | boolean>;
};

const POSITION_FIELDS: Readonly<Record<number, WireType>> = {
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

/** uncertainty in m when one bit of an ordinate is sent */
const ONE_BIT_METERS = 23_905_787;
const FULL_PRECISION_BITS = 32;

/**
 * Reads a Position; `no fix` if it has no coordinates, undefined if it is unreadable. The firmware sends the speed in km/h
 * and the course in 1/100,000 degree, which differs from its documentation.
 */
export function readPosition(bytes: Uint8Array): MeshPosition | 'no fix' | undefined {
  const fields = readFields(bytes, POSITION_FIELDS);
  if (fields === undefined) return undefined;
  const [north, east, satellites = 0] = [int32At(fields, 1), int32At(fields, 2), uint32At(fields, 19)];
  if (north === undefined || east === undefined || (north === 0 && east === 0 && satellites === 0)) return 'no fix';
  const [latitude, longitude] = [north / 1e7, east / 1e7];
  const [altitude, speed, track] = [int32At(fields, 3), uint32At(fields, 15), uint32At(fields, 16)];
  const [pdop = 0, hdop = 0, bits = FULL_PRECISION_BITS] = [
    uint32At(fields, 11),
    uint32At(fields, 12),
    uint32At(fields, 23),
  ];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || bits > FULL_PRECISION_BITS) return undefined;
  const position: MeshPosition = {
    time: [uint32At(fields, 7), uint32At(fields, 4)].find((time = 0) => time > 0),
    latitude,
    longitude,
    attributes: {},
  };
  if (altitude !== undefined && altitude >= -20_000 && altitude <= 10_000_000) position.altitude = altitude;
  if (speed !== undefined && speed <= 100_000) position.speed = speedIn(KMH, speed);
  if (track !== undefined && track <= 360e5) position.course = (track % 360e5) / 1e5;
  if (satellites > 0 && satellites <= 1_000) position.satellites = satellites;
  if (pdop > 0) position.attributes.pdop = pdop / 100;
  if (hdop > 0) position.attributes.hdop = hdop / 100;
  if (bits > 0 && bits < FULL_PRECISION_BITS) {
    // The channel reduces the precision on purpose: the position is the center of a square.
    position.attributes.coarse = true;
    position.accuracy = Math.round(ONE_BIT_METERS / 2 ** bits);
  }
  return position;
}
