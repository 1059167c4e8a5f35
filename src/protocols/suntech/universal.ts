import { parseDateTime, readFix, type SuntechReport } from './fields.js';
import { driverOfAlert, readSerialData, withDriverId } from './tail.js';

/** Report, device and the mask of the fields that follow. */
const HEAD = /^(STT|ALT|UEX);(\d{9,10});([\dA-F]{6}|[\dA-F]{8});/;
const HEAD_FIELDS = 3;
const DEGREES = /^[+-]\d{1,3}\.\d{6}$/;
const LINES = /^[01]{8}$/;

/** The fields in their order, each with its bit in the mask. */
const FIELDS: readonly (readonly [bit: number, name: string, form: RegExp])[] = [
  [1, 'model', /^\w{1,4}$/],
  [2, 'version', /^[\w.]{1,12}$/],
  [3, 'isLive', /^[01]$/],
  [4, 'date', /^\d{8}$/],
  [5, 'time', /^\d\d:\d\d:\d\d$/],
  [6, 'cell', /^[\dA-Fa-f]{1,8}$/],
  [7, 'country', /^\d{1,3}$/],
  [8, 'network', /^\d{1,3}$/],
  [9, 'area', /^[\dA-Fa-f]{1,4}$/],
  [10, 'signal', /^\d{1,3}$/],
  [11, 'latitude', DEGREES],
  [12, 'longitude', DEGREES],
  [13, 'speed', /^\d{1,3}\.\d{2,3}$/],
  [14, 'course', /^\d{1,3}\.\d\d$/],
  [15, 'satellites', /^\d{1,2}$/],
  [16, 'fix', /^[01]$/],
  [17, 'inputs', LINES],
  [18, 'outputs', LINES],
  // Of an alert: its number, its modifier and its data.
  [19, 'event', /^\d{1,3}$/],
  [20, 'reason', /^[\w.]{0,12}$/],
  [21, 'number', /^[ -~]{0,64}$/],
];
/** Instead of the fields after these, an UEX has the data of the serial device. */
const UEX_FIELDS = 18;

/** Reports of newer models, with a mask of their fields. Undefined if the line is none or is damaged. */
export function readUniversalReport(text: string): SuntechReport | undefined {
  const [, head, deviceId, mask] = HEAD.exec(text) ?? [];
  const type = head as SuntechReport['type'] | undefined;
  if (type === undefined || deviceId === undefined || mask === undefined) return undefined;
  const fields = text.split(';').slice(HEAD_FIELDS);
  const values: Record<string, string> = {};
  for (const [bit, name, form] of type === 'UEX' ? FIELDS.slice(0, UEX_FIELDS) : FIELDS) {
    if (((Number.parseInt(mask, 16) >> bit) & 1) === 0) continue;
    const value = fields.shift();
    if (value === undefined || !form.test(value)) return undefined;
    values[name] = value;
  }
  const { date = '', time = '', inputs, event, reason = '', number = '' } = values;
  const instant = parseDateTime(date, time);
  const fix = readFix(values);
  if (instant === undefined || fix === 'impossible') return undefined;
  return {
    type,
    family: 'universal',
    deviceId,
    instant,
    fix: values.fix === '1' ? fix : undefined,
    ...(inputs !== undefined && { ignition: inputs.endsWith('1') }),
    ...(type === 'ALT' && event !== undefined && { event: Number(event) }),
    ...(type === 'UEX'
      ? readSerialData(Number(fields[0]), fields.slice(1).join(';'))
      : withDriverId(driverOfAlert(type, Number(event), [number, reason]))),
  };
}
