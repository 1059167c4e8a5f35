import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { crc16 } from '../../framing/crc16.js';
import { hex } from './line.js';

/** Of values as they stand in lines before they are escaped: what a tracker must have staged. */
export const settingsDigest = (values: readonly (readonly [name: string, text: string])[]): string =>
  hex(
    crc16(
      Buffer.from(
        values
          .map(([name, text]) => `${name}=${text}`)
          .sort()
          .join('\n'),
      ),
    ),
    4,
  );

/** Shows to who has `key`, 32 hexadecimal digits, that the other has it too. */
export const computeMac = (key: string, nonce: string, digest: string): string =>
  Buffer.from(hmac(sha256, Buffer.from(key, 'hex'), Buffer.from(`${nonce},${digest}`)))
    .toString('hex')
    .slice(0, 16)
    .toUpperCase();
