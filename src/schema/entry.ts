import type { Alert } from './records/alert.js';
import type { ClockQuality } from './system/clock.js';
import type { Device, Source } from './devices/device.js';
import type { Group } from './devices/group.js';
import type { Location } from './records/location.js';
import type { ChannelName, Delivery, NewMessage, Settlement } from './messages/message.js';
import type { NotificationRule } from './messages/notification-rule.js';
import type { Provisioning } from './provisioning/provisioning.js';
import type { ProvisioningReceipt, UnitWork } from './provisioning/receipt.js';
import type { Template } from './provisioning/template.js';
import type { Credential, User } from './accounts/user.js';

/** Calls to the API by one user: ever, and on one local date of the configured zone. */
export type ApiUsage = {
  readonly userId: string;
  readonly total: number;
  readonly date: string;
  readonly daily: number;
};

/**
 * Where a record stands among those of a tracker that numbers them: from 1, without gaps, within an epoch, which the
 * tracker draws by chance when it begins its memory anew.
 */
export type Sequence = { readonly epoch: string; readonly seq: number };

/** What a tracker told beside positions, by name. */
export type TelemetryValues = Readonly<Record<string, string | number>>;

export type TelemetryRecord = {
  readonly deviceId: string;
  /** UTC */
  readonly dateTime: string;
  readonly values: TelemetryValues;
  readonly source: Source;
  readonly sequence?: Sequence;
};

/** What a tracker brings about. */
export type TrackerChange =
  | { readonly kind: 'location'; readonly v: LocationRecord }
  | {
      readonly kind: 'alert';
      readonly v: {
        readonly deviceId: string;
        readonly alert: Alert;
        readonly source: Source;
        readonly sequence?: Sequence;
        /** by which ways somebody is to be told */
        readonly notified?: readonly ChannelName[];
      };
    }
  | { readonly kind: 'telemetry'; readonly v: TelemetryRecord };

/** Why nothing is kept any more under an id that is not registered. `displaced`: others needed the room. */
export type ReleaseReason = 'adopted' | 'discarded' | 'displaced';

/**
 * Everything that can happen, by kind. A shape never changes once released: a new shape is a new kind.
 * `future` marks a fix dated too far ahead to be believed: kept, but never the last.
 */
export type Change =
  | { readonly kind: 'gateway'; readonly v: { readonly id: string } }
  | { readonly kind: 'user'; readonly v: User }
  | { readonly kind: 'user-removed'; readonly v: { readonly id: string } }
  | { readonly kind: 'credential'; readonly v: Credential }
  | { readonly kind: 'credential-removed'; readonly v: { readonly userId: string } }
  | { readonly kind: 'password'; readonly v: { readonly userId: string; readonly hash: string } }
  | { readonly kind: 'login'; readonly v: { readonly userId: string } }
  | { readonly kind: 'device'; readonly v: Device }
  | { readonly kind: 'device-removed'; readonly v: { readonly id: string } }
  | { readonly kind: 'group'; readonly v: Group }
  | { readonly kind: 'group-removed'; readonly v: { readonly id: string } }
  | TrackerChange
  /** of an id that is not registered: what it is to bring about once it is */
  | { readonly kind: 'quarantined'; readonly v: TrackerChange }
  | { readonly kind: 'quarantine-removed'; readonly v: { readonly id: string; readonly reason: ReleaseReason } }
  | { readonly kind: 'usage'; readonly v: { readonly users: readonly ApiUsage[] } }
  /** a local date of the configured zone has begun: each is told once */
  | { readonly kind: 'day'; readonly v: LocalDay }
  /**
   * How far the clock is to be believed from here on in this run. What the run has stamped before while it was `none`
   * was written as many ms ago as `up` has grown since.
   */
  | { readonly kind: 'clock'; readonly v: { readonly quality: ClockQuality } }
  | { readonly kind: 'notification'; readonly v: NotificationRule }
  | { readonly kind: 'notification-removed'; readonly v: { readonly id: string } }
  | { readonly kind: 'template'; readonly v: Template }
  | { readonly kind: 'template-removed'; readonly v: { readonly id: string } }
  /** a technician puts ports into provisioning */
  | { readonly kind: 'provisioning'; readonly v: Provisioning }
  | { readonly kind: 'provisioning-ended'; readonly v: { readonly id: string; readonly reason: string } }
  /** A tracker is about to be written to: what it had, and what it is to have. */
  | { readonly kind: 'provisioning-begun'; readonly v: UnitWork }
  /** It has what it was to have, or what it had. */
  | { readonly kind: 'provisioning-receipt'; readonly v: ProvisioningReceipt }
  /** a message is in the outbox; the number of the entry is its id */
  | { readonly kind: 'message'; readonly v: NewMessage }
  /** It is about to be handed over: its units count on the local date from now on. */
  | { readonly kind: 'message-begun'; readonly v: { readonly id: string; readonly date: string } }
  /** It was not handed over, or not whole, and waits for another attempt; `counted` units of it count all the same. */
  | {
      readonly kind: 'message-returned';
      readonly v: { readonly id: string; readonly reason: string; readonly counted: number };
    }
  | { readonly kind: 'message-settled'; readonly v: Settlement }
  /** the network's report of one part of an SMS */
  | { readonly kind: 'message-delivery'; readonly v: { readonly id: string } & Pick<Delivery, 'part' | 'fate'> }
  /** how an alert of a device has met a rule, so that it is not told all the time */
  | { readonly kind: 'alert-series'; readonly v: AlertSeries };

/** The same alert of the same device, again and again. */
export type AlertSeries = {
  readonly rule: string;
  readonly deviceId: string;
  readonly alert: string;
  /** when it was last raised, and last told, ms since 1970 */
  readonly raised: number;
  readonly told: number;
  /** minutes that have to pass from `told` on until it is told again */
  readonly quietMinutes: number;
};

/** A date on the wall calendar of a zone (IANA). */
export type LocalDay = { readonly date: string; readonly timeZone: string };

export type LocationRecord = {
  readonly deviceId: string;
  readonly location: Location;
  readonly source: Source;
  readonly future?: true;
  readonly sequence?: Sequence;
};

/**
 * One line of the log: a change with its number (no gaps), wall clock (UTC), boot id and milliseconds since that boot.
 * `end` stands on every entry of a batch of several: the number of the batch's last entry. A batch whose end is not in
 * the log was cut by a crash and does not count.
 */
export type Entry = Change & {
  readonly n: number;
  readonly at: string;
  readonly boot: string;
  readonly up: number;
  readonly end?: number;
};
