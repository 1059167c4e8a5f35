import { parseTimestamp } from './timestamp.js';

/** A report as it was framed, cut into its fields. What it says of positions and events is read by others. */
export type QueclinkReport = {
  readonly head: 'RESP' | 'BUFF' | 'ACK';
  /** three characters, like FRI */
  readonly message: string;
  readonly version: string;
  /** IMEI, or MEID of trackers for CDMA */
  readonly deviceId: string;
  /** that of its model, unless it was given another; may be blank */
  readonly name: string;
  /** what stands between the name of the tracker and the time of sending */
  readonly fields: readonly string[];
  /** ms since 1970 by the tracker's clock, which may be set to local time (AT+GTTMA); undefined when it says none */
  readonly sentAt: number | undefined;
  /** four hexadecimal digits; begins anew after FFFF */
  readonly count: string;
};

const HEAD = /^\+(RESP|BUFF|ACK):GT([A-Z0-9]{3})$/;
/** Two characters of the model and four digits of the version; newer ones six or eight in all before it. */
const PROTOCOL_VERSION = /^[A-Z0-9]{2}[\dA-F]{4}(?:[\dA-F]{2}|[\dA-F]{4})?$/;
const DEVICE_ID = /^(?:\d{15}|[\dA-F]{14})$/;
/** The number of the vehicle (ISO 3779), which some models say before their name. */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;

/** Nothing when it has not the form of a report. The layout before protocol versions were said (GL100) has another one. */
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
