import type { Framed, Framer } from '../../../src/framing/framer.js';
import { createCounters, type TrackerMessage, type Protocol } from '../../../src/protocols/protocol.js';
import type { Location } from '../../../src/schema/records/location.js';

export const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

export { sentence } from '../../../src/simulator/nmea0183/sentence.js';

/** The input in chunks of `sizes`, repeated. */
export function chunksOf(input: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < input.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(input.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

export const pushAll = <Frame>(framer: Framer<Frame>, chunks: readonly Uint8Array[]): Framed<Frame>[] =>
  chunks.flatMap((chunk) => framer.push(chunk));

export const framesOf = <Frame>(framed: readonly Framed<Frame>[]): Frame[] =>
  framed.flatMap((one) => (one.kind === 'frame' ? [one.frame] : []));

export const discardedBytes = (framed: readonly Framed<unknown>[], reason?: string): number =>
  framed.reduce(
    (sum, one) => (one.kind === 'discarded' && (reason === undefined || one.reason === reason) ? sum + one.bytes : sum),
    0,
  );

/** Number of bytes of the input that are one of these characters. */
export function countOf(characters: string, input: Uint8Array): number {
  let count = 0;
  for (const character of bytes(characters)) {
    for (let at = input.indexOf(character); at >= 0; at = input.indexOf(character, at + 1)) count += 1;
  }
  return count;
}

export const lineEnds = (input: Uint8Array): number => countOf('\r\n', input);

/** All tracker messages of the input, including a final silence. `receivedAt`: ms since 1970. */
export function runProtocol(
  protocol: Protocol,
  chunks: readonly Uint8Array[],
  counters = createCounters(),
  receivedAt = 0,
): TrackerMessage[] {
  const session = protocol.open(counters);
  return [...chunks.flatMap((chunk) => session.push(chunk, receivedAt)), ...session.idle()];
}

export const locationsOf = (messages: readonly TrackerMessage[]): Location[] =>
  messages.flatMap((message) => (message.type === 'records' ? message.locations : []));
