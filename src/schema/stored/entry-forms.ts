import { CHANNEL_NAMES } from '../channels.js';
import { namedReferenceSchema } from '../common.js';
import { COMMAND_STATES } from '../commands/command.js';
import { originSchema } from '../devices/device.js';
import type { Change, Entry, ReleaseReason } from '../entry.js';
import { MESSAGE_STATES } from '../messages/message.js';
import { UNFIT_REASONS } from '../records/location.js';
import { clockQualitySchema } from '../system/clock.js';
import { CURSOR_LANES } from '../uplinks/lane.js';
import * as entity from './entity-forms.js';
import {
  anyForm,
  dateForm,
  exactly,
  fieldsOf,
  flagForm,
  formBy,
  gatewayMessageForm,
  idForm,
  instantForm,
  listOf,
  nullOr,
  numberForm,
  recordOf,
  taggedBy,
  textForm,
  timeForm,
  wholeForm,
  type StoredForm,
} from './form.js';
import { formOfSchema } from './form-of-schema.js';

const { sourceForm, sequenceForm, channelForm, locationForm } = entity;
const ofId = fieldsOf({ id: idForm });
const ofName = fieldsOf({ name: textForm });
const ofUser = fieldsOf({ userId: idForm });
const anyFields = fieldsOf({});
const lane = exactly(...CURSOR_LANES);
const origin = formOfSchema(originSchema);

const alertForm = fieldsOf(
  { dateTime: instantForm, alerts: listOf(textForm) },
  {
    ...{ latitude: numberForm, longitude: numberForm, text: textForm, driverId: textForm },
    ...{ attention: exactly(true), rule: idForm, trackerTime: instantForm },
  },
);

const trackerForms = {
  location: fieldsOf(
    { deviceId: idForm, location: locationForm, source: sourceForm },
    { sequence: sequenceForm, future: exactly(true), unfit: exactly(...UNFIT_REASONS) },
  ),
  alert: fieldsOf(
    { deviceId: idForm, alert: alertForm, source: sourceForm },
    { sequence: sequenceForm, notified: listOf(channelForm) },
  ),
  telemetry: fieldsOf(
    { deviceId: idForm, dateTime: instantForm, values: entity.telemetryForm, source: sourceForm },
    { sequence: sequenceForm },
  ),
};

/** What a tracker reported, by kind. */
export const trackerChangeForm = taggedBy(
  'kind',
  new Map(Object.entries(trackerForms).map(([kind, v]) => [kind, fieldsOf({ v })])),
);

const RELEASES: readonly ReleaseReason[] = ['adopted', 'discarded', 'displaced'];

/** Accounts. */
const accountForms = {
  user: entity.userForm,
  'user-removed': ofId,
  'quota-granted': fieldsOf({ userId: idForm, by: nullOr(idForm) }),
  credential: fieldsOf({ userId: idForm, keyId: textForm, hash: textForm }),
  'credential-removed': ofUser,
  password: fieldsOf({ userId: idForm, hash: textForm }),
  login: ofUser,
  'sign-in-password': fieldsOf({ userId: idForm, passwordId: textForm, hash: textForm }),
  'key-digest': fieldsOf({ userId: idForm, keyId: textForm, digest: textForm }),
  'sign-in-link': fieldsOf({ userId: idForm, digest: textForm, expires: instantForm }),
  'sign-in-link-used': fieldsOf({ userId: idForm, digest: textForm }),
  'sign-in-address': fieldsOf({ userId: idForm, address: textForm }),
  session: entity.sessionForm,
  'sessions-removed': fieldsOf({ ids: listOf(idForm) }),
  display: entity.displayForm,
  'display-removed': ofId,
  'sign-ins-used': fieldsOf({ used: listOf(fieldsOf({ id: idForm, at: instantForm })) }),
  'access-key': entity.accessKeyForm,
  'access-key-removed': ofId,
  'access-keys-used': fieldsOf({ used: listOf(fieldsOf({ id: idForm, at: instantForm, address: textForm })) }),
  'signed-out': fieldsOf({ userId: idForm, passwordId: textForm }),
  // Only the list of changes reads these, and assumes nothing of them.
  ...{
    'secrets-set': anyFields,
    'sign-in-refused': anyFields,
    'file-taken': anyFields,
    'file-changed': anyFields,
    'log-level': anyFields,
  },
  usage: fieldsOf({
    users: listOf(fieldsOf({ userId: idForm, total: wholeForm, date: textForm, daily: wholeForm })),
  }),
};

