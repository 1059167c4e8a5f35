import { crc16 } from '../../framing/crc16.js';

/** What a tracker that speaks JSON Lines posts: the records as the API takes them. */
export type JsonPost = {
  /** comes back in the acknowledgement */
  readonly id: number;
  readonly deviceId: string;
} & ({ readonly location: object } | { readonly alert: object });

/** One line with its LF; when `checked` with `*` and the CRC-16 of all before it, four upper hexadecimal digits. */
export function jsonLine(post: JsonPost, { checked }: { readonly checked: boolean }): string {
  const text = JSON.stringify(post);
  if (!checked) return `${text}\n`;
  const sum = crc16(Buffer.from(text)).toString(16).toUpperCase().padStart(4, '0');
  return `${text}*${sum}\n`;
}
