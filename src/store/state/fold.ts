import { BOUNDS } from '../../domain/bounds.js';
import { addRecord, removeDevice } from '../../domain/devices/quarantine.js';
import { GATEWAY_SOURCE } from '../../domain/messages/limit-alerts.js';
import { isLossAlert } from '../../domain/records/alert.js';
import { withGateway } from '../../domain/records/location.js';
import { isLastLocation } from '../../domain/records/last-location.js';
import { placeOf } from '../../domain/records/unfit.js';
import { advanceSequence } from '../../domain/records/sequence.js';
import { mergeTelemetry } from '../../domain/records/telemetry.js';
import type { Entry, Sequence } from '../../schema/entry.js';
import { onRuleRemoved, onRuleState, onZoneRemoved, onZoneVisit } from './fold-alert-rules.js';
import { dropAlertsOf, dropOldAlerts, onAttentionAlert } from './fold-alerts.js';
import { applyClock, noteUndated } from './fold-clock.js';
import { noteContact, noteLastSeen, onRegistered } from './fold-contacts.js';
import {
  cancelCommandsOf,
  followMessage,
  onCommandQueued,
  onCommandSending,
  onCommandSettled,
} from './fold-commands.js';
import {
  dropOldUsage,
  noteAlert,
  onAlertSeries,
  onDelivery,
  onQueued,
  onReturned,
  onSending,
  onSettled,
} from './fold-outbox.js';
import { onQuotaGranted, passOnQuota } from './fold-quota.js';
import { onUnitFinished, onUnitStarted } from './fold-provisioning.js';
import { onDepotDevice, onForwarded } from './fold-senders.js';
import { forgetSignIns, SIGN_IN_FOLDS } from './fold-sign-in.js';
import {
  onDeadLetters,
  onGenerationFrom,
  onUplinkBegun,
  onUplinkCursor,
  onUplinkDropped,
  onUplinkStopped,
} from './fold-uplinks.js';
import type { State } from './state.js';
import { trimMap, trimRemoved } from './trim-map.js';
import { forgetRemovedDevices, trimLastLocations, trimTelemetry } from './trim-state.js';

/** Applies one entry to the state, in place. Deterministic: the same entries always give the same state. */
export function applyEntry(state: State, entry: Entry): void {
  state.n = entry.n;
  // Stored times are all UTC with milliseconds, so they sort as text.
  if (entry.at > state.latestTrustedTime && !isUntrusted(state, entry)) state.latestTrustedTime = entry.at;
  // A kind that only a later version writes is ignored: that version may have been downgraded.
  const fold = (FOLDS as Readonly<Record<string, Fold<Entry> | undefined>>)[entry.kind];
  fold?.(state, entry);
}

/** The clock that stamped this entry is not trusted. */
const isUntrusted = (state: State, { boot }: Entry): boolean => state.untrusted[0]?.boot === boot;

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;
type Fold<E extends Entry> = (state: State, entry: E) => void;

