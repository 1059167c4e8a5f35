import { textOf } from '../../domain/commands/command.js';
import { success, type Result } from '../../errors.js';
import type { CommandRefusal, CommandReply, CommandRequest, EncodedCommand } from '../protocol.js';
import { gt06Errors } from './messages.js';
import { encodePacket, type Gt06Packet } from './packets.js';

const COMMAND = 0x80;
/** The length of the packet and that of the command are one byte each. */
const MAX_COMMAND_CHARS = 200;
const PRINTABLE = /^[ -~]+$/;
const FLAG_BYTES = 4;
const LANGUAGE_BYTES = 2;
const ASCII = 1;
/** Replies have no error code. */
const ERROR = /^(?:command )?error/i;

/**
 * A command in the form of an SMS, such as `STATUS#`. The tracker repeats the four bytes of the server flag in its reply;
 * `loggedIn`: the id of the login.
 */
export function encodeCommand(
  { deviceId, bound, key, bytes }: CommandRequest,
  loggedIn: string | undefined,
): Result<EncodedCommand, CommandRefusal> {
  const text = textOf(bytes)?.trimEnd() ?? '';
  if (!PRINTABLE.test(text) || text.length > MAX_COMMAND_CHARS) {
    return gt06Errors.commandText({ limit: MAX_COMMAND_CHARS }, '/command');
  }
  if (loggedIn === undefined) {
    return gt06Errors.noLogin();
  }
  if (!bound && loggedIn !== deviceId) {
    return gt06Errors.otherTracker({ actual: loggedIn, expected: deviceId });
  }
  const ref = key.slice(0, 2 * FLAG_BYTES);
  const content = Buffer.concat([
    Buffer.of(FLAG_BYTES + text.length),
    Buffer.from(ref, 'hex'),
    Buffer.from(text, 'latin1'),
  ]);
  const serial = Number.parseInt(key.slice(2 * FLAG_BYTES), 16);
  return success({ data: encodePacket({ isExtended: false, type: COMMAND, content, serial }), ref });
}

/** Message 15: length, server flag, text, language. The length may be 0, and the text filled with zeros. */
export function readShortReply({ content }: Gt06Packet): CommandReply | undefined {
  const textAt = 1 + FLAG_BYTES;
  if (content.length < textAt + LANGUAGE_BYTES) return undefined;
  return replyOf(content.subarray(1, textAt), content.toString('latin1', textAt, content.length - LANGUAGE_BYTES));
}

/** Message 21: server flag, encoding (1: ASCII, 2: UTF-16, high byte first), text. */
export function readLongReply({ content }: Gt06Packet): CommandReply | undefined {
  if (content.length <= FLAG_BYTES) return undefined;
  const bytes = content.subarray(FLAG_BYTES + 1);
  const isAscii = content[FLAG_BYTES] === ASCII;
  const text = isAscii ? bytes.toString('latin1') : utf16(bytes);
  return replyOf(content.subarray(0, FLAG_BYTES), text);
}

function utf16(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode(bytes.readUInt16BE(at));
  return text.replaceAll(/\p{Cs}/gu, '\ufffd');
}

function replyOf(flag: Buffer, padded: string): CommandReply {
  const text = padded.replaceAll('\0', '').trim();
  return { type: 'reply', ref: flag.toString('hex'), accepted: !ERROR.test(text), text };
}
