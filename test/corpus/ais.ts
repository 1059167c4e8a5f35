import { ais } from '../../src/protocols/ais/index.js';
import type { TrackerMessage, RecordsMessage } from '../../src/protocols/protocol.js';
import type { Location } from '../../src/schema/records/location.js';
import { createCounters } from '../../src/protocols/protocol.js';
import { aisSentences } from '../../src/simulator/ais/sentences.js';
import { classA } from '../support/protocols/ais-messages.js';
import { bytes, chunksOf, runProtocol } from '../support/protocols/framing.js';

/** Values asserted by other programs; knots, degrees, numbers of the tables in the standard. */
export type Asserted = {
  readonly type?: number;
  readonly deviceId?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly speed?: number;
  readonly speedNote?: string;
  readonly course?: number;
  readonly heading?: number;
  readonly alt?: number;
  readonly second?: number;
  readonly timestamp?: string;
  readonly status?: number;
  readonly accuracy?: boolean | number;
  readonly name?: string;
  readonly aid_type?: number;
  readonly shipname?: string;
  readonly callsign?: string;
  readonly imo?: number;
  readonly ship_type?: number;
};

/** Long after the streams were recorded. */
const RECEIVED_AT = Date.UTC(2026, 10, 21, 10, 15, 59, 500);

/** Message types with the position of their sender. */
export const POSITION_REPORT_TYPES: readonly number[] = [1, 2, 3, 4, 9, 11, 18, 19, 21, 27];

export const decodeInput = (input: Uint8Array, counters = createCounters()): TrackerMessage[] =>
  runProtocol(ais, chunksOf(input, [7, 64, 1, 300]), counters, RECEIVED_AT);

export const recordsOf = (messages: readonly TrackerMessage[]): RecordsMessage[] =>
  messages.filter((message) => message.type === 'records');

/** The type of a message by the first character of its payload. */
export const typeOf = (input: string): number =>
  '0123456789:;<=>?@ABCDEFGHIJK'.indexOf(/^![^,]*,(?:[^,]*,){4}(.)/.exec(input)?.[1] ?? '');

/** The attributes of a location that the station sends after the input, with its static data. */
export function staticDataOf(deviceId: string, input: Uint8Array): Location['attributes'] {
  const after = aisSentences(classA({ mmsi: Number(deviceId) }));
  return recordsOf(decodeInput(Buffer.concat([input, bytes('\r\n'), bytes(after)]))).at(-1)?.locations[0]?.attributes;
}

const STATUSES = new Map([
  [0, 'under way using engine'],
  [1, 'at anchor'],
  [2, 'not under command'],
  [3, 'restricted manoeuvrability'],
  [4, 'constrained by her draught'],
  [5, 'moored'],
  [6, 'aground'],
  [7, 'engaged in fishing'],
  [8, 'under way sailing'],
  [11, 'towing astern'],
  [12, 'pushing ahead or towing alongside'],
  [14, 'AIS-SART active'],
]);
const ORIGINS = new Map([
  [61, 'manual'],
  [62, 'dead reckoning'],
  [63, 'inoperative'],
]);
const METERS_PER_SECOND_PER_KNOT = 1852 / 3600;

type Add = (what: string) => void;

/** The differences from the asserted values; `add` counts the values that agree. */
export function mismatchesOf(decoded: Location, asserted: Asserted, add: Add): string[] {
  const mismatches: string[] = [];
  const { attributes = {} } = decoded;
  const same = (what: string, decodedValue: unknown, assertedValue: unknown): void => {
    if (decodedValue === assertedValue) add(what);
    else mismatches.push(`${what}: ${String(decodedValue)} is not ${String(assertedValue)}`);
  };
  const near = (
    what: string,
    decodedValue: number | undefined,
    assertedValue: number | undefined,
    tolerance: number,
  ): void => {
    if (assertedValue === undefined) return;
    if (decodedValue !== undefined && Math.abs(decodedValue - assertedValue) <= tolerance) add(what);
    else mismatches.push(`${what}: ${String(decodedValue)} is not ${assertedValue}`);
  };
  const { speed, speedNote, heading, second, status, accuracy, aid_type: aidType } = asserted;
  // Message 27 has tenths of a minute; some are asserted with four decimals.
  const precision = asserted.type === 27 ? 5e-5 : 6e-7;
  near('latitude', decoded.latitude, asserted.latitude, precision);
  near('longitude', decoded.longitude, asserted.longitude, precision);
  near('speed', decoded.speed, speed === undefined ? undefined : speed * METERS_PER_SECOND_PER_KNOT, 1e-4);
  if (speedNote !== undefined) same('speed', decoded.speed, undefined);
  near('course', decoded.course, asserted.course, 1e-9);
  near('altitude', decoded.altitude, asserted.alt, 0);
  // gpsd passes raw values: 511 for not available, and twice 480, which is invalid too.
  if (heading !== undefined) same('heading', attributes.heading, heading > 360 ? undefined : heading % 360);
  if (accuracy !== undefined) same('accuracy', attributes.highAccuracy, Boolean(accuracy));
  if (status !== undefined) same('status', attributes.navigationStatus, STATUSES.get(status));
  if (second !== undefined) same('second', Number(decoded.dateTime.slice(17, 19)), second < 60 ? second : 59);
  if (second !== undefined && second > 59) same('origin', attributes.positionOrigin, ORIGINS.get(second));
  // gpsd formats an unavailable time as if it were a time.
  const time = asserted.timestamp?.endsWith('T24:60:60Z') === true ? '2026-11-21T10:15:59Z' : asserted.timestamp;
  if (time !== undefined) same('time', decoded.dateTime, time.replace('Z', '.000Z'));
  if (aidType !== undefined) same('kind of aid', attributes.aidType, aidType === 0 ? undefined : aidType);
  if (asserted.name !== undefined) same('name', attributes.name, asserted.name || undefined);
  return mismatches;
}

/** The same for static data. */
export function staticDataMismatchesOf(known: Location['attributes'], asserted: Asserted, add: Add): string[] {
  const mismatches: string[] = [];
  const same = (what: string, decodedValue: unknown, assertedValue: string | number | undefined): void => {
    if (assertedValue === undefined) return;
    // A blank text and the number 0 are not available.
    if (decodedValue === (assertedValue || undefined)) add(what);
    else mismatches.push(`${what}: ${String(decodedValue)} is not ${assertedValue}`);
  };
  same('name', known?.name, asserted.shipname);
  same('call sign', known?.callSign, asserted.callsign);
  same('IMO number', known?.imo, asserted.imo);
  same('type of ship', known?.shipType, asserted.ship_type);
  return mismatches;
}
