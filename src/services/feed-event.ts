import { viewAlert } from '../domain/alert.js';
import type { AlertView } from '../schema/alert.js';
import type { DeviceView } from '../schema/device.js';
import type { Day, Entry } from '../schema/entry.js';
import type { Location } from '../schema/location.js';
import type { MessageView } from '../schema/message.js';
import type { PortStatus } from '../schema/port.js';
import type { BenchView } from '../schema/provisioning.js';
import type { UnknownDeviceView } from '../schema/unknown-device.js';

/**
 * What a stream of events tells. `id`: the number of the log's entry up to which everything is told then; of several
 * events that one entry brings about the last alone has it, so that who resumes there has heard them all.
 */
export type FeedEvent = { readonly id?: number } & (
  | { readonly type: 'location'; readonly data: LocationTold }
  | { readonly type: 'alert'; readonly data: { readonly deviceId: string; readonly alert: AlertView } }
  /** null: it is gone, or out of sight */
  | { readonly type: 'device'; readonly data: { readonly deviceId: string; readonly device: DeviceView | null } }
  | Standing
  /** null: nothing is kept of it any more, since it is registered, discarded, or out of room */
  | {
      readonly type: 'unknownDevice';
      readonly data: { readonly deviceId: string; readonly unknownDevice: UnknownDeviceView | null };
    }
  | { readonly type: 'day'; readonly data: Day }
  /** as it is when it is told */
  | { readonly type: 'message'; readonly data: { readonly deviceId: string; readonly message: MessageView } }
  /** numbers of entries that are not told: what was read before may be out of date */
  | { readonly type: 'gap'; readonly data: { readonly from: number; readonly to: number } }
  /** nothing happened that concerns the reader, up to here */
  | { readonly type: 'mark'; readonly id: number }
);

/** What has no number: it is told as it is, to who comes back as well. */
export type Standing =
  | { readonly type: 'port'; readonly data: PortStatus }
  /** a port in provisioning */
  | { readonly type: 'provisioning'; readonly data: BenchView };

/** `future` marks a fix dated too far ahead to be believed: it never is the last location. */
export type LocationTold = { readonly deviceId: string; readonly location: Location; readonly future?: true };

type Record = Extract<Entry, { kind: 'location' | 'alert' }>;

// An entry never changes: all streams tell it in the same words.
const made = new WeakMap<Record, FeedEvent>();

export function eventOf(entry: Record): FeedEvent {
  let event = made.get(entry);
  if (event === undefined) made.set(entry, (event = makeEvent(entry)));
  return event;
}

function makeEvent({ n, ...entry }: Record): FeedEvent {
  if (entry.kind === 'location') {
    const { deviceId, location, future } = entry.v;
    return { id: n, type: 'location', data: { deviceId, location, ...(future && { future }) } };
  }
  const { deviceId, alert, notified } = entry.v;
  return { id: n, type: 'alert', data: { deviceId, alert: viewAlert({ ...alert, id: String(n), notified }) } };
}
