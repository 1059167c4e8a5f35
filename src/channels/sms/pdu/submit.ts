import { success, type Result } from '../../../errors.js';
import { encodeAddress } from './address.js';
import { septetsOf } from './alphabet.js';
import { segmentsOf, type Coding } from './segments.js';
import { fillBitsAfter, pack } from './septets.js';

/** One SMS for PDU mode: in hexadecimal, and its length in octets without the leading message center octet. */
export type Submit = { readonly pdu: string; readonly octets: number };

export type SmsText = {
  readonly to: string;
  readonly text: string;
  /** 0 to 255; telephones join the parts with the same reference */
  readonly reference: number;
  /** requests a delivery report from the network */
  readonly wantsReport: boolean;
};

/** First octet of a SUBMIT (3GPP TS 23.040, 9.2.2.2), with a relative validity period. */
const SUBMIT = 0x11;
const REPORT_REQUESTED = 0x20;
const HAS_HEADER = 0x40;

const DEFAULT_SERVICE_CENTER = 0x00;
const MODEM_REFERENCE = 0x00;
const PLAIN_SMS = 0x00;
const DATA_CODING = { gsm7: 0x00, ucs2: 0x08 } as const satisfies Record<Coding, number>;
/** Later than a day it is no longer useful. */
const VALID_ONE_DAY = 0xa7;
const CONCATENATION = [0x05, 0x00, 0x03] as const;

/** Length and user data. The length includes the header and counts septets or octets, depending on the coding. */
function userData(segment: string, coding: Coding, header: readonly number[]): readonly number[] {
  if (coding === 'ucs2') {
    const octets = [...header, ...Buffer.from(segment, 'utf16le').swap16()];
    return [octets.length, ...octets];
  }
  const septets = Array.from(segment).flatMap((character) => septetsOf(character) ?? []);
  const fillBits = fillBitsAfter(header.length);
  const length = (header.length * 8 + fillBits) / 7 + septets.length;
  return [length, ...header, ...pack(septets, fillBits)];
}

/** The SMS of a text, in order; a failure if the number is invalid or the text too long. */
export function encodeSubmits({ to, text, reference, wantsReport }: SmsText): Result<readonly Submit[]> {
  const address = encodeAddress(to);
  if (!address.ok) return address;
  const segmented = segmentsOf(text);
  if (!segmented.ok) return segmented;
  const { coding, segments } = segmented.value;
  const isMultipart = segments.length > 1;
  const first = SUBMIT | (wantsReport ? REPORT_REQUESTED : 0) | (isMultipart ? HAS_HEADER : 0);
  return success(
    segments.map((segment, index) => {
      const header = isMultipart ? [...CONCATENATION, reference, segments.length, index + 1] : [];
      const tpdu = [
        first,
        MODEM_REFERENCE,
        ...address.value,
        PLAIN_SMS,
        DATA_CODING[coding],
        VALID_ONE_DAY,
        ...userData(segment, coding, header),
      ];
      return {
        pdu: Buffer.from([DEFAULT_SERVICE_CENTER, ...tpdu])
          .toString('hex')
          .toUpperCase(),
        octets: tpdu.length,
      };
    }),
  );
}
