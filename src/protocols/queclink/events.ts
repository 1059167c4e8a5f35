import type { QueclinkReport } from './report.js';

/** What an event says of itself, beside where it was. Blank where it can not be found. */
type EventFields = {
  /** which fence or input */
  readonly id: string;
  /** which of the things that its message may mean */
  readonly type: string;
  /** the field before the point */
  readonly state: string;
  /** the first field */
  readonly first: string;
};

/** The name of an alert by a value that was said; null: what was amiss is over, and nobody is alarmed. */
type AlertNames = { readonly by: keyof EventFields; readonly names: Readonly<Record<string, string | null>> };

const byType = (...names: readonly (string | null)[]): AlertNames => ({
  by: 'type',
  names: Object.fromEntries(names.entries()),
});

/** The names under which alerts are stored, by message: those of the API where it has one. */
const EVENTS: Readonly<Record<string, string | AlertNames>> = {
  SOS: 'SOSButton',
  // A speed back within the range, and a tracker that moves again, are no alarm.
  SPD: byType('SpeedLimit', null),
  NMR: byType('NoMovementTime', null),
  // Out of the fence, and into it.
  GEO: byType('AllowedArea', 'ForbiddenArea'),
  DIS: byType('Off', 'On'),
  TEM: { by: 'type', names: { 1: 'TemperatureLowerThan', 2: 'TemperatureWithin', 3: 'TemperatureGreaterThan' } },
  HBM: byType('HarshBraking', 'HarshAcceleration', 'HarshTurning'),
  BPL: 'BatteryLow',
  ANT: { by: 'state', names: { 0: null, 1: 'GPSUnplugged', 2: 'GPSUnplugged' } },
  GSS: { by: 'first', names: { 0: 'GPSNoSignal', 1: null } },
  TOW: 'Tow',
  CRA: 'Crash',
  JDR: 'Jamming',
  JDS: { by: 'state', names: { 1: null, 2: 'Jamming' } },
  PNA: 'PowerOn',
  PFA: 'PowerOff',
  EPN: 'ExternalPowerOn',
  MPN: 'ExternalPowerOn',
  EPF: 'ExternalPowerOff',
  MPF: 'ExternalPowerOff',
  BTC: 'ChargeStart',
  STC: 'ChargeStop',
  IGN: 'IgnitionOn',
  IGF: 'IgnitionOff',
  IGL: byType('IgnitionOn', 'IgnitionOff'),
  IDN: 'IdlingStart',
  IDF: 'IdlingStop',
  IDA: byType('DriverUnknown', 'DriverIdentified'),
};

const ID_AND_TYPE = /^[\dA-F]{2}$/;

/** `begin`: which field its point begins with. Models with one wire more say id and type as two digits of one field. */
function readEventFields(fields: readonly string[], firstField: number | undefined): EventFields {
  const [first = ''] = fields;
  if (firstField === undefined) return { id: '', type: '', state: '', first };
  const [before = '', type = '', state = ''] = [-3, -2, -1].map((offset) => fields[firstField + offset] ?? '');
  if (!ID_AND_TYPE.test(type)) return { id: before, type, state, first };
  return { id: String(Number.parseInt(type.charAt(0), 16)), type: type.charAt(1), state, first };
}

/** The name of the alert that a report is, if it is one. One that can not be told further goes by its message. */
export function alertNameOf({ message, fields }: QueclinkReport, firstField: number | undefined): string | undefined {
  const event = EVENTS[message];
  if (event === undefined || typeof event === 'string') return event;
  const eventFields = readEventFields(fields, firstField);
  const name = event.names[eventFields[event.by]];
  if (name === undefined) return `GT${message}`;
  return message === 'DIS' && name !== null ? `Sensor${eventFields.id}${name}` : (name ?? undefined);
}
