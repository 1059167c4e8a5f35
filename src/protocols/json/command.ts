import { isObject } from '../../domain/json.js';
import { isDeviceId } from '../../domain/devices/device.js';
import { textOf } from '../../domain/commands/command.js';
import { success } from '../../errors.js';
import type { CommandReply, EncodeCommand, MessageRef } from '../protocol.js';
import { jsonErrors } from './messages.js';

/** A port queues at most 16 KiB for a tracker that does not read. */
const MAX_LINE_BYTES = 16_000;
const MAX_REF_LENGTH = 64;

/** An id of a message; undefined if the value is none. */
export const toRef = (id: unknown): MessageRef | undefined =>
  Number.isSafeInteger(id) || (typeof id === 'string' && id.length <= MAX_REF_LENGTH) ? (id as MessageRef) : undefined;

/**
 * `{"command":…,"id":…,"deviceId":…}`, without `deviceId` on a port that belongs to the device. Bytes that are not text
 * are sent in Base64, with `"format":"Base64"`.
 */
export const encodeCommand: EncodeCommand = ({ bytes, key, deviceId, bound }) => {
  const text = textOf(bytes);
  const line = JSON.stringify({
    ...(text === undefined ? { command: btoa(String.fromCharCode(...bytes)), format: 'Base64' } : { command: text }),
    id: key,
    ...(!bound && { deviceId }),
  });
  if (new TextEncoder().encode(line).length >= MAX_LINE_BYTES) {
    return jsonErrors.commandTooLong({ limit: MAX_LINE_BYTES }, '/command');
  }
  return success({ data: `${line}\n`, ref: key });
};

/** `{"id":…,"result":…}` or `{"id":…,"error":…}`; undefined if the value is neither. */
export function readCommandReply(value: unknown): CommandReply | undefined {
  if (!isObject(value)) return undefined;
  const { id, deviceId, result, error } = value;
  const ref = toRef(id);
  if (ref === undefined || (result === undefined) === (error === undefined)) return undefined;
  // The gateway's own reply to a record, received again over a shared connection.
  if ('status' in value) return undefined;
  if (deviceId !== undefined && (typeof deviceId !== 'string' || !isDeviceId(deviceId))) return undefined;
  const content = error ?? result;
  return {
    type: 'reply',
    ...(deviceId !== undefined && { deviceId }),
    ref,
    accepted: error === undefined,
    text: typeof content === 'string' ? content : JSON.stringify(content),
  };
}

export const isCommandLine = (value: unknown): boolean =>
  isObject(value) && typeof value.command === 'string' && toRef(value.id) !== undefined;
