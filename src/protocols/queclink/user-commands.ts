import { success } from '../../errors.js';
import type { CommandReply, EncodeCommand } from '../protocol.js';
import { queclinkMessages } from './messages.js';
import type { QueclinkReport } from './report.js';

const COMMAND = /^AT\+GT([A-Z\d]{3})=(?:[^$]*,)?([\dA-F]{4})\$$/i;
const DOLLAR = 0x24;

/** The name and the serial number pair a command with its acknowledgement. */
const refOf = (name: string, serial: string): string => `${name} ${serial}`.toUpperCase();

/** The text as given, with its closing `$`; anything else than `AT+GT…` is sent byte for byte. */
export const encodeCommand: EncodeCommand = ({ bytes }) => {
  const given = String.fromCharCode(...bytes);
  const isCommand = given.toUpperCase().startsWith('AT+GT');
  const text = given.trimEnd();
  const isOpen = isCommand && !text.endsWith('$');
  const data = isOpen ? Uint8Array.from([...bytes.subarray(0, text.length), DOLLAR]) : bytes;
  const [, name, serial] = COMMAND.exec(isOpen ? `${text}$` : text) ?? [];
  if (name !== undefined && serial !== undefined) return success({ data, ref: refOf(name, serial) });
  return success({
    data,
    note: queclinkMessages.acknowledgementUnknown(),
  });
};

/** `+ACK:GT…,version,IMEI,name,serial number,time,count`: the tracker accepted a command. It has no errors, only silence. */
export function readAcknowledgement(
  { message, deviceId, fields }: QueclinkReport,
  text: string,
): readonly CommandReply[] {
  const serial = fields.at(-1) ?? '';
  return [{ type: 'reply', deviceId, ref: refOf(message, serial), accepted: true, text: `${text}$` }];
}
