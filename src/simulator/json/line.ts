import { crc16 } from '../../framing/crc16.js';

/** A line of a JSON Lines tracker, with a record in the form of the API. */
export type JsonPost = {
  /** repeated in the acknowledgement */
  readonly id: number;
  readonly deviceId: string;
} & ({ readonly location: object } | { readonly alert: object });

/** The reply to a command, which repeats its id. */
export type JsonCommandReply = { readonly id: string; readonly deviceId: string } & (
  { readonly result: string } | { readonly error: string }
);

/** One line with LF. `checked` appends `*` and the CRC-16 of the line, four uppercase hexadecimal digits. */
export function jsonLine(post: JsonPost | JsonCommandReply, { checked }: { readonly checked: boolean }): string {
  const text = JSON.stringify(post);
  if (!checked) return `${text}\n`;
  const sum = crc16(Buffer.from(text)).toString(16).toUpperCase().padStart(4, '0');
  return `${text}*${sum}\n`;
}
