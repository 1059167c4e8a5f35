import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { crc16 } from '../../framing/crc16.js';
import { hex } from './line.js';

/** The digest of staged values (wpt-1.md, section 7); values are not escaped. */
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

/** Proves knowledge of `key` (32 hexadecimal digits): 16 digits of HMAC-SHA256 over `nonce,digest`. */
export const computeMac = (key: string, nonce: string, digest: string): string =>
  Buffer.from(hmac(sha256, Buffer.from(key, 'hex'), Buffer.from(`${nonce},${digest}`)))
    .toString('hex')
    .slice(0, 16)
    .toUpperCase();