/** Messages and commands. */
const messageForms = {
  message: entity.newMessageForm,
  'message-begun': fieldsOf({ id: idForm, date: textForm }),
  'message-returned': fieldsOf({ id: idForm, reason: textForm, counted: numberForm }),
  'message-settled': fieldsOf(
    {
      ...{ id: idForm, state: exactly(...MESSAGE_STATES), reason: nullOr(textForm), counted: numberForm },
      references: listOf(textForm),
    },
    { notice: exactly(80, 100) },
  ),
  'message-delivery': fieldsOf({ id: idForm, part: wholeForm, fate: exactly('delivered', 'trying', 'failed') }),
  'alert-notified': fieldsOf({
    deviceId: idForm,
    id: idForm,
    dateTime: instantForm,
    channel: exactly(...CHANNEL_NAMES),
  }),
  'alert-acknowledged': fieldsOf(
    {
      ...{ deviceId: idForm, id: idForm, dateTime: instantForm, by: formOfSchema(namedReferenceSchema) },
      ...{ note: textForm, alert: alertForm, sent: listOf(channelForm) },
    },
    { alertSource: origin, source: origin, at: instantForm },
  ),
  'alert-series': entity.seriesForm,
  command: entity.newCommandForm,
  'command-message': fieldsOf({ command: entity.newCommandForm, message: entity.newMessageForm }),
  'command-begun': fieldsOf({ id: idForm, port: textForm, protocol: textForm }),
  'command-settled': fieldsOf(
    { id: idForm, state: exactly(...COMMAND_STATES), result: textForm },
    { resultData: gatewayMessageForm },
  ),
};

const uplinkForms = {
  uplink: entity.uplinkForm,
  'uplink-removed': ofName,
  webhook: entity.webhookForm,
  'webhook-removed': ofName,
  'uplink-begun': fieldsOf({
    ...{ name: textForm, address: textForm },
    after: fieldsOf({ alerts: wholeForm, history: wholeForm }),
  }),
  'uplink-cursor': fieldsOf(
    { name: textForm, lane, n: wholeForm, settled: listOf(entity.rangeForm), generation: textForm },
    { mark: numberForm },
  ),
  'uplink-dead-letters': fieldsOf({
    ...{ name: textForm, lane, deviceId: idForm, reason: textForm, at: instantForm },
    ...{ removed: listOf(entity.rangeForm), added: listOf(entity.deadRangeForm) },
  }),
  'uplink-dropped': fieldsOf({ name: textForm, from: wholeForm, to: wholeForm, entries: wholeForm }),
  'uplink-stopped': fieldsOf({ name: textForm, from: wholeForm }, { conflict: exactly(true) }),
  'uplink-forgotten': ofName,
};

