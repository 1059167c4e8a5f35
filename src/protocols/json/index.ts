import { readAlert } from '../../domain/records/alert.js';
import { readLocation } from '../../domain/records/location.js';
import { isObject } from '../../domain/json.js';
import { failure, statusOf, success, type Result } from '../../errors.js';
import { crc16 } from '../../framing/crc16.js';
import { parseHexByte } from '../../framing/sentences.js';
import { createLineFramer } from '../../framing/lines.js';
import { validateJsonLine } from '../../schema/records/json-line.js';
import {
  defineProtocol,
  type Decoder,
  type MessageRef,
  type RecordsMessage,
  type TrackerMessage,
} from '../protocol.js';
import type { Receipt } from '../../domain/report.js';
import { encodeCommand, isCommandLine, readCommandReply, toRef } from './command.js';
import { canBeObject, NOT_AN_OBJECT, parseJson } from './parse.js';

/** Without the line end. A location with every field and a few attributes has a kilobyte, so 100 of them fit. */
export const MAX_LINE_BYTES = 128 * 1024;

const STAR = 0x2a;
const CHECKSUM_BYTES = 5;

/** Limited, because a reason may quote the line. */
const MAX_REASON_LENGTH = 256;

/** POST bodies of the REST API as JSON Lines: same schemas, rules and status codes. */
export const json = defineProtocol({
  name: 'json',
  baudRates: [115200, 9600, 38400, 57600, 19200, 4800],
  requiresDeviceId: false,
  lineBased: true,
  framer: () => createLineFramer({ maxBytes: MAX_LINE_BYTES, check: stripChecksum }),
  acknowledges: true,
  signatureBytes: (line) => (decode(parseJson(line), 0).type === 'records' ? line.length : 0),
  decoder: (): Decoder<Uint8Array> => ({ decode: decodeLine, reply, command: encodeCommand }),
});

/** The line without its optional `*CRC16` tail; undefined if the checksum is wrong. */
function stripChecksum(line: Uint8Array): Uint8Array | undefined {
  const end = line.length - CHECKSUM_BYTES;
  if (end < 0 || line[end] !== STAR) return line;
  const high = parseHexByte(line[end + 1], line[end + 2]);
  const low = parseHexByte(line[end + 3], line[end + 4]);
  if (high < 0 || low < 0) return line;
  const content = line.subarray(0, end);
  return crc16(content) === high * 256 + low ? content : undefined;
}

const decodeLine = (line: Uint8Array, receivedAt: number): readonly TrackerMessage[] => {
  if (!canBeObject(line)) return NOISE;
  const parsed = parseJson(line);
  const message = decode(parsed, receivedAt);
  if (message.type !== 'rejected' || !parsed.ok) return [message];
  // Parsed again, because the check for records removed the unknown fields. Records cost nothing this way.
  const unchanged = parseJson(line);
  const commandReply = unchanged.ok ? readCommandReply(unchanged.value) : undefined;
  if (commandReply !== undefined) return [commandReply];
  // The gateway's own command, received again over a shared connection.
  return unchanged.ok && isCommandLine(unchanged.value) ? [] : [message];
};

function decode(parsed: Result<unknown>, receivedAt: number): TrackerMessage {
  const ref = parsed.ok ? readRef(parsed.value) : undefined;
  const records = parsed.ok ? readRecords(parsed.value, receivedAt) : parsed;
  const refField = ref !== undefined && { ref };
  return records.ok
    ? { type: 'records', ...records.value, ...refField }
    : { type: 'rejected', reason: records.message.slice(0, MAX_REASON_LENGTH), ...refField };
}

type JsonRecords = Pick<RecordsMessage, 'deviceId' | 'locations' | 'alerts'>;

function readRecords(value: unknown, now: number): Result<JsonRecords> {
  const line = validateJsonLine(value);
  if (!line.ok) return line;
  const { deviceId, driverId, location, alert } = line.value;
  const locations = readAll([...asList(location), ...(line.value.locations ?? [])], (input) =>
    readLocation(withOwnDriver(input, driverId, input.attributes?.driverId)),
  );
  if (!locations.ok) return locations;
  const alerts = readAll([...asList(alert), ...(line.value.alerts ?? [])], (input) =>
    readAlert(withOwnDriver(input, driverId), now),
  );
  if (!alerts.ok) return alerts;
  return success({
    ...(deviceId !== undefined && { deviceId }),
    locations: locations.value,
    alerts: alerts.value,
  });
}

/** The record with the driver of its line, unless it states one itself. */
const withOwnDriver = <Input extends { readonly driverId?: string }>(
  input: Input,
  driverId: string | undefined,
  own: unknown = input.driverId,
): Input => (driverId === undefined || own !== undefined ? input : { ...input, driverId });

const asList = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

/** All values or the first failure, because a message is stored all or nothing. */
function readAll<In, Out>(inputs: readonly In[], read: (input: In) => Result<Out>): Result<Out[]> {
  const values: Out[] = [];
  for (const input of inputs) {
    const result = read(input);
    if (!result.ok) return result;
    values.push(result.value);
  }
  return success(values);
}

/** The id of a message, even of an otherwise invalid one. */
const readRef = (value: unknown): MessageRef | undefined => (isObject(value) ? toRef(value.id) : undefined);

function reply(message: TrackerMessage, receipt: Receipt): string {
  return message === NOISE_MESSAGE ? NOISE_REPLY : encodeReply(message, receipt);
}

function encodeReply(message: TrackerMessage, receipt: Receipt): string {
  const id = message.ref ?? null;
  const outcome = message.type === 'rejected' ? failure('validation_failed', message.reason) : receipt;
  const response = outcome.ok
    ? {
        id,
        status: outcome.value.quarantined === true ? 202 : 201,
        accepted: outcome.value.accepted,
        duplicates: outcome.value.duplicates,
      }
    : { id, status: statusOf(outcome.code), code: outcome.code, error: outcome.message };
  return `${JSON.stringify(response)}\n`;
}

/** A port with a wrong baud rate receives only noise: its lines share their message and its reply. */
const NOISE_MESSAGE: TrackerMessage = { type: 'rejected', reason: NOT_AN_OBJECT };
const NOISE: readonly TrackerMessage[] = [NOISE_MESSAGE];
const NOISE_REPLY = encodeReply(NOISE_MESSAGE, failure('validation_failed', NOT_AN_OBJECT));
