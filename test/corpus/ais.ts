import { ais } from '../../src/protocols/ais/index.js';
import type { TrackerMessage, RecordsMessage } from '../../src/protocols/protocol.js';
import type { Location } from '../../src/schema/records/location.js';
import { createCounters } from '../../src/protocols/protocol.js';
import { aisSentences } from '../../src/simulator/ais/sentences.js';
import { classA } from '../support/ais-messages.js';
import { bytes, chunksOf, runProtocol } from '../support/framing.js';

/** What others assert of a message; knots, degrees, numbers as they stand in the standard's tables. */
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

/** When these streams are heard, long after they were recorded. */
export const heardAt = Date.UTC(2026, 10, 21, 10, 15, 59, 500);

/** Messages whose sender says where it is. */
export const reporting: readonly number[] = [1, 2, 3, 4, 9, 11, 18, 19, 21, 27];

export const heard = (input: Uint8Array, counters = createCounters()): TrackerMessage[] =>
  runProtocol(ais, chunksOf(input, [7, 64, 1, 300]), counters, heardAt);

export const recordsOf = (messages: readonly TrackerMessage[]): RecordsMessage[] =>
  messages.filter((message) => message.type === 'records');

/** The type of a message by the first character of its payload. */
export const typeOf = (input: string): number =>
  '0123456789:;<=>?@ABCDEFGHIJK'.indexOf(/^![^,]*,(?:[^,]*,){4}(.)/.exec(input)?.[1] ?? '');

/** What is known of a station after a message of its own: what stands with a position it reports afterwards. */
export function knownOf(deviceId: string, input: Uint8Array): Location['attributes'] {
  const after = aisSentences(classA({ mmsi: Number(deviceId) }));
  return recordsOf(heard(Buffer.concat([input, bytes('\r\n'), bytes(after)]))).at(-1)?.locations[0]?.attributes;
}

const statuses = new Map([
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
const origins = new Map([
  [61, 'manual'],
  [62, 'dead reckoning'],
  [63, 'inoperative'],
]);
const metresPerSecond = 1852 / 3600;

type Add = (what: string) => void;

/** What of a report of ours contradicts what is asserted of it; `add` counts what agrees. */
export function faultsOf(ours: Location, asserted: Asserted, add: Add): string[] {
  const faults: string[] = [];
  const { attributes = {} } = ours;
  const same = (what: string, own: unknown, theirs: unknown): void => {
    if (own === theirs) add(what);
    else faults.push(`${what}: ${String(own)} is not ${String(theirs)}`);
  };
  const near = (what: string, own: number | undefined, theirs: number | undefined, within: number): void => {
    if (theirs === undefined) return;
    if (own !== undefined && Math.abs(own - theirs) <= within) add(what);
    else faults.push(`${what}: ${String(own)} is not ${theirs}`);
  };
  const { speed, speedNote, heading, second, status, accuracy, aid_type: aidType } = asserted;
  // Message 27 has tenths of a minute, of which some are asserted with four decimals.
  const precision = asserted.type === 27 ? 5e-5 : 6e-7;
  near('latitude', ours.latitude, asserted.latitude, precision);
  near('longitude', ours.longitude, asserted.longitude, precision);
  near('speed', ours.speed, speed === undefined ? undefined : speed * metresPerSecond, 1e-4);
  if (speedNote !== undefined) same('speed', ours.speed, undefined);
  near('course', ours.course, asserted.course, 1e-9);
  near('altitude', ours.altitude, asserted.alt, 0);
  // gpsd hands on what is sent: 511 for none, and twice 480, which is no heading either.
  if (heading !== undefined) same('heading', attributes.heading, heading > 360 ? undefined : heading % 360);
  if (accuracy !== undefined) same('accuracy', attributes.highAccuracy, Boolean(accuracy));
  if (status !== undefined) same('status', attributes.navigationStatus, statuses.get(status));
  if (second !== undefined) same('second', Number(ours.dateTime.slice(17, 19)), second < 60 ? second : 59);
  if (second !== undefined && second > 59) same('origin', attributes.positionOrigin, origins.get(second));
  // gpsd writes what stands for a time that is not available as if it were one.
  const time = asserted.timestamp?.endsWith('T24:60:60Z') === true ? '2026-11-21T10:15:59Z' : asserted.timestamp;
  if (time !== undefined) same('time', ours.dateTime, time.replace('Z', '.000Z'));
  if (aidType !== undefined) same('kind of aid', attributes.aidType, aidType === 0 ? undefined : aidType);
  if (asserted.name !== undefined) same('name', attributes.name, asserted.name || undefined);
  return faults;
}

/** The same for what a station says of itself. */
export function faultsOfStatics(known: Location['attributes'], asserted: Asserted, add: Add): string[] {
  const faults: string[] = [];
  const same = (what: string, own: unknown, theirs: string | number | undefined): void => {
    if (theirs === undefined) return;
    // Blank, and 0 of a number, are not available.
    if (own === (theirs || undefined)) add(what);
    else faults.push(`${what}: ${String(own)} is not ${theirs}`);
  };
  same('name', known?.name, asserted.shipname);
  same('call sign', known?.callSign, asserted.callsign);
  same('IMO number', known?.imo, asserted.imo);
  same('type of ship', known?.shipType, asserted.ship_type);
  return faults;
}
