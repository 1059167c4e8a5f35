import { ports } from './ports.js';
import { chunk, fixed32, number, type Written } from './writing.js';

/** What is sent to the attached node, framed like what it says. */

const [first, second] = [0x94, 0xc3];
export const frameStart = [first, second] as const;
export const maxFrameBytes = 512;

/** A node that sleeps hears the first bytes by waking up. */
const wake = new Uint8Array(32).fill(second);

const framed = (payload: Written): Uint8Array =>
  Uint8Array.from([first, second, payload.length >> 8, payload.length & 0xff, ...payload]);

/** This number asks for the configuration, and for no other nodes. */
export const configurationAlone = 69_420;
const nodesAlone = 69_421;
const partial: readonly number[] = [configurationAlone, nodesAlone];

/** The number itself where it asks for all, else the next one that does; packets may have it, too. */
export function nonceFrom(wanted: number): number {
  let nonce = wanted >>> 0;
  while (nonce === 0 || partial.includes(nonce)) nonce += 1;
  return nonce;
}

/** want_config_id: it tells what it knows, then this number, and from then on what it hears. */
export const askForAll = (nonce: number): Uint8Array => Uint8Array.from([...wake, ...framed(number(3, nonce))]);

/** heartbeat: somebody still listens. */
export const heartbeat = (): Uint8Array => framed(chunk(7, []));

/** An AdminMessage to the attached node, whose number `to` is, from nobody but the cable; it is to be answered. */
export const administer = ({ to, id, message }: { to: number; id: number; message: Written }): Uint8Array =>
  framed(
    chunk(1, [
      ...fixed32(2, to),
      ...chunk(4, [...number(1, ports.admin), ...chunk(2, message), ...number(3, 1)]),
      ...fixed32(6, id),
      ...number(10, 1),
    ]),
  );
