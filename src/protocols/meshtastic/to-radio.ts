import { PORTNUMS } from './portnums.js';
import { bytesField, fixed32Field, varintField, type ProtobufBytes } from './protobuf-writer.js';

/** What is sent to the attached node, framed like what it says. */

const [START_1, START_2] = [0x94, 0xc3];
export const FRAME_START = [START_1, START_2] as const;
export const MAX_FRAME_BYTES = 512;

/** A node that sleeps hears the first bytes by waking up. */
const WAKE_BYTES = new Uint8Array(32).fill(START_2);

const encodeFrame = (payload: ProtobufBytes): Uint8Array =>
  Uint8Array.from([START_1, START_2, payload.length >> 8, payload.length & 0xff, ...payload]);

/** This number asks for the configuration, and for no other nodes. */
export const CONFIG_ONLY_NONCE = 69_420;
const NODES_ONLY_NONCE = 69_421;
const PARTIAL_NONCES: readonly number[] = [CONFIG_ONLY_NONCE, NODES_ONLY_NONCE];

/** The number itself where it asks for all, else the next one that does; packets may have it, too. */
export function toFullNonce(candidate: number): number {
  let nonce = candidate >>> 0;
  while (nonce === 0 || PARTIAL_NONCES.includes(nonce)) nonce += 1;
  return nonce;
}

/** want_config_id: it tells what it knows, then this number, and from then on what it hears. */
export const encodeWantConfig = (nonce: number): Uint8Array =>
  Uint8Array.from([...WAKE_BYTES, ...encodeFrame(varintField(3, nonce))]);

/** heartbeat: somebody still listens. */
export const encodeHeartbeat = (): Uint8Array => encodeFrame(bytesField(7, []));

/** An AdminMessage to the attached node, whose number `to` is, from nobody but the cable; it is to be answered. */
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
