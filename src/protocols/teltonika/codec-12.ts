import { textOf } from '../../domain/commands/command.js';
import { success, type Result } from '../../errors.js';
import { crc16Arc } from '../../framing/crc16-arc.js';
import type { CommandRefusal, CommandRequest, EncodedCommand, TrackerMessage } from '../protocol.js';
import { teltonikaErrors } from './messages.js';

const CODEC = 12;
const COMMAND = 5;
const RESPONSE = 6;
/** codec id, quantity, type and length of the text */
const HEADER_BYTES = 7;
/** Before the data; the CRC after it has four bytes, too. */
const PACKET_HEADER_BYTES = 8;
const CRC_BYTES = 4;

/** Responses repeat nothing of their command; a tracker responds in order. */
const REF = 'codec 12';

export const isCommandCodec = (codec: number): boolean => codec === CODEC;

/** A GPRS command to the tracker of this connection. */
export function encodeCommand(
  { deviceId, bound, bytes }: CommandRequest,
  login: string | undefined,
): Result<EncodedCommand, CommandRefusal> {
  if (login === undefined) return teltonikaErrors.noLogin();
  if (!bound && deviceId !== login) return teltonikaErrors.otherTracker({ device: deviceId });
  return success({ data: encodePacket(bytes), ref: REF });
}

function encodePacket(text: Uint8Array): Uint8Array {
  const length = HEADER_BYTES + text.length + 1;
  const packet = new Uint8Array(PACKET_HEADER_BYTES + length + CRC_BYTES);
  const view = new DataView(packet.buffer);
  const data = packet.subarray(PACKET_HEADER_BYTES, PACKET_HEADER_BYTES + length);
  view.setUint32(4, length);
  data.set([CODEC, 1, COMMAND]);
  view.setUint32(PACKET_HEADER_BYTES + 3, text.length);
  data.set(text, HEADER_BYTES);
  data.set([1], HEADER_BYTES + text.length);
  view.setUint32(PACKET_HEADER_BYTES + length, crc16Arc(data));
  return packet;
}

/** A response from the codec id on. The tracker does not say whether it carried the command out: its text does. */
export function readResponse(data: Uint8Array, login: string | undefined): TrackerMessage {
  const [, quantity, type] = data;
  const text = data.subarray(HEADER_BYTES, -1);
  const length = data.subarray(3, HEADER_BYTES).reduce((number, byte) => number * 256 + byte, 0);
  if (quantity !== 1 || data.at(-1) !== 1 || length !== text.length) {
    return { type: 'rejected', reason: 'malformed message of codec 12' };
  }
  if (type !== RESPONSE) return { type: 'rejected', reason: `message type ${type ?? 0} of codec 12 is no response` };
  if (login === undefined) return { type: 'rejected', reason: 'a response before the login' };
  return {
    type: 'reply',
    deviceId: login,
    ref: REF,
    accepted: true,
    text: (textOf(text) ?? String.fromCharCode(...text)).trimEnd(),
  };
}
