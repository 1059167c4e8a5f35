import { PORTNUMS } from './portnums.js';
import { bytesField, fixed32Field, varintField, type ProtobufBytes } from './protobuf-writer.js';

const [START_1, START_2] = [0x94, 0xc3];
export const FRAME_START = [START_1, START_2] as const;
export const MAX_FRAME_BYTES = 512;

/** A sleeping node wakes up by these bytes and loses them. */
const WAKE_BYTES = new Uint8Array(32).fill(START_2);

const encodeFrame = (payload: ProtobufBytes): Uint8Array =>
  Uint8Array.from([START_1, START_2, payload.length >> 8, payload.length & 0xff, ...payload]);

/** Special request number: configuration only, without other nodes. */
export const CONFIG_ONLY_NONCE = 69_420;
const NODES_ONLY_NONCE = 69_421;
const PARTIAL_NONCES: readonly number[] = [CONFIG_ONLY_NONCE, NODES_ONLY_NONCE];

/** The next number, from `candidate` on, that requests everything; it is valid as a packet id too. */
export function toFullNonce(candidate: number): number {
  let nonce = candidate >>> 0;
  while (nonce === 0 || PARTIAL_NONCES.includes(nonce)) nonce += 1;
  return nonce;
}

/** want_config_id: the node sends its configuration, then this number, and then forwards received packets. */
export const encodeWantConfig = (nonce: number): Uint8Array =>
  Uint8Array.from([...WAKE_BYTES, ...encodeFrame(varintField(3, nonce))]);

/** heartbeat: the gateway is still listening. */
export const encodeHeartbeat = (): Uint8Array => encodeFrame(bytesField(7, []));

/** Retransmissions of a text on its way: the default of the firmware. */
const HOP_LIMIT = 3;

/** A text to the node with number `to`, which requests an acknowledgement. */
export const encodeTextPacket = ({ to, id, text }: { to: number; id: number; text: Uint8Array }): Uint8Array =>
  encodeFrame(
    bytesField(1, [
      ...fixed32Field(2, to),
      ...bytesField(4, [...varintField(1, PORTNUMS.text), ...bytesField(2, text)]),
      ...fixed32Field(6, id),
      ...varintField(9, HOP_LIMIT),
      ...varintField(10, 1),
    ]),
  );

/** An AdminMessage to the connected node with number `to`, without a sender, that requests a response. */
export const encodeAdminPacket = ({
  to,
  id,
  message,
}: {
  to: number;
  id: number;
  message: ProtobufBytes;
}): Uint8Array =>
  encodeFrame(
    bytesField(1, [
      ...fixed32Field(2, to),
      ...bytesField(4, [...varintField(1, PORTNUMS.admin), ...bytesField(2, message), ...varintField(3, 1)]),
      ...fixed32Field(6, id),
      ...varintField(10, 1),
    ]),
  );
