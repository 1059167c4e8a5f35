import { success, type Result } from '../../errors.js';
import {
  MAX_COMMAND_BYTES,
  type CommandFormat,
  type CommandState,
  type CommandView,
  type NewCommand,
} from '../../schema/commands/command.js';
import type { MessageState } from '../../schema/messages/message.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { ClockStamp } from '../clock/restamp.js';
import type { Message } from '../messages/message.js';
import { commandInputErrors } from './messages.js';

/** A command in the state. Immutable: a change replaces it. */
export type Command = NewCommand & {
  readonly id: string;
  readonly sms: boolean;
  readonly state: CommandState;
  readonly result: string | null;
  /** left out for the words of the tracker and entries of earlier versions */
  readonly resultData?: GatewayMessage;
  readonly port: string | null;
  readonly protocol: string | null;
  readonly queued: ClockStamp;
  /** the clock was not trusted when it was queued, so its age is unknown */
  readonly untrusted?: true;
  readonly sent: ClockStamp | null;
  readonly settled: ClockStamp | null;
};

const LONE_SURROGATE = /\p{Cs}/u;
const HEX = /^(?:[\dA-F]{2}[ -]*)+$/i;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** The bytes of a command; the message of a failure never quotes the command, which can hold a password. */
export function readCommand(command: string, format: CommandFormat): Result<Uint8Array> {
  const bytes = decoders[format](command);
  if (!bytes.ok) return bytes;
  const { length } = bytes.value;
  if (length === 0) return commandInputErrors.empty('/command');
  if (length > MAX_COMMAND_BYTES)
    return commandInputErrors.tooLong({ limit: MAX_COMMAND_BYTES, bytes: length }, '/command');
  return bytes;
}

const decoders: Readonly<Record<CommandFormat, (command: string) => Result<Uint8Array>>> = {
  Text: (command) =>
    LONE_SURROGATE.test(command)
      ? commandInputErrors.halfCharacter('/command')
      : success(new TextEncoder().encode(command)),
  Hex: (command) =>
    HEX.test(command.trim())
      ? success(Uint8Array.from(command.match(/[\dA-F]{2}/gi) ?? [], (digits) => Number.parseInt(digits, 16)))
      : commandInputErrors.notHex('/command'),
  Base64: (command) =>
    BASE64.test(command)
      ? success(Uint8Array.from(atob(command), (character) => character.charCodeAt(0)))
      : commandInputErrors.notBase64('/command'),
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes as text; undefined if they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** ms since 1970; undefined for a command that does not wait for the device. */
export const commandExpiryOf = ({ queued, ttl }: Pick<Command, 'queued' | 'ttl'>): number | undefined =>
  ttl === 0 ? undefined : Date.parse(queued.at) + ttl * 1000;

/** The state of a command that is sent as an SMS, by the state of its message. */
export const COMMAND_STATE_BY_MESSAGE: Readonly<Record<MessageState, CommandState>> = {
  queued: 'queued',
  sending: 'sending',
  sent: 'done',
  failed: 'failed',
  uncertain: 'uncertain',
  expired: 'expired',
  suppressed: 'canceled',
};

/** The sentence about a command that is sent as an SMS. */
export const smsResult = ({ id, state, reason }: Pick<Message, 'id' | 'state' | 'reason'>): string =>
  `SMS ${id}: ${state}${reason === null ? '' : ` (${reason})`}`;

export const isWaiting = ({ state }: Pick<Command, 'state'>): boolean => state === 'queued' || state === 'sending';

/** A command as the API returns it. */
export function viewCommand(command: Command): CommandView {
  const { id, deviceId, format, sms, state, result, resultData, user, port, protocol } = command;
  const expiry = commandExpiryOf(command);
  return {
    id,
    deviceId,
    command: command.command,
    format,
    sms,
    state,
    result,
    ...(result === null ? { resultData: null } : resultData !== undefined && { resultData }),
    user,
    port,
    protocol,
    queuedAt: command.queued.at,
    expiresAt: expiry === undefined ? null : new Date(expiry).toISOString(),
    sentAt: command.sent?.at ?? null,
    settledAt: command.settled?.at ?? null,
  };
}
