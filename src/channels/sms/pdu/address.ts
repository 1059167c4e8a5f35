import { failure, success, type Result } from '../../../errors.js';
import { isTelephoneNumber } from '../../../schema/messages/telephone-number.js';
import { textOf } from './alphabet.js';
import { unpack } from './septets.js';

/** Types of number, numbering plan ISDN (3GPP TS 23.040, 9.1.2.5). */
const INTERNATIONAL = 0x91;
const UNKNOWN_TYPE = 0x81;
const ALPHANUMERIC = 0x50;
const TYPE_MASK = 0x70;

const DIGITS = '0123456789*#abc';

/**
 * Encodes a number for a PDU: count of digits, type, digits as swapped half octets. With `+` the number is international,
 * without it national or a short code.
 */
export function encodeAddress(number: string): Result<Uint8Array> {
  if (!isTelephoneNumber(number)) {
    return failure(
      'validation_failed',
      `the number must be + and 3 to 15 digits, or 3 to 20 digits as dialed within the country; this one is ${JSON.stringify(number.slice(0, 30))}`,
    );
  }
  const dialed = number.replace('+', '');
  const octets = [dialed.length, number.startsWith('+') ? INTERNATIONAL : UNKNOWN_TYPE];
  for (let at = 0; at < dialed.length; at += 2) {
    const high = dialed[at + 1];
    octets.push(((high === undefined ? 0xf : DIGITS.indexOf(high)) << 4) | DIGITS.indexOf(dialed[at] ?? ''));
  }
  return success(Uint8Array.from(octets));
}

/** The number or name of a sender: `count` half octets of the type in the PDU. */
export function decodeAddress(count: number, type: number, octets: Uint8Array): string {
  if ((type & TYPE_MASK) === ALPHANUMERIC) return textOf(unpack(octets, Math.floor((count * 4) / 7)));
  const halves = Array.from(octets).flatMap((octet) => [octet & 0xf, octet >> 4]);
  const number = halves.slice(0, count).map((half) => DIGITS[half] ?? '');
  return ((type & TYPE_MASK) === (INTERNATIONAL & TYPE_MASK) ? '+' : '') + number.join('');
}
