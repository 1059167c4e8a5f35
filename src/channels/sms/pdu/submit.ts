import { success, type Result } from '../../../errors.js';
import { encodeAddress } from './address.js';
import { septetsOf } from './alphabet.js';
import { segmentsOf, type Coding } from './segments.js';
import { fillBitsAfter, pack } from './septets.js';

/** One SMS as a modem takes it in PDU mode: hexadecimal, and its octets without the leading one for the message centre. */
export type Submit = { readonly pdu: string; readonly octets: number };

export type SmsText = {
  readonly to: string;
  readonly text: string;
  /** 0 to 255; the telephone puts parts of the same reference together */
  readonly reference: number;
  /** ask the network to tell when the SMS has arrived */
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
/** What is later than a day helps nobody. */
const VALID_ONE_DAY = 0xa7;
const CONCATENATION = [0x05, 0x00, 0x03] as const;

/** Length and user data: the length counts septets or octets, as the coding has it, and the header with them. */
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

/** The SMS of a text, in their order; a failure when number or text are none. */
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
