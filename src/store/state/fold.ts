import { isLastLocation } from '../../domain/records/last-location.js';
import { GATEWAY_SOURCE } from '../../domain/messages/limit-alerts.js';
import { addRecord, removeDevice } from '../../domain/devices/quarantine.js';
import { advanceSequence } from '../../domain/records/sequence.js';
import { mergeTelemetry } from '../../domain/records/telemetry.js';
import type { Entry, Sequence } from '../../schema/entry.js';
import { applyClock, isUntrusted, noteUndated } from './fold-clock.js';
import { onSending, onSettled, dropOldUsage, onReturned, onQueued, onAlertSeries, onDelivery } from './fold-outbox.js';
import { onUnitStarted, onUnitFinished } from './fold-provisioning.js';
import type { State } from './state.js';

/** Further back no clock is put that is believed. */
const MAX_DAYS = 64;

/** Applies one entry to the state, in place. The same entries give the same state, always: no clock, no chance. */
export function applyEntry(state: State, entry: Entry): void {
  state.n = entry.n;
  // Stored times are all UTC with milliseconds, so that their order is that of their text.
  if (entry.at > state.newest && !isUntrusted(state, entry)) state.newest = entry.at;
  switch (entry.kind) {
    case 'gateway':
      state.gatewayId = entry.v.id;
      break;
    case 'user':
      state.users.set(entry.v.id, entry.v);
      break;
    case 'user-removed':
      for (const own of [state.users, state.credentials, state.passwords, state.logins, state.usage]) {
        own.delete(entry.v.id);
      }
      break;
    case 'credential':
      state.credentials.set(entry.v.userId, entry.v);
      break;
    case 'credential-removed':
      state.credentials.delete(entry.v.userId);
      break;
    case 'password':
      state.passwords.set(entry.v.userId, entry.v.hash);
      break;
    case 'login':
      state.logins.set(entry.v.userId, entry.at);
      break;
    case 'device':
      state.devices.set(entry.v.id, entry.v);
      break;
    case 'device-removed':
      // What was heard of it stays: the history does, and it may be registered again.
      state.devices.delete(entry.v.id);
      break;
    case 'group':
      state.groups.set(entry.v.id, entry.v);
      break;
    case 'group-removed':
      state.groups.delete(entry.v.id);
      break;
    case 'location': {
      const { deviceId, location, source, sequence } = entry.v;
      state.heard.set(deviceId, { at: entry.at, source });
      noteSequence(state, deviceId, sequence);
      state.telemetry.delete(deviceId);
      if (isLastLocation(entry.v, state.lastLocations.get(deviceId))) state.lastLocations.set(deviceId, location);
      noteUndated(state, entry);
      break;
    }
    case 'alert':
      if (entry.v.source.protocol !== GATEWAY_SOURCE.protocol) {
        state.heard.set(entry.v.deviceId, { at: entry.at, source: entry.v.source });
      }
      noteSequence(state, entry.v.deviceId, entry.v.sequence);
      noteUndated(state, entry);
      break;
    case 'telemetry': {
      const { deviceId, values, source, sequence } = entry.v;
      state.heard.set(deviceId, { at: entry.at, source });
      noteSequence(state, deviceId, sequence);
      state.telemetry.set(deviceId, mergeTelemetry(state.telemetry.get(deviceId), values));
      noteUndated(state, entry);
      break;
    }
    case 'quarantined':
      addRecord(state.quarantine, entry);
      break;
    case 'quarantine-removed': {
      const { id, reason } = entry.v;
      const gone = removeDevice(state.quarantine, id, reason);
      // A device was heard when it was, not when it was adopted.
      if (gone !== undefined && reason === 'adopted') state.heard.set(id, { at: gone.lastHeard, source: gone.source });
      break;
    }
    case 'usage':
      for (const usage of entry.v.users) state.usage.set(usage.userId, usage);
      break;
    case 'day':
      state.days = [...state.days, entry.v.date].slice(-MAX_DAYS);
      dropOldUsage(state, entry);
      break;
    case 'clock':
      applyClock(state, entry);
      break;
    case 'notification':
      state.notifications.set(entry.v.id, entry.v);
      break;
    case 'notification-removed':
      state.notifications.delete(entry.v.id);
      break;
    case 'template':
      state.templates.set(entry.v.id, entry.v);
      break;
    case 'template-removed':
      state.templates.delete(entry.v.id);
      break;
    case 'provisioning':
      state.provisionings.set(entry.v.id, entry.v);
      break;
    case 'provisioning-ended':
      state.provisionings.delete(entry.v.id);
      break;
    case 'provisioning-begun':
      onUnitStarted(state, entry.v, entry.at);
      break;
    case 'provisioning-receipt':
      onUnitFinished(state, entry.v);
      break;
    case 'message':
      onQueued(state, entry, isUntrusted(state, entry));
      break;
    case 'message-begun':
      onSending(state, entry);
      break;
    case 'message-returned':
      onReturned(state, entry);
      break;
    case 'message-settled':
      onSettled(state, entry);
      break;
    case 'message-delivery':
      onDelivery(state, entry);
      break;
    case 'alert-series':
      onAlertSeries(state, entry);
      break;
  }
}

function noteSequence(state: State, deviceId: string, sequence: Sequence | undefined): void {
  if (sequence !== undefined) state.sequences.set(deviceId, advanceSequence(state.sequences.get(deviceId), sequence));
}