const FOLDS: { readonly [Kind in Entry['kind']]: Fold<EntryOf<Kind>> } = {
  gateway(state, { v }) {
    state.gatewayId = v.id;
  },
  generation(state, { n, v }) {
    // Entries from before the first one have no other generation.
    const from = state.generations.length === 0 ? 1 : n;
    // Entries of older ones count to the oldest that is kept.
    state.generations = [...state.generations, { id: v.id, from }].slice(-BOUNDS.generations.max);
  },
  user: ({ users }, { v }) => users.set(v.id, v),
  'user-removed'(state, { v }) {
    const { users, credentials, passwords, logins, usage } = state;
    for (const byUser of [users, credentials, passwords, logins, usage]) byUser.delete(v.id);
    forgetSignIns(state, v.id);
    passOnQuota(state, v.id);
  },
  'quota-granted': onQuotaGranted,
  ...SIGN_IN_FOLDS,
  display: ({ displays }, { v }) => displays.set(v.id, v),
  'display-removed'({ displays, usage }, { v }) {
    for (const byId of [displays, usage]) byId.delete(v.id);
  },
  port: ({ ports }, { v }) => ports.set(v.path, v),
  'port-removed': ({ ports }, { v }) => ports.delete(v.path),
  uplink: ({ uplinks }, { v }) => uplinks.set(v.name, v),
  'uplink-removed': ({ uplinks }, { v }) => uplinks.delete(v.name),
  webhook: ({ webhooks }, { v }) => webhooks.set(v.name, v),
  'webhook-removed': ({ webhooks }, { v }) => webhooks.delete(v.name),
  device(state, { n, v }) {
    if (!state.devices.has(v.id)) onRegistered(state, v.id, n);
    state.devices.set(v.id, v);
  },
  // The last contact stays for some time, as the history does: the device may be registered again.
  'device-removed'(state, entry) {
    const { devices, registrations, inherited, zoneVisits, ruleStates, jumps } = state;
    for (const byDevice of [devices, registrations, inherited, zoneVisits, ruleStates, jumps])
      byDevice.delete(entry.v.id);
    // The next record may be that of another owner.
    state.telemetry.delete(entry.v.id);
    cancelCommandsOf(state, entry);
    dropAlertsOf(state, entry);
    forgetRemovedDevices(state);
  },
  group: ({ groups }, { v }) => groups.set(v.id, v),
  'group-removed': ({ groups }, { v }) => groups.delete(v.id),
  depot: ({ depots }, { v }) => depots.set(v.id, v),
  'depot-removed': ({ depots }, { v }) => depots.delete(v.id),
  'depot-device': onDepotDevice,
  location: onLocation,
  alert: onAlert,
  telemetry: onTelemetry,
  quarantined({ quarantine }, entry) {
    addRecord(quarantine, entry);
  },
  'quarantine-removed': onQuarantineRemoved,
  usage({ users, displays, usage }, { v }) {
    for (const one of v.users) usage.set(one.userId, one);
    // Some may have been removed since they were counted.
    trimRemoved(usage, BOUNDS.usage, (id) => users.has(id) || displays.has(id));
  },
  day(state, entry) {
    // No trusted clock is put back further.
    state.days = [...state.days, entry.v.date].slice(-BOUNDS.days.max);
    dropOldUsage(state, entry);
    dropOldAlerts(state, entry);
  },
  clock: applyClock,
  notification: ({ notifications }, { v }) => notifications.set(v.id, v),
  'notification-removed': ({ notifications }, { v }) => notifications.delete(v.id),
  zone: ({ zones }, { v }) => zones.set(v.id, v),
  'zone-removed': onZoneRemoved,
  'zone-visit': onZoneVisit,
  'alert-rule': ({ alertRules }, { v }) => alertRules.set(v.id, v),
  'alert-rule-removed': onRuleRemoved,
  'rule-state': onRuleState,
  downtime(state, { v }) {
    state.downtimes = [...state.downtimes, v].slice(-BOUNDS.downtimes.max);
  },
  // Its time is all there is to know.
  running: () => undefined,
  template: ({ templates }, { v }) => templates.set(v.id, v),
  'template-removed': ({ templates }, { v }) => templates.delete(v.id),
  provisioning: ({ provisionings }, { v }) => provisionings.set(v.id, v),
  'provisioning-ended': ({ provisionings }, { v }) => provisionings.delete(v.id),
  'provisioning-begun'(state, { v, at }) {
    onUnitStarted(state, v, at);
  },
  'provisioning-receipt'(state, { v }) {
    onUnitFinished(state, v);
  },
  message(state, entry) {
    onQueued(state, entry, isUntrusted(state, entry));
  },
  'message-begun'(state, entry) {
    onSending(state, entry);
    followMessage(state, entry);
  },
  'message-returned'(state, entry) {
    onReturned(state, entry);
    followMessage(state, entry);
  },
  'message-settled'(state, entry) {
    onSettled(state, entry);
    followMessage(state, entry);
  },
  'message-delivery': onDelivery,
  'alert-series': onAlertSeries,
  'generation-from': onGenerationFrom,
  'uplink-begun': onUplinkBegun,
  'uplink-cursor': onUplinkCursor,
  'uplink-dead-letters': onDeadLetters,
  'uplink-dropped': onUplinkDropped,
  'uplink-stopped': onUplinkStopped,
  'uplink-forgotten'({ uplinkPositions, deadLetters }, { v }) {
    uplinkPositions.delete(v.name);
    deadLetters.delete(v.name);
  },
  setting: ({ settings }, { v }) => settings.set(v.key, v.value),
  'setting-removed': ({ settings }, { v }) => settings.delete(v.key),
  'log-use'(state, { at, v }) {
    state.logUse = { at, owners: v.owners };
  },
  // Only history reads it.
  'alert-notified': () => undefined,
  'alert-acknowledged': ({ unacknowledged }, { v }) => unacknowledged.delete(v.id),
  command(state, entry) {
    onCommandQueued(state, entry, isUntrusted(state, entry));
  },
  'command-message'(state, entry) {
    onQueued(state, entry, isUntrusted(state, entry));
    onCommandQueued(state, entry, isUntrusted(state, entry));
  },
  'command-begun': onCommandSending,
  'command-settled': onCommandSettled,
  configuration({ configured }, { v }) {
    // The newest last: beyond the bound, what changed longest ago gives way.
    for (const key of [...v.removed, ...Object.keys(v.values)]) configured.delete(key);
    for (const [key, value] of Object.entries(v.values)) configured.set(key, value);
    trimMap(configured, BOUNDS.configured);
  },
  started(state, { v, at }) {
    state.started = { at, version: v.version };
  },
  // Only the changes of the gateway are read from these.
  'sign-in-refused': () => undefined,
  'secrets-set': () => undefined,
  'file-taken': () => undefined,
  'file-changed': () => undefined,
  'log-level': () => undefined,
};

