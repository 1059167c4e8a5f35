export type ReadMail = { readonly headers: ReadonlyMap<string, string>; readonly text: string };

/** RFC 2047, section 2: the encoded words of a header. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, coding: string, word: string) =>
      coding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : decodeOctets(word.replaceAll('_', ' ')),
    );

/** `=E2=82=AC` as octets, one per character. */
const decodeOctets = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

const utf8 = (octets: string): string => Buffer.from(octets, 'latin1').toString('utf8');

function decodeBody(body: string, coding: string): string {
  if (coding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (coding === 'quoted-printable') return utf8(decodeOctets(body.replace(/=\r\n/g, '')));
  return body;
}

/** The visible parts of a mail with one text (RFC 5322, RFC 2045); lines of the text end in \n. */
export function readMail(raw: Uint8Array): ReadMail {
  const mail = Buffer.from(raw).toString('latin1');
  const end = mail.indexOf('\r\n\r\n');
  const lines = mail
    .slice(0, end)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), utf8(decodeWords(line.slice(colon + 1).trim()))];
    }),
  );
  const body = decodeBody(mail.slice(end + 4), headers.get('content-transfer-encoding') ?? '7bit');
  return { headers, text: body.replaceAll('\r\n', '\n') };
}
