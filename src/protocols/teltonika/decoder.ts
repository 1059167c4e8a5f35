import { NO_FIX } from '../counters.js';
import type { Decoder, ProtocolContext, TrackerMessage } from '../protocol.js';
import { isAvlCodec, readRecords } from './avl.js';
import { encodeCommand, isCommandCodec, readResponse } from './codec-12.js';
import type { TeltonikaFrame } from './frame.js';
import { createRecordsConverter } from './records.js';

/** The reply to a login. */
const ACCEPTED = '01';

type Packet = {
  readonly deviceId: string | undefined;
  /** the acknowledgement in hexadecimal */
  readonly ref: string;
  readonly receivedAt: number;
};

const rejected = (reason: string): TrackerMessage => ({ type: 'rejected', reason });
const hexOf = (number: number, bytes: number): string => number.toString(16).padStart(2 * bytes, '0');
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/** Codecs of data from a serial port of the tracker, with a timestamp, to which no server replies. */
const SERIAL_DATA_CODECS = [13, 15];

/** Why packets of a codec are not read, and what to set in the tracker, which keeps the records of its other codecs. */
const unsupported = (codec: number): string =>
  SERIAL_DATA_CODECS.includes(codec)
    ? `codec ${codec} is serial data with a timestamp, which is not stored: switch the message timestamp of RS-232 or RS-485 off in the tracker, so that it responds in codec 12`
    : `codec ${codec} is not supported: set the data protocol of the tracker to codec 8 or codec 8 Extended`;

/**
 * Decodes fixes and alerts. The `ref` of a message is its acknowledgement in hexadecimal. Over TCP, the device is the one
 * of the login; over UDP, every packet has its id.
 */
export function createDecoder({ isDatagram }: ProtocolContext): Decoder<TeltonikaFrame> {
  const converter = createRecordsConverter();
  let login: string | undefined;
  /** of the last packet, where it needs only its acknowledgement */
  let kind: string | undefined;

  function readPacket(data: Uint8Array, { deviceId, ref, receivedAt }: Packet): TrackerMessage {
    const [codec = 0, count = 0] = data;
    if (!isAvlCodec(codec)) return rejected(unsupported(codec));
    const records = readRecords(data);
    const problem = `${count} records of codec ${codec} do not fill their packet`;
    // A damaged datagram is sent again. With a correct checksum, the tracker would send the same forever.
    if (records === undefined && isDatagram === true) return rejected(problem);
    const message =
      records === undefined ? converter.refuse(problem, receivedAt) : converter.convert(records, receivedAt);
    if (message === undefined) {
      kind = count === 0 ? 'no records' : NO_FIX;
      return { type: 'request', ref };
    }
    return { ...message, ...(deviceId !== undefined && { deviceId }), ref };
  }

  function decode(frame: TeltonikaFrame, receivedAt: number): TrackerMessage | undefined {
    switch (frame.kind) {
      case 'ping':
        return undefined;
      case 'login':
        if (login !== undefined && login !== frame.imei) return rejected('a second login with another IMEI');
        login = frame.imei;
        return { type: 'request', ref: ACCEPTED };
      case 'packet': {
        const [codec = 0, count = 0] = frame.data;
        if (isCommandCodec(codec)) return readResponse(frame.data, login);
        return readPacket(frame.data, { deviceId: login, ref: hexOf(count, 4), receivedAt });
      }
      case 'datagram': {
        const { data, imei, packetId, avlPacketId } = frame;
        const ref = ['0005', hexOf(packetId, 2), '01', hexOf(avlPacketId, 1), hexOf(data[1] ?? 0, 1)].join('');
        return readPacket(data, { deviceId: imei, ref, receivedAt });
      }
    }
  }

  return {
    decode(frame, receivedAt) {
      kind = undefined;
      const message = decode(frame, receivedAt);
      return message === undefined ? [] : [message];
    },
    kindOf: (frame) => kind ?? frame.kind,
    reply: ({ type, ref }, receipt) =>
      receipt.ok && ref !== undefined && type !== 'reply' ? bytesOf(String(ref)) : undefined,
    ...(isDatagram !== true && { command: (request) => encodeCommand(request, login) }),
  };
}
