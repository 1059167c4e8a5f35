import { success } from '../../errors.js';
import { suntechMessages } from './messages.js';
import type { CommandReply, EncodeCommand } from '../protocol.js';

const CR = 0x0d;
const COMMAND = /^S[AT]\d{3}([A-Z]{3});\d{6,10};02(?:;(\w*).*)?$/;
/** A tracker sends its status instead of a reply. */
const STATUS_REQUEST = 'StatusReq';
const RESPONSE = /^S[AT]\d{3}([A-Z]{3});Res;(\d{6,10});\w{3,4}(?:;(\w*?)(NoUse)?(?:[^\w].*)?)?$/;

/** Password of the mobile network and PIN of the SIM: in commands, and in settings that are read back. */
export const SECRETS =
  /(?<=NTW;(?:Res;\d{6,10};\w{3,4};|\d{6,10};02;)?\d;[^;\r\n]*;[^;\r\n]*;)[^;\r\n]+|(?<=NTW;(?:Res;\d{6,10};\w{3,4};|\d{6,10};02;)?\d;(?:[^;\r\n]*;){8})\d{4,8}/g;

/** A command is paired with its response by its name. `argument`: which command of `CMD` */
const refOf = (name: string, argument = ''): string => (name === 'CMD' ? `CMD ${argument}` : name);

/** The text as given, with its closing CR; anything else is sent byte for byte. */
export const encodeCommand: EncodeCommand = ({ bytes }) => {
  const text = String.fromCharCode(...bytes).trimEnd();
  const [, name, argument] = COMMAND.exec(text) ?? [];
  if (name === undefined) return success({ data: bytes, note: suntechMessages.responseUnknown() });
  const data = Uint8Array.from([...bytes.subarray(0, text.length), CR]);
  if (argument === STATUS_REQUEST) return success({ data, note: suntechMessages.statusReport() });
  return success({ data, ref: refOf(name, argument) });
};

/** The response to a command, without secrets. */
export function readResponse(text: string): CommandReply | undefined {
  const [match, name, deviceId, argument, isNotUsed] = RESPONSE.exec(text) ?? [];
  if (match === undefined || name === undefined || deviceId === undefined) return undefined;
  return {
    type: 'reply',
    deviceId,
    ref: refOf(name, argument),
    accepted: isNotUsed === undefined,
    text: text.replace(SECRETS, '***'),
  };
}
