/** An SMS accepted by the simulated network. */
export type SubmittedSms = {
  readonly to: string;
  readonly text: string;
  readonly coding: 'gsm7' | 'ucs2';
  /** reference, number of parts, and number of this part; missing for a message of one part */
  readonly part?: readonly [reference: number, parts: number, part: number];
  readonly wantsReport: boolean;
  /** length of the PDU without the number of the message center */
  readonly octets: number;
};

// Deliberately a second implementation of the standard, so that an error in the gateway's implementation shows.

const ALPHABET = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');
const EXTENSION: Readonly<Record<string, string>> = {
  '\n': '\f',
  Λ: '^',
  '(': '{',
  ')': '}',
  '/': '\\',
  '<': '[',
  '=': '~',
  '>': ']',
  '¡': '|',
  e: '€',
};

/** The bits of octets in transmission order: the least significant bit first. */
const bitsOf = (hex: string): string =>
  (hex.match(/../g) ?? [])
    .map((pair) => Array.from(parseInt(pair, 16).toString(2).padStart(8, '0')).reverse().join(''))
    .join('');

function gsmText(hex: string, septets: number, headerOctets: number): string {
  const bits = bitsOf(hex);
  const skipped = Math.ceil((headerOctets * 8) / 7);
  const characters = Array.from({ length: septets - skipped }, (_, index) => {
    const from = (skipped + index) * 7;
    return (
      ALPHABET[
        parseInt(
          Array.from(bits.slice(from, from + 7))
            .reverse()
            .join(''),
          2,
        )
      ] ?? ''
    );
  });
  return characters.join('').replace(/\u001b(.)/gsu, (_, after: string) => EXTENSION[after] ?? after);
}

const ucs2Text = (hex: string): string =>
  (hex.match(/..../g) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join('');

const swapped = (hex: string): string => hex.replace(/(.)(.)/g, '$2$1');

/** Reads an SMS-SUBMIT (3GPP TS 23.040, 9.2.2.2) after the number of the message center; undefined if it is incomplete. */
export function readSubmit(pdu: string): SubmittedSms | undefined {
  let rest = pdu;
  const take = (octets: number): string => {
    const taken = rest.slice(0, 2 * octets);
    rest = rest.slice(2 * octets);
    return taken;
  };
  const number = (): number => parseInt(take(1), 16);

  take(number());
  const octets = rest.length / 2;
  const first = number();
  take(1);
  const digits = number();
  const international = (number() & 0x70) === 0x10;
  const to = (international ? '+' : '') + swapped(take(Math.ceil(digits / 2))).slice(0, digits);
  take(1);
  const coding = (number() & 0x0c) === 0x08 ? 'ucs2' : 'gsm7';
  take([0, 7, 1, 7][(first >> 3) & 3] ?? 0);
  const length = number();
  const dataOctets = coding === 'ucs2' ? length : Math.ceil((length * 7) / 8);
  if ((first & 3) !== 1 || Number.isNaN(length) || rest.length !== 2 * dataOctets) return undefined;
  const headerOctets = (first & 0x40) === 0 ? 0 : 1 + parseInt(rest.slice(0, 2), 16);
  const part = /^050003(..)(..)(..)/
    .exec(headerOctets > 0 ? rest : '')
    ?.slice(1)
    .map((hex) => parseInt(hex, 16));
  return {
    to: to.replace(/a/gi, '*').replace(/b/gi, '#'),
    text: coding === 'ucs2' ? ucs2Text(rest.slice(2 * headerOctets)) : gsmText(rest, length, headerOctets),
    coding,
    ...(part !== undefined && { part: [part[0] ?? 0, part[1] ?? 0, part[2] ?? 0] as const }),
    wantsReport: (first & 0x20) !== 0,
    octets,
  };
}

const TIMESTAMP = '62111212000000';

/** An SMS-STATUS-REPORT about the SMS with this reference. */
export function writeStatusReport(reference: number, to: string, status: number): { pdu: string; octets: number } {
  const dialed = to.replace('+', '');
  const byte = (value: number): string => value.toString(16).padStart(2, '0').toUpperCase();
  const address =
    byte(dialed.length) + (to.startsWith('+') ? '91' : '81') + swapped(dialed + 'F'.repeat(dialed.length % 2));
  const tpdu = `06${byte(reference)}${address}${TIMESTAMP}${TIMESTAMP}${byte(status)}`;
  return { pdu: `00${tpdu}`, octets: tpdu.length / 2 };
}
