/** What is sent to the attached node, framed like what it says. */

const [first, second] = [0x94, 0xc3];
export const frameStart = [first, second] as const;
export const maxFrameBytes = 512;

/** A node that sleeps hears the first bytes by waking up. */
const wake = new Uint8Array(32).fill(second);

const framed = (...payload: readonly number[]): Uint8Array =>
  Uint8Array.from([first, second, payload.length >> 8, payload.length & 0xff, ...payload]);

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** want_config_id: it tells what it knows, then this number, and from then on what it hears. */
export const askForAll = (nonce: number): Uint8Array => Uint8Array.from([...wake, ...framed(0x18, ...varint(nonce))]);

/** heartbeat: somebody still listens. */
export const heartbeat = (): Uint8Array => framed(0x3a, 0);