/** The form of each kind of entry. */
const ENTRY_FORMS: Readonly<Record<Change['kind'], StoredForm>> = {
  ...accountForms,
  ...messageForms,
  ...uplinkForms,
  ...trackerForms,
  gateway: ofId,
  generation: ofId,
  'generation-from': fieldsOf({ id: idForm, from: wholeForm }),
  port: entity.portForm,
  'port-removed': fieldsOf({ path: textForm }),
  device: entity.deviceForm,
  'device-removed': ofId,
  group: entity.groupForm,
  'group-removed': ofId,
  depot: entity.depotForm,
  'depot-removed': ofId,
  'depot-device': entity.describedDeviceForm,
  quarantined: trackerChangeForm,
  'quarantine-removed': fieldsOf({ id: idForm, reason: exactly(...RELEASES) }),
  day: fieldsOf({ date: dateForm, timeZone: textForm }),
  clock: fieldsOf({ quality: exactly(...clockQualitySchema.enum) }, { accepted: fieldsOf({ by: idForm }) }),
  notification: entity.notificationForm,
  'notification-removed': ofId,
  zone: entity.zoneForm,
  'zone-removed': ofId,
  'zone-visit': fieldsOf({ deviceId: idForm, zone: idForm, dateTime: instantForm, isInside: flagForm }),
  'alert-rule': entity.alertRuleForm,
  'alert-rule-removed': ofId,
  'rule-state': fieldsOf({ rule: idForm, deviceId: idForm, state: entity.ruleStateForm }),
  downtime: fieldsOf({ from: timeForm, to: timeForm }),
  running: anyForm,
  template: entity.templateForm,
  'template-removed': ofId,
  provisioning: entity.provisioningForm,
  'provisioning-ended': fieldsOf({ id: idForm, reason: textForm }),
  'provisioning-begun': entity.unitWorkForm,
  'provisioning-receipt': entity.receiptForm,
  'log-use': fieldsOf({ owners: listOf(fieldsOf({ owner: textForm, bytes: numberForm })) }),
  // Whatever reads the settings checks each value by the schema of its key.
  setting: fieldsOf({ key: textForm }),
  'setting-removed': fieldsOf({ key: textForm }),
  configuration: fieldsOf({ values: recordOf(anyForm), removed: listOf(textForm) }),
  started: fieldsOf({ version: textForm, clean: flagForm }),
};

/** The kind that a reader of the log gives to an entry that does not fit its own. No entry is written with it. */
const MISFIT = 'misfit';

const FORMS: ReadonlyMap<unknown, StoredForm> = new Map(
  Object.entries({ ...ENTRY_FORMS, [MISFIT]: formBy('an entry', () => false) }),
);

const lineForm = fieldsOf(
  { n: wholeForm, at: instantForm, boot: textForm, up: numberForm, kind: textForm },
  { end: wholeForm, by: entity.authorForm, was: anyFields },
);

/** What is the same in each entry; without it, a line has no place in the log. */
function stampForm(line: unknown): string | undefined {
  if (typeof line !== 'object' || line === null) return lineForm(line);
  const { n, at, boot, up, kind, end, by, was } = line as Partial<Entry>;
  const isUsual =
    by === undefined &&
    was === undefined &&
    typeof n === 'number' &&
    typeof boot === 'string' &&
    typeof kind === 'string' &&
    instantForm(at) === undefined &&
    Number.isFinite(up) &&
    (end === undefined || wholeForm(end) === undefined);
  return isUsual ? undefined : lineForm(line);
}

/**
 * Entry `n` from the value of its line. One that is none, or that does not fit its kind, gets a kind that nothing reads: the
 * line stays in the log as it is. A kind that only a later version knows passes.
 */
export function entryOf(line: unknown, n: number): Entry {
  const unstamped = stampForm(line);
  if (unstamped !== undefined) return misfitOf({ ...NO_STAMP, n }, '', unstamped);
  const entry = line as Entry;
  const { kind } = entry;
  if (entry.n !== n) return misfitOf({ ...NO_STAMP, n }, kind, '/n is there twice');
  const wrong = FORMS.get(kind)?.(entry.v);
  if (wrong === undefined) return entry;
  const { at, boot, up, end } = entry;
  return misfitOf({ n, at, boot, up, ...(end !== undefined && { end }) }, kind, wrong);
}

const NO_STAMP = { at: '1970-01-01T00:00:00.000Z', boot: '', up: 0 };

function misfitOf(stamp: Pick<Entry, 'n' | 'at' | 'boot' | 'up' | 'end'>, kind: string, wrong: string): Entry {
  const misfit: Misfit = { kind: MISFIT, v: { kind, wrong } };
  return { ...stamp, ...misfit } as unknown as Entry;
}

/** `kind`: the one that the entry has in the log; `wrong`: what does not fit. */
type Misfit = { readonly kind: typeof MISFIT; readonly v: { readonly kind: string; readonly wrong: string } };

/** What is wrong with an entry that does not fit its kind; undefined: it fits. */
export const misfitIn = (entry: Entry): Misfit['v'] | undefined => {
  const { kind, v } = entry as Entry | Misfit;
  return kind === MISFIT ? v : undefined;
};
