import { parseDateTime, readFix, type Fields, type SuntechReport } from './fields.js';
import { readSerialData, readTail } from './tail.js';
import { readUniversalReport } from './universal.js';

const DATE_TIME = String.raw`(?<date>\d{8});(?<time>\d\d:\d\d:\d\d);`;
const CELL = '[\\dA-Fa-f]{4,10};';
/** the cell, the country and the network, the area and the signal */
const NETWORK = String.raw`${CELL}\d{1,3};\d{1,3};[\dA-Fa-f]{1,4};\d{1,3};`;
/** Always the same number of digits, so a lost one is detected. */
const MOTION = String.raw`(?<latitude>[+-]\d\d\.\d{6});(?<longitude>[+-]\d{3}\.\d{6});(?<speed>\d{3}\.\d{3});(?<course>\d{3}\.\d\d);`;
/** the satellites, the fix, the distance in m, the voltage, the inputs and outputs; then the mode or the event */
const STATE = String.raw`(?<satellites>\d{1,2});(?<fix>[01]);(?<meters>\d{1,10});(?<volts>\d{1,2}\.\d{1,2});(?<lines>[01]{1,10});(?<event>\d{1,4})(?:;(?<tail>[^]*))?$`;
const PRINTABLE = /^[ -~]*$/;
const TYPE = '(?<type>STT|EMG|EVT|ALT|UEX)';
/** the model and the version */
const MODEL = String.raw`\d{2,3};\w{3,4};`;

const form = (head: string, beforeDate: string, beforePosition: string): RegExp =>
  new RegExp(`^${head}${beforeDate}${DATE_TIME}${beforePosition}${MOTION}${STATE}`);

/** The reports of the models; all of them but SA200 have a model number, and ST500 has no cell. */
const FORMS: readonly RegExp[] = [
  form(String.raw`(?<header>ST3\d\d)${TYPE};(?<id>\d{9});`, MODEL, CELL),
  form(String.raw`SA200${TYPE};(?<id>\d{6}|\d{9});`, String.raw`\w{3,4};`, CELL),
  form(String.raw`ST500${TYPE};(?<id>\d{9});`, MODEL, ''),
  form(String.raw`ST600${TYPE};(?<id>\d{9,10});`, MODEL, NETWORK),
  // Seven cells, the battery, live or stored, the number and the reason precede the date.
  new RegExp(
    String.raw`^ST410(?<type>STT);(?<id>\d{9});\d{3};\d\d;(?:-?\d{1,6};){42}\d\.\d{1,2};[01];\d{4};\d{1,3};(?:\d{3};)?${DATE_TIME}${MOTION}(?<satellites>\d{1,2});(?<fix>[01])(?:;[ -~]*)?$`,
  ),
];

/** Its two variants differ in the version before the date and the cell after it. F: the receiver is defective. */
const ST910 = new RegExp(
  String.raw`^ST910;(?<type>Location|Emergency|Alert);(?<id>\d{6}|\d{9});(?:\d{3};)?${DATE_TIME}(?:${CELL})?${MOTION}(?<fix>[01F])(?:;[ -:<-~]*)*?(?:;(?<event>\d{1,3}))?$`,
);
const ST910_TYPES: Readonly<Record<string, SuntechReport['type']>> = {
  Location: 'STT',
  Emergency: 'EMG',
  Alert: 'ALT',
};

const KEEP_ALIVE = /^(?:S[AT]\d{3}ALV;\d{6,10}|ALV;\d{9,10}|ST910;Alive;(?:\d{6}|\d{9}))(?:;[ -~]*)?$/;

/** Whether the line only reports that the tracker is connected. */
export const isKeepAlive = (text: string): boolean => KEEP_ALIVE.test(text);

/** Undefined if the line is not a report or is damaged. */
export function readReport(text: string): SuntechReport | undefined {
  if (!text.startsWith('S')) return readUniversalReport(text);
  const st910 = ST910.exec(text)?.groups as Fields | undefined;
  if (st910 !== undefined) return toReport('ST910', ST910_TYPES[st910.type ?? ''], st910);
  for (const pattern of FORMS) {
    const groups = pattern.exec(text)?.groups as Fields | undefined;
    if (groups !== undefined) return toReport('ST300', groups.type as SuntechReport['type'], groups);
  }
  return readUniversalReport(text);
}

function toReport(
  family: SuntechReport['family'],
  type: SuntechReport['type'] | undefined,
  { id, date = '', time = '', header, meters, lines, volts, event, tail = '', ...position }: Fields,
): SuntechReport | undefined {
  const instant = parseDateTime(date, time);
  const fix = readFix(position);
  if (type === undefined || id === undefined || instant === undefined || fix === 'impossible') return undefined;
  // Only the data of a serial device has other bytes.
  if (type !== 'UEX' && !PRINTABLE.test(tail)) return undefined;
  const number = event === undefined ? undefined : Number(event);
  return {
    type,
    family,
    deviceId: id,
    instant,
    fix: position.fix === '1' ? fix : undefined,
    ...(meters !== undefined && { mileage: Number(meters) / 1000 }),
    ...readLines(lines),
    ...(volts !== undefined && { powerVoltage: Number(volts) }),
    ...(type === 'UEX' ? readSerialData(number, tail) : readTail(type, number, tail)),
    ...(type !== 'UEX' && number !== undefined && { event: number }),
    ...(header !== undefined && { acknowledgement: `${header}ACK;${id}` }),
  };
}

/** The ignition, then the inputs and the outputs. Other numbers of digits have no public meaning. */
const INPUTS_BY_LINES: Readonly<Record<number, number>> = { 6: 3, 8: 4 };

function readLines(lines: string | undefined): Pick<SuntechReport, 'ignition' | 'inputs' | 'outputs'> {
  if (lines === undefined) return {};
  const [ignition = false, ...others] = Array.from(lines, (digit) => digit === '1');
  const inputs = INPUTS_BY_LINES[lines.length];
  return inputs === undefined
    ? { ignition }
    : { ignition, inputs: others.slice(0, inputs), outputs: others.slice(inputs) };
}
