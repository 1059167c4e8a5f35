import type { Ax25Frame } from './ax25.js';

export type AprsPacket = {
  readonly source: string;
  /** in the Mic-E format, it holds a part of the position */
  readonly destination: string;
  readonly info: string;
};

const utf8 = new TextDecoder();
const THIRD_PARTY = /^\}([A-Za-z0-9]{1,9}(?:-[A-Za-z0-9]{1,2})?)>([A-Z0-9]{1,6}(?:-\d{1,2})?)(?:,[^:]{0,100})?:(.+)$/s;

/**
 * The packet of a frame, or the third-party packet in it (APRS 1.0.1, 17), which belongs to its own source. Undefined if it
 * is empty or malformed.
 */
export function readPacket({ source, destination, info }: Ax25Frame): AprsPacket | undefined {
  const text = info === undefined ? '' : decodeText(info).replace(/(?<![\r\n\0])[\r\n\0]+$/, '');
  if (text === '') return undefined;
  if (!text.startsWith('}')) return { source, destination, info: text };
  const [, innerSource, innerDestination, inner] = THIRD_PARTY.exec(text) ?? [];
  return innerSource === undefined || innerDestination === undefined || inner === undefined
    ? undefined
    : { source: innerSource, destination: innerDestination, info: inner };
}

/** Positions are ASCII, comments are UTF-8 or an older encoding. */
function decodeText(info: Uint8Array): string {
  const text = utf8.decode(info);
  return text.includes('\ufffd') ? Buffer.from(info).toString('latin1') : text;
}
