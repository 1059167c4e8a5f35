import type { AlertView } from '../../schema/alert.js';
import type { DeviceView } from '../../schema/device.js';
import type { Location } from '../../schema/location.js';
import type { MessageView } from '../../schema/message.js';
import type { PortStatus } from '../../schema/port.js';
import type { BenchView } from '../../schema/provisioning.js';
import type { UnknownDeviceView } from '../../schema/unknown-device.js';

/** What `GET /api/events` tells, by the name of the event. */
export type FeedData = {
  /** `future`: dated too far ahead to be believed */
  readonly location: { readonly deviceId: string; readonly location: Location; readonly future?: true };
  readonly alert: { readonly deviceId: string; readonly alert: AlertView };
  /** null: gone, or out of sight */
  readonly device: { readonly deviceId: string; readonly device: DeviceView | null };
  readonly unknownDevice: { readonly deviceId: string; readonly unknownDevice: UnknownDeviceView | null };
  readonly port: PortStatus;
  readonly provisioning: BenchView;
  readonly message: { readonly deviceId: string; readonly message: MessageView };
  readonly day: { readonly date: string; readonly timeZone: string };
  /** What was read before may be out of date: read it again. */
  readonly gap: { readonly from: number; readonly to: number };
};

/** `numbered`: it is told as it happens; else it says how things stand. */
export type FeedEvent = {
  readonly [Type in keyof FeedData]: {
    readonly type: Type;
    readonly data: FeedData[Type];
    readonly numbered: boolean;
  };
}[keyof FeedData];