function onLocation(state: State, entry: EntryOf<'location'>): void {
  const { deviceId, location, source, sequence } = entry.v;
  noteLastSeen(state, deviceId, entry.at, source);
  noteSequence(state, deviceId, sequence);
  onForwarded(state, entry);
  state.telemetry.delete(deviceId);
  const isLast = isLastLocation(entry.v, state.lastLocations.get(deviceId));
  if (isLast) {
    state.lastLocations.set(deviceId, withGateway(location, source));
    trimLastLocations(state);
  }
  noteDoubt(state, entry.v, isLast);
  noteContact(state, deviceId, isLast);
  if (isUntrusted(state, entry)) noteUndated(state, entry);
}

/** A fix that counts settles the doubt. */
function noteDoubt({ jumps }: State, { deviceId, location, unfit }: EntryOf<'location'>['v'], isLast: boolean): void {
  if (unfit === 'jump') {
    jumps.set(deviceId, placeOf(location));
    trimMap(jumps, BOUNDS.jumps);
  } else if (isLast && jumps.size > 0) jumps.delete(deviceId);
}

function onAlert(state: State, entry: EntryOf<'alert'>): void {
  const { deviceId, source, sequence } = entry.v;
  noteAlert(state, entry);
  onForwarded(state, entry);
  onAttentionAlert(state, entry, isUntrusted(state, entry));
  if (source.protocol !== GATEWAY_SOURCE.protocol) {
    noteLastSeen(state, deviceId, entry.at, source);
    noteContact(state, deviceId, false);
  }
  noteSequence(state, deviceId, sequence, isLossAlert(entry));
  if (isUntrusted(state, entry)) noteUndated(state, entry);
}

function onTelemetry(state: State, entry: EntryOf<'telemetry'>): void {
  const { deviceId, values, source, sequence } = entry.v;
  noteLastSeen(state, deviceId, entry.at, source);
  noteSequence(state, deviceId, sequence);
  noteContact(state, deviceId, false);
  state.telemetry.set(deviceId, mergeTelemetry(state.telemetry.get(deviceId), values));
  trimTelemetry(state);
  if (isUntrusted(state, entry)) noteUndated(state, entry);
}

function onQuarantineRemoved(state: State, { v: { id, reason } }: EntryOf<'quarantine-removed'>): void {
  const removed = removeDevice(state.quarantine, id, reason);
  // The last contact of an adopted device is its last record, not its adoption.
  if (removed !== undefined && reason === 'adopted')
    state.lastSeen.set(id, { at: removed.lastHeard, source: removed.source });
}

function noteSequence(state: State, deviceId: string, sequence: Sequence | undefined, isLost = false): void {
  if (sequence === undefined) return;
  state.sequences.set(deviceId, advanceSequence(state.sequences.get(deviceId), sequence, isLost));
}
