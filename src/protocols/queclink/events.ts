import type { QueclinkReport } from './report.js';

/** The fields of an event other than its position; blank if not found. */
type EventFields = {
  /** which fence or input */
  readonly id: string;
  /** which meaning of its message */
  readonly type: string;
  /** the field before the position */
  readonly state: string;
  /** the first field */
  readonly first: string;
};

/** The name of an alert by the value of a field; null: back to normal, no alert. */
type AlertNames = { readonly by: keyof EventFields; readonly names: Readonly<Record<string, string | null>> };

const byType = (...names: readonly (string | null)[]): AlertNames => ({
  by: 'type',
  names: Object.fromEntries(names.entries()),
});

/** The words for alerts, by message; the table of domain/records/alert-name has the API's names for some of them. */
const EVENTS: Readonly<Record<string, string | AlertNames>> = {
  SOS: 'GTSOS',
  // Speed back within the range, and movement again, raise no alert.
  SPD: byType('GTSPD', null),
  NMR: byType('NoMovementTime', null),
  // Leaving and entering the area.
  GEO: byType('GTGEO out', 'GTGEO in'),
  DIS: byType('Off', 'On'),
  TEM: { by: 'type', names: { 1: 'TemperatureLowerThan', 2: 'TemperatureWithin', 3: 'TemperatureGreaterThan' } },
  // An external temperature sensor: no public document gives the meaning of its types.
  TMP: 'GTTMP',
  HBM: byType('HarshBraking', 'HarshAcceleration', 'HarshTurning'),
  BPL: 'GTBPL',
  ANT: { by: 'state', names: { 0: null, 1: 'AntennaFault', 2: 'AntennaFault' } },
  GSS: { by: 'first', names: { 0: 'GTGSS 0', 1: null } },
  TOW: 'Tow',
  CRA: 'Crash',
  JDR: 'Jamming',
  JDS: { by: 'state', names: { 1: null, 2: 'Jamming' } },
  PNA: 'PowerOn',
  PFA: 'PowerOff',
  EPN: 'ExternalPowerOn',
  MPN: 'ExternalPowerOn',
  EPF: 'GTEPF',
  MPF: 'GTMPF',
  BTC: 'ChargeStart',
  STC: 'ChargeStop',
  IGN: 'IgnitionOn',
  IGF: 'IgnitionOff',
  IGL: byType('IgnitionOn', 'IgnitionOff'),
  // Virtual ignition, by voltage or movement.
  VGN: 'IgnitionOn',
  VGF: 'IgnitionOff',
  VGL: byType('IgnitionOn', 'IgnitionOff'),
  IDN: 'IdlingStart',
  IDF: 'IdlingStop',
  IDA: byType('DriverUnknown', 'DriverIdentified'),
};

/** of a report without a position: after a reserved one */
const DRIVER_FIELD = 1;
const ID_AND_TYPE = /^[\dA-F]{2}$/;

/** `firstField`: where the position starts. Some models send id and type as two digits of one field. */
function readEventFields(fields: readonly string[], firstField: number | undefined): EventFields {
  const [first = ''] = fields;
  if (firstField === undefined) return { id: '', type: '', state: '', first };
  const [before = '', type = '', state = ''] = [-3, -2, -1].map((offset) => fields[firstField + offset] ?? '');
  if (!ID_AND_TYPE.test(type)) return { id: before, type, state, first };
  return { id: String(Number.parseInt(type.charAt(0), 16)), type: type.charAt(1), state, first };
}

/** The id of the key or card in a report about a driver. */
export const readDriverId = (
  { message, fields }: QueclinkReport,
  firstField: number | undefined,
): string | undefined =>
  message === 'IDA' ? fields[firstField === undefined ? DRIVER_FIELD : firstField - 3] : undefined;

/** The name of the alert in a report, if any; an unknown type is named after its message. */
export function alertNameOf({ message, fields }: QueclinkReport, firstField: number | undefined): string | undefined {
  const event = EVENTS[message];
  if (event === undefined || typeof event === 'string') return event;
  const eventFields = readEventFields(fields, firstField);
  const name = event.names[eventFields[event.by]];
  if (name === undefined) return `GT${message}`;
  return message === 'DIS' && name !== null ? `Sensor${eventFields.id}${name}` : (name ?? undefined);
}
