import { textOf } from '../../domain/commands/command.js';
import { success, type Result } from '../../errors.js';
import type { CommandRefusal, CommandReply, CommandRequest, EncodedCommand } from '../protocol.js';
import { encodeLine, MAX_LINE_BYTES, type WptLine } from './line.js';
import { wptErrors } from './messages.js';

/** CMD: the tracker with this epoch executes the text once and replies with RES. */
export function encodeCommand(
  { key, bytes }: CommandRequest,
  epoch: string | undefined,
): Result<EncodedCommand, CommandRefusal> {
  const text = textOf(bytes);
  if (text === undefined) return wptErrors.commandText('/command');
  const line = encodeLine('CMD', key, epoch ?? '00000000', text);
  if (line.length > MAX_LINE_BYTES) {
    const excess = line.length - MAX_LINE_BYTES;
    return wptErrors.commandTooLong({ bytes: excess, limit: MAX_LINE_BYTES }, '/command');
  }
  if (epoch === undefined) {
    return wptErrors.noHello();
  }
  return success({ data: line, ref: key });
}

/** The `c` of a command; those of provisioning have another form. */
const KEY = /^[\da-f]{12}$/;

/** `RES,c,OK,text`, `RES,c,ERR,code,detail` or `ERR,c,code,detail`; nothing for the replies of provisioning. */
export function readCommandReply({ type, fields }: WptLine): readonly CommandReply[] {
  const [ref = '', ...rest] = fields;
  if (!KEY.test(ref)) return [];
  const verdict = type === 'ERR' ? 'ERR' : rest.shift();
  if (verdict !== 'OK' && verdict !== 'ERR') return [];
  const text = rest.filter((field) => field !== '').join(' ');
  return [{ type: 'reply', ref, accepted: verdict === 'OK', text }];
}
