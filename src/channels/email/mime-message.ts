import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { failure, success, type Result } from '../../errors.js';
import { asciiMailAddress, isMailAddress } from '../../schema/messages/mail-address.js';
import type { OutgoingMessage } from '../channel.js';

/** A mail ready to send: the envelope, and headers and text (RFC 5322). */
export type MimeMessage = { readonly from: string; readonly to: string; readonly raw: Buffer };

type MimeMessageOptions = {
  readonly message: OutgoingMessage;
  /** the sender's address */
  readonly from: string;
  readonly gatewayId: string;
  /** ms since 1970 */
  readonly now: number;
};

const MAX_SUBJECT_LENGTH = 200;
const MAX_TEXT_LENGTH = 20_000;

/** Mail servers, logs and terminals may interpret these instead of showing them. */
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
/** These too, in one line. */
const BIDI_CONTROLS = /\p{Bidi_Control}/gu;

/** One line, cut between characters. */
function subjectOf({ subject, text }: OutgoingMessage): string {
  const line = (subject ?? text)
    .slice(0, 4 * MAX_SUBJECT_LENGTH)
    .replace(/\s+/g, ' ')
    .replace(CONTROL_CHARACTERS, '')
    .replace(BIDI_CONTROLS, '')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= MAX_SUBJECT_LENGTH) return line;
  return `${characters.slice(0, MAX_SUBJECT_LENGTH - 1).join('')}…`;
}

/** The same for every attempt, so that mail programs recognize a duplicate. */
function messageIdOf(id: string, gatewayId: string, from: string): string {
  const name = createHash('sha256').update(`${gatewayId}\n${id}`).digest('hex').slice(0, 32);
  return `<${name}${from.slice(from.lastIndexOf('@'))}>`;
}

/** A failure if no attempt could succeed. */
export async function composeMimeMessage({
  message,
  from,
  gatewayId,
  now,
}: MimeMessageOptions): Promise<Result<MimeMessage>> {
  const { id, text } = message;
  const to = asciiMailAddress(message.to);
  if (!isMailAddress(to)) return invalid(`${quoted(message.to)} is not a plain mail address like depot@example.com`);
  if (text.length > MAX_TEXT_LENGTH)
    return invalid(`the text has ${text.length} characters; the maximum is ${MAX_TEXT_LENGTH}`);
  const mail = new MailComposer({
    from: { name: 'Waypost', address: from },
    to: { name: '', address: to },
    subject: subjectOf(message),
    messageId: messageIdOf(id, gatewayId, from),
    date: new Date(now),
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: text.replace(/\r\n|[\r\n]/g, '\r\n').replace(CONTROL_CHARACTERS, ''),
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return success({ from, to, raw: await mail.compile().build() });
}

const invalid = (message: string): Result<never> => failure('validation_failed', message);

const quoted = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
