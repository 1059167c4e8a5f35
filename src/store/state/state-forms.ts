import { CURSOR_LANES } from '../../schema/uplinks/lane.js';
import * as entity from '../../schema/stored/entity-forms.js';
import { trackerChangeForm } from '../../schema/stored/entry-forms.js';
import {
  allOf,
  anyForm,
  eitherOf,
  exactly,
  fieldsOf,
  flagForm,
  idForm,
  instantForm,
  listOf,
  nullOr,
  numberForm,
  recordOf,
  textForm,
  timeForm,
  tupleOf,
  wholeForm,
  type StoredForm,
} from '../../schema/stored/form.js';
import type { State } from './state.js';

/** A collection by key: the key is that field of its values, or an id or a name by itself. */
type MapForm = { readonly key: string | StoredForm; readonly value: StoredForm };

const byId = (value: StoredForm): MapForm => ({ key: 'id', value });
const ofDevice = (value: StoredForm): MapForm => ({ key: idForm, value });
const ofUser = (value: StoredForm): MapForm => ({ key: 'userId', value });

type MapName = { [Name in keyof State]: State[Name] extends Map<string, unknown> ? Name : never }[keyof State];

const range = entity.rangeForm;
const cursor = fieldsOf({ n: wholeForm, settled: listOf(range) }, { mark: numberForm });
const run = fieldsOf({ epoch: textForm, seq: wholeForm }, { from: wholeForm });
const recordForm = allOf(trackerChangeForm, entity.stampForm, fieldsOf({ n: wholeForm }));

const ACCOUNTS = {
  users: byId(entity.userForm),
  quotaGrants: { key: idForm, value: idForm },
  credentials: ofUser(fieldsOf({ userId: idForm, keyId: textForm, hash: textForm })),
  passwords: { key: idForm, value: textForm },
  passwordIds: { key: idForm, value: textForm },
  keyDigests: ofUser(fieldsOf({ userId: idForm, keyId: textForm, digest: textForm })),
  signInLinks: ofUser(fieldsOf({ userId: idForm, digest: textForm, expires: instantForm })),
  signInAddresses: { key: idForm, value: listOf(fieldsOf({ address: textForm, at: instantForm })) },
  sessions: byId(entity.sessionForm),
  accessKeys: byId(entity.accessKeyForm),
  displays: byId(entity.displayForm),
  logins: { key: idForm, value: instantForm },
  usage: ofUser(fieldsOf({ userId: idForm, total: wholeForm, date: textForm, daily: wholeForm })),
};

const DEVICES = {
  devices: byId(entity.deviceForm),
  registrations: ofDevice(wholeForm),
  inherited: ofDevice(fieldsOf({ location: flagForm, contact: flagForm })),
  groups: byId(entity.groupForm),
  depots: byId(entity.depotForm),
  depotDevices: { key: 'deviceId', value: entity.describedDeviceForm },
  lastLocations: ofDevice(entity.locationForm),
  jumps: ofDevice(entity.locationForm),
  lastSeen: ofDevice(fieldsOf({ at: instantForm, source: entity.sourceForm }, { intervalMs: numberForm })),
  sequences: ofDevice(listOf(run)),
  telemetry: ofDevice(entity.telemetryForm),
  sent: ofDevice(listOf(entity.dailyUsageForm)),
  zones: byId(entity.zoneForm),
  zoneVisits: ofDevice(recordOf(instantForm, idForm)),
  alertRules: byId(entity.alertRuleForm),
  ruleStates: ofDevice(recordOf(entity.ruleStateForm, idForm)),
  undated: ofDevice(fieldsOf({ lastSeen: entity.stampForm }, { location: recordForm })),
};

