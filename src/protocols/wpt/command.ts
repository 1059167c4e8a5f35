import { textOf } from '../../domain/commands/command.js';
import { failure, success, type Result } from '../../errors.js';
import type { CommandRefusal, CommandReply, CommandRequest, EncodedCommand } from '../protocol.js';
import { encodeLine, MAX_LINE_BYTES, type WptLine } from './line.js';

/** CMD: the tracker with this epoch executes the text once and replies with RES. */
export function encodeCommand(
  { key, bytes }: CommandRequest,
  epoch: string | undefined,
): Result<EncodedCommand, CommandRefusal> {
  const text = textOf(bytes);
  if (text === undefined)
    return failure('validation_failed', '/command must be UTF-8 text: wpt carries no other bytes');
  const line = encodeLine('CMD', key, epoch ?? '00000000', text);
  if (line.length > MAX_LINE_BYTES) {
    const excess = line.length - MAX_LINE_BYTES;
    return failure(
      'validation_failed',
      `/command is ${excess} bytes too long for wpt: a line has at most ${MAX_LINE_BYTES} bytes, and reserved characters take three`,
    );
  }
  if (epoch === undefined) {
    return failure('unavailable', 'the tracker sent no HEL since its port was opened: try again when it has reported');
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
