import { readAlert } from '../../domain/records/alert.js';
import { readLocation } from '../../domain/records/location.js';
import type { Receipt } from '../../domain/report.js';
import { failure, statusOf, success, type Result } from '../../errors.js';
import type { Framer } from '../../framing/framer.js';
import { createLineFramer } from '../../framing/lines.js';
import type { Alert } from '../../schema/records/alert.js';
import { validateLocationInput, type Location } from '../../schema/records/location.js';
import { NO_FIX } from '../counters.js';
import { defineProtocol, type Decoder, type ProtocolContext, type TrackerMessage } from '../protocol.js';
import { readRequest, type OsmandFix } from './request.js';

/** of a query, a form or a body of JSON */
export const MAX_REQUEST_BYTES = 16 * 1024;
const QUESTION_MARK = 0x3f;
const MAX_REASON_LENGTH = 256;

/** Each chunk is the query or the body of one request. In a stream, each line is the first one of a request. */
function createRequestFramer({ isDatagram }: ProtocolContext): Framer<Uint8Array> {
  if (isDatagram !== true) return createLineFramer({ maxBytes: MAX_REQUEST_BYTES, check: queryOf });
  return {
    push: (chunk) =>
      chunk.length > MAX_REQUEST_BYTES
        ? [{ kind: 'discarded', bytes: chunk.length, reason: 'too-long' }]
        : [{ kind: 'frame', frame: new Uint8Array(chunk), bytes: chunk.length }],
    heldBytes: () => 0,
  };
}

/** The query of `GET /?… HTTP/1.1`; undefined if the line is cut. */
function queryOf(line: Uint8Array): Uint8Array | undefined {
  const from = line.lastIndexOf(QUESTION_MARK) + 1;
  const end = line.length - VERSION_BYTES;
  const isWhole = METHOD.test(latin1(line.subarray(0, from))) && VERSION.test(latin1(line.subarray(end)));
  return isWhole && from <= end ? line.subarray(from, end) : undefined;
}

const METHOD = /(?:GET|POST) \/\?$/;
const VERSION = /^ HTTP\/1\.[01]$/;
const VERSION_BYTES = ' HTTP/1.1'.length;

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(-16));

const utf8 = new TextDecoder();

function decode(frame: Uint8Array, receivedAt: number, context: ProtocolContext): TrackerMessage {
  const request = readRequest(utf8.decode(frame));
  if (!request.ok) return rejected(request.message);
  const { deviceId, fixes } = request.value;
  const locations: Location[] = [];
  const alerts: Alert[] = [];
  for (const fix of fixes) {
    const location = locationOf(fix, receivedAt, context);
    if (!location.ok) return rejected(location.message);
    if (location.value !== undefined) locations.push(location.value);
    const alert = alertOf(fix, location.value, receivedAt);
    if (!alert.ok) return rejected(alert.message);
    if (alert.value !== undefined) alerts.push(alert.value);
  }
  if (locations.length + alerts.length === 0) return { type: 'request', ref: deviceId };
  return { type: 'records', deviceId, locations, alerts };
}

const rejected = (reason: string): TrackerMessage => ({ type: 'rejected', reason: reason.slice(0, MAX_REASON_LENGTH) });

/** Undefined where the request has no position. */
function locationOf(
  fix: OsmandFix,
  receivedAt: number,
  { clockQuality }: ProtocolContext,
): Result<Location | undefined> {
  const { time, latitude, longitude, speed, course, altitude, accuracy, battery, attributes, mileage, driverId } = fix;
  if (latitude === undefined) return success(undefined);
  const own = known(
    time === undefined ? { ...attributes, timeSource: 'gateway', clockQuality: clockQuality() } : attributes,
  );
  const input = validateLocationInput({
    dateTime: dateTimeOf(time, receivedAt),
    latitude,
    longitude,
    ...known({ speed, course, altitude, accuracy, milleage: mileage, driverId }),
    ...(battery !== undefined && { battery: Math.min(battery, 100) }),
    ...(Object.keys(own).length > 0 && { attributes: own }),
  });
  return input.ok ? readLocation(input.value) : input;
}

function alertOf(
  { time, alarm, driverId }: OsmandFix,
  location: Location | undefined,
  receivedAt: number,
): Result<Alert | undefined> {
  if (alarm === undefined) return success(undefined);
  const at = location === undefined ? {} : { latitude: location.latitude, longitude: location.longitude };
  const dateTime = location?.dateTime ?? dateTimeOf(time, receivedAt);
  return readAlert({ dateTime, alerts: [alarm], ...at, ...(driverId !== undefined && { driverId }) }, receivedAt);
}

const dateTimeOf = (time: OsmandFix['time'], receivedAt: number): string =>
  new Date(time ?? Math.max(0, Math.round(receivedAt))).toISOString();

const known = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Status and text of the HTTP response. An app keeps what gets no 2xx, so quarantined counts as stored. */
function reply(message: TrackerMessage, receipt: Receipt): string {
  if (message.type === 'request') return '200 no position: nothing to store\n';
  const outcome = message.type === 'rejected' ? failure('validation_failed', message.reason) : receipt;
  if (!outcome.ok) return `${statusOf(outcome.code)} ${outcome.message}\n`;
  return outcome.value.quarantined === true
    ? '200 quarantined: the device is not registered on the gateway\n'
    : '200 stored\n';
}

/** Telephones with OsmAnd, Traccar Client and other apps that send HTTP requests. */
export const osmand = defineProtocol({
  name: 'osmand',
  baudRates: [115200],
  requiresDeviceId: false,
  acknowledges: true,
  networkOnly: true,
  httpOnly: true,
  framer: createRequestFramer,
  // It is never detected.
  signatureBytes: () => 0,
  decoder: (context): Decoder<Uint8Array> => ({
    decode: (frame, receivedAt) => [decode(frame, receivedAt, context)],
    kindOf: () => NO_FIX,
    reply,
  }),
});