/** The form of each collection of the state. */
const MAP_FORMS: Readonly<Record<MapName, MapForm>> = {
  ...ACCOUNTS,
  ...DEVICES,
  ports: { key: 'path', value: entity.portForm },
  uplinks: { key: 'name', value: entity.uplinkForm },
  webhooks: { key: 'name', value: entity.webhookForm },
  notifications: byId(entity.notificationForm),
  outbox: byId(entity.messageForm),
  finishedMessages: byId(entity.messageForm),
  commands: byId(entity.commandForm),
  finishedCommands: byId(entity.commandForm),
  unacknowledged: { key: idForm, value: fieldsOf({ deviceId: idForm, date: textForm }) },
  senders: { key: textForm, value: fieldsOf({ marks: listOf(tupleOf(wholeForm, numberForm)) }) },
  forwardedAlerts: { key: textForm, value: wholeForm },
  series: { key: textForm, value: entity.seriesForm },
  // Whatever reads the settings checks each value by the schema of its key.
  settings: { key: textForm, value: anyForm },
  configured: { key: textForm, value: anyForm },
  uplinkPositions: {
    key: textForm,
    value: fieldsOf(
      {
        address: textForm,
        lanes: fieldsOf(Object.fromEntries(CURSOR_LANES.map((lane) => [lane, cursor]))),
        dropped: fieldsOf({ entries: wholeForm, ranges: listOf(range) }),
      },
      { stoppedFrom: wholeForm, conflict: exactly(true) },
    ),
  },
  deadLetters: {
    key: textForm,
    value: recordOf(fieldsOf({ reason: textForm, at: instantForm, ranges: listOf(entity.deadRangeForm) })),
  },
  templates: byId(entity.templateForm),
  provisionings: byId(entity.provisioningForm),
  unfinished: { key: 'hardwareId', value: entity.unitWorkForm },
  receipts: byId(entity.receiptForm),
};

const period = { boot: textForm, at: timeForm, up: numberForm };

/** An unknown device, whose records are a list in the file. */
export const unknownDeviceForm = fieldsOf(
  {
    ...{ id: idForm, since: wholeForm, firstHeard: instantForm, lastHeard: instantForm, source: entity.sourceForm },
    ...{ lastLocation: nullOr(entity.locationForm), sequences: listOf(run), dropped: wholeForm },
    records: listOf(fieldsOf({ n: wholeForm, change: trackerChangeForm, chars: wholeForm })),
  },
  { forwarded: fieldsOf({ records: wholeForm, chars: wholeForm }) },
);

/** The form of each other field. A state with a wrong `version` or `n` has no place in front of a log. */
const FIELD_FORMS: Readonly<Record<Exclude<keyof State, MapName>, StoredForm>> = {
  version: wholeForm,
  n: wholeForm,
  keptFrom: nullOr(wholeForm),
  gatewayId: nullOr(idForm),
  generations: listOf(fieldsOf({ id: textForm, from: wholeForm })),
  logUse: nullOr(fieldsOf({ at: instantForm, owners: listOf(fieldsOf({ owner: textForm, bytes: numberForm })) })),
  unsentAlerts: nullOr(fieldsOf({ count: wholeForm, since: instantForm, last: instantForm, deviceId: idForm })),
  quarantine: fieldsOf({ devices: listOf(anyForm), records: wholeForm, chars: wholeForm, dropped: wholeForm }),
  latestTrustedTime: eitherOf(exactly(''), instantForm),
  days: listOf(textForm),
  untrusted: listOf(fieldsOf(period, { n: wholeForm })),
  restamps: listOf(fieldsOf({ ...period, until: numberForm, by: numberForm }, { n: wholeForm })),
  restampedRanges: listOf(fieldsOf({ n: wholeForm, from: wholeForm, to: wholeForm, seconds: numberForm })),
  downtimes: listOf(fieldsOf({ from: timeForm, to: timeForm })),
  started: nullOr(fieldsOf({ at: instantForm, version: textForm })),
};

const MAPS: Readonly<Record<string, MapForm | undefined>> = MAP_FORMS;
const FIELDS: Readonly<Record<string, StoredForm | undefined>> = FIELD_FORMS;

/** Returns what does not fit in a value of this collection, under its key; undefined: it fits. */
export function formOfMap(collection: string): (key: string, value: unknown) => string | undefined {
  const form = MAPS[collection];
  if (form === undefined) return () => undefined;
  const { key: own, value: fits } = form;
  if (typeof own !== 'string') return (key, value) => fits(value) ?? own(key);
  const wrongKey = `/${own} must be the key that it is stored under`;
  return (key, value) =>
    fits(value) ?? ((value as Readonly<Record<string, unknown>>)[own] === key ? undefined : wrongKey);
}

/** What does not fit in another field of the state; undefined: it fits. */
export const wrongInField = (field: string, value: unknown): string | undefined => FIELDS[field]?.(value);
