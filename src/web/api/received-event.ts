import type { AlertView } from '../../schema/records/alert.js';
import type { CommandView } from '../../schema/commands/command.js';
import type { DeviceView } from '../../schema/devices/device.js';
import type { Location } from '../../schema/records/location.js';
import type { MessageView } from '../../schema/messages/message.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { ProvisioningPortView } from '../../schema/provisioning/provisioning.js';
import type { UnknownDeviceView } from '../../schema/devices/unknown-device.js';
import type { Zone } from '../../schema/zones/zone.js';

/** The data of `GET /api/events` by event name. */
export type FeedData = {
  /** `future`: dated too far in the future to be credible */
  readonly location: { readonly deviceId: string; readonly location: Location; readonly future?: true };
  readonly alert: { readonly deviceId: string; readonly alert: AlertView };
  /** null: removed or no longer visible */
  readonly device: { readonly deviceId: string; readonly device: DeviceView | null };
  readonly unknownDevice: { readonly deviceId: string; readonly unknownDevice: UnknownDeviceView | null };
  readonly port: PortStatus;
  readonly provisioning: ProvisioningPortView;
  readonly message: { readonly deviceId: string; readonly message: MessageView };
  readonly command: { readonly deviceId: string; readonly command: CommandView };
  /** `dateTime`: of the fix, UTC */
  readonly zone: {
    readonly deviceId: string;
    readonly zone: string;
    readonly dateTime: string;
    readonly isInside: boolean;
  };
  /** null: removed */
  readonly zoneChange: { readonly zoneId: string; readonly zone: Zone | null };
  readonly day: { readonly date: string; readonly timeZone: string };
  /** Earlier data may be outdated: read it again. */
  readonly gap: { readonly from: number; readonly to: number };
};

/** `numbered`: a live event; otherwise it describes the current state. */
export type ReceivedEvent = {
  readonly [Type in keyof FeedData]: {
    readonly type: Type;
    readonly data: FeedData[Type];
    readonly hasId: boolean;
  };
}[keyof FeedData];
