import { viewAlert } from '../../domain/records/alert.js';
import type { AlertView } from '../../schema/records/alert.js';
import type { DeviceView } from '../../schema/devices/device.js';
import type { LocalDay, Entry } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import type { MessageView } from '../../schema/messages/message.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { ProvisioningPortView } from '../../schema/provisioning/provisioning.js';
import type { UnknownDeviceView } from '../../schema/devices/unknown-device.js';

/**
 * What a stream of events tells. `id`: the number of the log's entry up to which everything is told then; of several
 * events that one entry brings about the last alone has it, so that who resumes there has heard them all.
 */
export type FeedEvent = { readonly id?: number } & (
  | { readonly type: 'location'; readonly data: LocationEvent }
  | { readonly type: 'alert'; readonly data: { readonly deviceId: string; readonly alert: AlertView } }
  /** null: it is gone, or out of sight */
  | { readonly type: 'device'; readonly data: { readonly deviceId: string; readonly device: DeviceView | null } }
  | StatusEvent
  /** null: nothing is kept of it any more, since it is registered, discarded, or out of room */
  | {
      readonly type: 'unknownDevice';
      readonly data: { readonly deviceId: string; readonly unknownDevice: UnknownDeviceView | null };
    }
  | { readonly type: 'day'; readonly data: LocalDay }
  /** as it is when it is told */
  | { readonly type: 'message'; readonly data: { readonly deviceId: string; readonly message: MessageView } }
  /** numbers of entries that are not told: what was read before may be out of date */
  | { readonly type: 'gap'; readonly data: { readonly from: number; readonly to: number } }
  /** nothing happened that concerns the reader, up to here */
  | { readonly type: 'mark'; readonly id: number }
);

/** What has no number: it is told as it is, to who comes back as well. */
export type StatusEvent =
  | { readonly type: 'port'; readonly data: PortStatus }
  /** a port in provisioning */
  | { readonly type: 'provisioning'; readonly data: ProvisioningPortView };

/** `future` marks a fix dated too far ahead to be believed: it never is the last location. */
export type LocationEvent = { readonly deviceId: string; readonly location: Location; readonly future?: true };

type StoredRecordEntry = Extract<Entry, { kind: 'location' | 'alert' }>;

// An entry never changes: all streams tell it in the same words.
const eventCache = new WeakMap<StoredRecordEntry, FeedEvent>();

export function eventOf(entry: StoredRecordEntry): FeedEvent {
  let event = eventCache.get(entry);
  if (event === undefined) eventCache.set(entry, (event = toEvent(entry)));
  return event;
}

function toEvent({ n, ...entry }: StoredRecordEntry): FeedEvent {
  if (entry.kind === 'location') {
    const { deviceId, location, future } = entry.v;
    return { id: n, type: 'location', data: { deviceId, location, ...(future && { future }) } };
  }
  const { deviceId, alert, notified } = entry.v;
  return { id: n, type: 'alert', data: { deviceId, alert: viewAlert({ ...alert, id: String(n), notified }) } };
}
