import { parseTimestamp } from './timestamp.js';

/** A report split into its fields; positions and events are not decoded yet. */
export type QueclinkReport = {
  readonly head: 'RESP' | 'BUFF' | 'ACK';
  /** three characters, such as FRI */
  readonly message: string;
  readonly version: string;
  /** IMEI, or MEID of trackers for CDMA */
  readonly deviceId: string;
  /** the model, unless it was renamed; may be blank */
  readonly name: string;
  /** the fields between name and send time */
  readonly fields: readonly string[];
  /** ms since 1970 by the tracker's clock, which may be set to local time (AT+GTTMA); undefined if blank */
  readonly sentAt: number | undefined;
  /** four hexadecimal digits; 0000 follows FFFF */
  readonly count: string;
};

const HEAD = /^\+(RESP|BUFF|ACK):GT([A-Z0-9]{3})$/;
/** Two characters of the model and four digits of the version; in newer ones, up to four more digits. */
const PROTOCOL_VERSION = /^[A-Z0-9]{2}[\dA-F]{4}(?:[\dA-F]{2}|[\dA-F]{4})?$/;
const DEVICE_ID = /^(?:\d{15}|[\dA-F]{14})$/;
/** Vehicle identification number (ISO 3779), which some models send before their name. */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;

/** Undefined if the text is not a report. The older layout without a protocol version (GL100) is not supported. */
export function readReport(text: string): QueclinkReport | undefined {
  const fields = text.split(',');
  const [, head, message] = HEAD.exec(fields[0] ?? '') ?? [];
  const [, version = '', deviceId = '', name = ''] = fields;
  const sent = fields.at(-2) ?? '';
  const sentAt = parseTimestamp(sent);
  if (head === undefined || message === undefined || fields.length < 6) return undefined;
  if (!PROTOCOL_VERSION.test(version) || !DEVICE_ID.test(deviceId)) return undefined;
  if (sent !== '' && sentAt === undefined) return undefined;
  const nameField = VIN.test(name) ? 4 : 3;
  return {
    head: head as QueclinkReport['head'],
    message,
    version,
    deviceId,
    name: fields[nameField] ?? '',
    fields: fields.slice(nameField + 1, -2),
    sentAt,
    count: fields.at(-1) ?? '',
  };
}
