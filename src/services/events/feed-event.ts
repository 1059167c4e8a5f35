import type { CommandView } from '../../schema/commands/command.js';
import type { DeviceView } from '../../schema/devices/device.js';
import type { UnknownDeviceView } from '../../schema/devices/unknown-device.js';
import type { LocalDay, ZoneVisit } from '../../schema/entry.js';
import type { MessageView } from '../../schema/messages/message.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { ProvisioningPortView } from '../../schema/provisioning/provisioning.js';
import type { UplinkView } from '../../schema/uplinks/uplink.js';
import type { Zone } from '../../schema/zones/zone.js';
import { viewRecord, type StoredRecordEntry, type ViewedAlert, type ViewedLocation } from '../history/record-view.js';

/**
 * An event as a stream sends it. `id`: number of the log entry up to which the client is then complete. If one entry
 * causes several events, only the last has it, so that a client that resumes there missed none.
 */
export type FeedEvent = { readonly id?: number } & (
  | { readonly type: 'location'; readonly data: LocationEvent }
  | { readonly type: 'alert'; readonly data: ViewedAlert }
  /** null: removed, or no longer visible */
  | { readonly type: 'device'; readonly data: { readonly deviceId: string; readonly device: DeviceView | null } }
  | StatusEvent
  /** null: no longer in quarantine, because it was registered, discarded or displaced */
  | {
      readonly type: 'unknownDevice';
      readonly data: { readonly deviceId: string; readonly unknownDevice: UnknownDeviceView | null };
    }
  /** a device entered a zone or left it */
  | { readonly type: 'zone'; readonly data: ZoneVisit }
  /** null: removed */
  | { readonly type: 'zoneChange'; readonly data: { readonly zoneId: string; readonly zone: Zone | null } }
  | { readonly type: 'day'; readonly data: LocalDay }
  /** in its state at the time of sending */
  | { readonly type: 'message'; readonly data: { readonly deviceId: string; readonly message: MessageView } }
  /** only for users with the privilege `commands`; in its state at the time of sending */
  | { readonly type: 'command'; readonly data: { readonly deviceId: string; readonly command: CommandView } }
  /** numbers of entries that the stream does not have: data read before may be out of date */
  | { readonly type: 'gap'; readonly data: { readonly from: number; readonly to: number } }
  /** up to here, nothing else is visible to the client */
  | { readonly type: 'mark'; readonly id: number }
);

/** Has no number, because it has no log entry; clients that resume get the current status. */
export type StatusEvent =
  | { readonly type: 'port'; readonly data: PortStatus }
  /** a port in provisioning */
  | { readonly type: 'provisioning'; readonly data: ProvisioningPortView }
  /** null: removed */
  | { readonly type: 'uplink'; readonly data: { readonly name: string; readonly uplink: UplinkView | null } };

/** What the event is about. */
export const subjectOf = ({ type, data }: StatusEvent): string => (type === 'uplink' ? data.name : data.path);

export type LocationEvent = ViewedLocation;

// Entries never change, so all streams share the event.
const eventCache = new WeakMap<StoredRecordEntry, FeedEvent>();

export function eventOf(entry: StoredRecordEntry): FeedEvent {
  let event = eventCache.get(entry);
  if (event === undefined) eventCache.set(entry, (event = toEvent(entry)));
  return event;
}

function toEvent(entry: StoredRecordEntry): FeedEvent {
  const record = viewRecord(entry);
  return record.kind === 'location'
    ? { id: entry.n, type: 'location', data: record.data }
    : { id: entry.n, type: 'alert', data: record.data };
}
