import type { Alert } from './records/alert.js';
import type { AlertRule } from './alert-rules/alert-rule.js';
import type { RuleState } from './alert-rules/rule-progress.js';
import type { UploadKindName } from './system/upload.js';
import type { ClockQuality } from './system/clock.js';
import type { SettingValue } from './system/settings.js';
import type { LogLevel } from './config/log-level.js';
import type { Author, Via } from './accounts/author.js';
import type { CommandSettlement, NewCommand } from './commands/command.js';
import type { Device, Origin, Source } from './devices/device.js';
import type { Depot } from './records/depot.js';
import type { DepotDevice } from './records/depot-device.js';
import type { Group } from './devices/group.js';
import type { Location, Unfit } from './records/location.js';
import type { NamedReference } from './common.js';
import type { ChannelName, Delivery, NewMessage, Settlement } from './messages/message.js';
import type { NotificationRule } from './messages/notification-rule.js';
import type { StoredWebhook } from './messages/webhook.js';
import type { StoredPort } from './ports/port-settings.js';
import type { Provisioning } from './provisioning/provisioning.js';
import type { ProvisioningReceipt, UnitWork } from './provisioning/receipt.js';
import type { Template } from './provisioning/template.js';
import type { StoredUplink } from './uplinks/uplink-input.js';
import type { CursorLane, LaneMark } from './uplinks/lane.js';
import type { Zone } from './zones/zone.js';
import type { AccessKey } from './accounts/access-key.js';
import type { Display } from './accounts/display.js';
import type { Session } from './accounts/session.js';
import type { Credential, KeyDigest, SignInLink, User } from './accounts/user.js';

/** API calls by one user: in total, and on one local date of the configured zone. */
export type ApiUsage = {
  readonly userId: string;
  readonly total: number;
  readonly date: string;
  readonly daily: number;
};

/**
 * The number that a tracker gave to a record: from 1, without gaps, within an epoch. The tracker picks the epoch at
 * random when it starts with an empty memory.
 */
export type Sequence = { readonly epoch: string; readonly seq: number };

/** What a tracker reports besides positions, by name. */
export type TelemetryValues = Readonly<Record<string, string | number>>;

type TelemetryRecord = {
  readonly deviceId: string;
  /** UTC */
  readonly dateTime: string;
  readonly values: TelemetryValues;
  readonly source: Source;
  readonly sequence?: Sequence;
};

/** A change that a tracker report causes. */
export type TrackerChange =
  | { readonly kind: 'location'; readonly v: LocationRecord }
  | {
      readonly kind: 'alert';
      readonly v: {
        readonly deviceId: string;
        readonly alert: Alert;
        readonly source: Source;
        readonly sequence?: Sequence;
        /** the channels by which messages were queued; whether they were sent is an entry of its own */
        readonly notified?: readonly ChannelName[];
      };
    }
  | { readonly kind: 'telemetry'; readonly v: TelemetryRecord };

/** Why the quarantine of an id ended. `displaced`: removed to make room for other ids. */
export type ReleaseReason = 'adopted' | 'discarded' | 'displaced';

/**
 * Every change, by kind. A released shape never changes: a new shape is a new kind.
 */
export type Change =
  | { readonly kind: 'gateway'; readonly v: { readonly id: string } }
  /** A generation of the store begins: with this entry, or with entry 1 if it is the first one. */
  | { readonly kind: 'generation'; readonly v: { readonly id: string } }
  | { readonly kind: 'user'; readonly v: User }
  | { readonly kind: 'user-removed'; readonly v: { readonly id: string } }
  /** The quota of a user comes out of that of another, who granted it; null: no longer. */
  | { readonly kind: 'quota-granted'; readonly v: { readonly userId: string; readonly by: string | null } }
  | { readonly kind: 'credential'; readonly v: Credential }
  | { readonly kind: 'credential-removed'; readonly v: { readonly userId: string } }
  | { readonly kind: 'password'; readonly v: { readonly userId: string; readonly hash: string } }
  | { readonly kind: 'login'; readonly v: { readonly userId: string } }
  /** a new password; its id is part of every token of the user, so that it ends the previous ones */
  | {
      readonly kind: 'sign-in-password';
      readonly v: { readonly userId: string; readonly passwordId: string; readonly hash: string };
    }
  | { readonly kind: 'key-digest'; readonly v: KeyDigest }
  /** a link that signs a user in once; it replaces the previous one */
  | { readonly kind: 'sign-in-link'; readonly v: SignInLink }
  | { readonly kind: 'sign-in-link-used'; readonly v: { readonly userId: string; readonly digest: string } }
  /** a user signed in from this address: at most one entry of an address in a day */
  | { readonly kind: 'sign-in-address'; readonly v: { readonly userId: string; readonly address: string } }
  | { readonly kind: 'session'; readonly v: Session }
  | { readonly kind: 'sessions-removed'; readonly v: { readonly ids: readonly string[] } }
  /** a named API key of a user */
  | { readonly kind: 'access-key'; readonly v: AccessKey }
  | { readonly kind: 'access-key-removed'; readonly v: Pick<AccessKey, 'id' | 'userId' | 'name'> }
  /** when access keys were last used, UTC, and from where: at most one entry of each in an hour */
  | {
      readonly kind: 'access-keys-used';
      readonly v: { readonly used: readonly { readonly id: string; readonly at: string; readonly address: string }[] };
    }
  /** every token, session and link of the user ends; the new id is part of the next tokens, as that of a password is */
  | { readonly kind: 'signed-out'; readonly v: { readonly userId: string; readonly passwordId: string } }
  | { readonly kind: 'display'; readonly v: Display }
  | { readonly kind: 'display-removed'; readonly v: { readonly id: string } }
  /** when sessions and displays were last used, UTC: at most one entry of each in an hour */
  | {
      readonly kind: 'sign-ins-used';
      readonly v: { readonly used: readonly { readonly id: string; readonly at: string }[] };
    }
  /** a port that a user added or changed */
  | { readonly kind: 'port'; readonly v: StoredPort }
  | { readonly kind: 'port-removed'; readonly v: { readonly path: string } }
  /** an uplink that an administrator added or changed; without secrets */
  | { readonly kind: 'uplink'; readonly v: StoredUplink }
  | { readonly kind: 'uplink-removed'; readonly v: { readonly name: string } }
  /** a webhook that an administrator added or changed; its secret is not in the log */
  | { readonly kind: 'webhook'; readonly v: StoredWebhook }
  | { readonly kind: 'webhook-removed'; readonly v: { readonly name: string } }
  | { readonly kind: 'device'; readonly v: Device }
  | { readonly kind: 'device-removed'; readonly v: { readonly id: string } }
  | { readonly kind: 'group'; readonly v: Group }
  | { readonly kind: 'group-removed'; readonly v: { readonly id: string } }
  /** a gateway that forwards its records, and what happens with those of unknown devices */
  | { readonly kind: 'depot'; readonly v: Depot }
  | { readonly kind: 'depot-removed'; readonly v: { readonly id: string } }
  /** how a depot last described a device */
  | { readonly kind: 'depot-device'; readonly v: DescribedDevice }
  | TrackerChange
  /** stored for an id that is not registered; applied on adoption */
  | { readonly kind: 'quarantined'; readonly v: TrackerChange }
  | { readonly kind: 'quarantine-removed'; readonly v: { readonly id: string; readonly reason: ReleaseReason } }
  | { readonly kind: 'usage'; readonly v: { readonly users: readonly ApiUsage[] } }
  /** a local date of the configured zone has begun; one entry per date */
  | { readonly kind: 'day'; readonly v: LocalDay }
  /**
   * The clock quality from here on in this run. Earlier entries of the run, stamped while it was `none`, were written
   * as many ms ago as `up` has grown since.
   */
  | { readonly kind: 'clock'; readonly v: { readonly quality: ClockQuality; readonly accepted?: AcceptedClock } }
  | { readonly kind: 'notification'; readonly v: NotificationRule }
  | { readonly kind: 'notification-removed'; readonly v: { readonly id: string } }
  | { readonly kind: 'zone'; readonly v: Zone }
  | { readonly kind: 'zone-removed'; readonly v: { readonly id: string } }
  /** a device entered a zone, or left it */
  | { readonly kind: 'zone-visit'; readonly v: ZoneVisit }
  | { readonly kind: 'alert-rule'; readonly v: AlertRule }
  | { readonly kind: 'alert-rule-removed'; readonly v: { readonly id: string } }
  /** what an alert rule knows of a device has changed */
  | {
      readonly kind: 'rule-state';
      readonly v: { readonly rule: string; readonly deviceId: string; readonly state: RuleState };
    }
  /** the gateway did not run, by a trusted clock; only while there are rules on silence */
  | { readonly kind: 'downtime'; readonly v: Downtime }
  /** the gateway runs, and nothing else was stored for a while: the same */
  | { readonly kind: 'running'; readonly v: Readonly<Record<string, never>> }
  | { readonly kind: 'template'; readonly v: Template }
  | { readonly kind: 'template-removed'; readonly v: { readonly id: string } }
  /** a user puts ports into provisioning */
  | { readonly kind: 'provisioning'; readonly v: Provisioning }
  | { readonly kind: 'provisioning-ended'; readonly v: { readonly id: string; readonly reason: string } }
  /** A tracker is about to be written to: its previous and desired settings. */
  | { readonly kind: 'provisioning-begun'; readonly v: UnitWork }
  /** The tracker has its desired or its previous settings. */
  | { readonly kind: 'provisioning-receipt'; readonly v: ProvisioningReceipt }
  /** a message enters the outbox; its id is the number of this entry */
  | { readonly kind: 'message'; readonly v: NewMessage }
  /** It is about to be sent: from now on its units count against the quota of this local date. */
  | { readonly kind: 'message-begun'; readonly v: { readonly id: string; readonly date: string } }
  /** It was not sent, or only in part, and waits for another attempt; `counted`: units that count against the quota. */
  | {
      readonly kind: 'message-returned';
      readonly v: { readonly id: string; readonly reason: string; readonly counted: number };
    }
  | { readonly kind: 'message-settled'; readonly v: Settlement }
  /** a notification of an alert was sent by a channel: the first one; read together with the alert */
  | { readonly kind: 'alert-notified'; readonly v: AlertNotified }
  /** a user acknowledged an alert, the first one to do so; read together with the alert */
  | { readonly kind: 'alert-acknowledged'; readonly v: AlertAcknowledged }
  /** delivery report of one part of an SMS */
  | { readonly kind: 'message-delivery'; readonly v: { readonly id: string } & Pick<Delivery, 'part' | 'fate'> }
  /** a command to a tracker is queued; its id is the number of this entry */
  | { readonly kind: 'command'; readonly v: NewCommand }
  /** the same as an SMS: command and message have the number of this entry as their id, and the same fate */
  | { readonly kind: 'command-message'; readonly v: { readonly command: NewCommand; readonly message: NewMessage } }
  /** It is about to be written to a port: after a restart it is uncertain whether it was. */
  | {
      readonly kind: 'command-begun';
      readonly v: { readonly id: string; readonly port: string; readonly protocol: string };
    }
  | { readonly kind: 'command-settled'; readonly v: CommandSettlement }
  /** the bytes of the log that users and ports have used of their budgets */
  | { readonly kind: 'log-use'; readonly v: { readonly owners: readonly LogUse[] } }
  /** a key of the configuration that an administrator set; never a secret */
  | { readonly kind: 'setting'; readonly v: { readonly key: string; readonly value: SettingValue } }
  | { readonly kind: 'setting-removed'; readonly v: { readonly key: string } }
  /** when an alert of a device matched a rule, to limit repeated notifications */
  | { readonly kind: 'alert-series'; readonly v: AlertSeries }
  /** A generation of the store counts from entry `from` on, which is before this one. */
  | { readonly kind: 'generation-from'; readonly v: { readonly id: string; readonly from: number } }
  /** an uplink begins at this address, after these entries */
  | { readonly kind: 'uplink-begun'; readonly v: UplinkBegun }
  /** how far a lane of an uplink has come */
  | { readonly kind: 'uplink-cursor'; readonly v: UplinkCursor }
  /** what a far side refuses for good, or takes at last */
  | { readonly kind: 'uplink-dead-letters'; readonly v: { readonly name: string } & DeadChange }
  /** entries that were gone before an uplink had forwarded them */
  | {
      readonly kind: 'uplink-dropped';
      readonly v: { readonly name: string; readonly from: number; readonly to: number; readonly entries: number };
    }
  | { readonly kind: 'uplink-stopped'; readonly v: UplinkStopped }
  | { readonly kind: 'uplink-forgotten'; readonly v: { readonly name: string } }
  /** secrets of the settings, of an uplink or of a webhook were set or removed; their values are not in the log */
  | { readonly kind: 'secrets-set'; readonly v: SecretsSet }
  /** sign-ins that were refused, counted: see `SignInRefused` */
  | { readonly kind: 'sign-in-refused'; readonly v: SignInRefused }
  /** keys that the file, the environment or the flags set otherwise than at the last start; a secret is `true` */
  | { readonly kind: 'configuration'; readonly v: ConfigurationChange }
  /** `clean`: the run before ended with a clean stop; at most one entry of a version in 10 minutes */
  | { readonly kind: 'started'; readonly v: { readonly version: string; readonly clean: boolean } }
  /** a file that holds data of the gateway was downloaded */
  | { readonly kind: 'file-taken'; readonly v: { readonly what: 'backup' | 'bundle' | 'capture' } }
  /** a file that is not in the log was put to use or removed; `restore`: the next start restores it, or no longer does */
  | {
      readonly kind: 'file-changed';
      readonly v: { readonly what: UploadKindName; readonly action: 'set' | 'removed' };
    }
  /** until the next start */
  | { readonly kind: 'log-level'; readonly v: { readonly level: LogLevel } };

/**
 * `name`: of the account; empty: the text named none, or several were counted together. `network`: as `networkOf` writes
 * it; empty: several. `from`, `to`: the first and the last one, UTC. `via`: what the last one was tried with.
 */
export type SignInRefused = {
  readonly name: string;
  readonly network: string;
  readonly count: number;
  readonly from: string;
  readonly to: string;
  readonly via: Via | 'display';
};

/** `name`: of the uplink or webhook; empty: of the settings. `secrets`: their names, or the keys of the configuration. */
type SecretsSet = {
  readonly of: 'settings' | 'uplink' | 'webhook';
  readonly name: string;
  readonly secrets: readonly string[];
};

/** By the full name of the key: `http.port`. A list is one value; of a value beyond 4 KiB, `{sha256}`. */
export type ConfigurationChange = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly removed: readonly string[];
};

/** `depot`: its id; `groups`: the names that they have here. */
export type DescribedDevice = { readonly deviceId: string; readonly depot: string } & Omit<DepotDevice, 'id'>;

/** A user accepted the clock as right, though the store has later times. `by`: the id of the user. */
type AcceptedClock = { readonly by: string };

/** `address`: type and url; `after`: the last entry of each lane that is not sent. */
export type UplinkBegun = {
  readonly name: string;
  readonly address: string;
  readonly after: Readonly<Record<CursorLane, number>>;
};

/**
 * A person has to act. `from`: the entry with which a new generation would begin. `conflict`: the far side has other records
 * under the ids of this store from there on.
 */
export type UplinkStopped = { readonly name: string; readonly from: number; readonly conflict?: true };

/** `n` and `settled` as in a cursor (`domain/uplinks/cursor`); `generation`: of the store, when it was written. */
export type UplinkCursor = {
  readonly name: string;
  readonly lane: CursorLane;
  readonly n: number;
  readonly settled: readonly (readonly [from: number, to: number])[];
  readonly mark?: LaneMark;
  readonly generation: string;
};

/**
 * What becomes of the dead letters of one device in one lane: `removed` first, then `added`, with the number of records.
 * `reason` and `at`, UTC: of the last refusal.
 */
export type DeadChange = {
  readonly lane: CursorLane;
  readonly deviceId: string;
  readonly reason: string;
  readonly at: string;
  readonly removed: readonly (readonly [from: number, to: number])[];
  readonly added: readonly (readonly [from: number, to: number, records: number])[];
};

/** `id`: number of the alert's entry; `dateTime`: as in that entry. */
export type AlertNotified = {
  readonly deviceId: string;
  readonly id: string;
  readonly dateTime: string;
  readonly channel: ChannelName;
};

/** `id` and `dateTime`: as above. Its event shows the alert, so it has a copy of it: `alert` and `sent`. */
type AlertAcknowledged = {
  readonly deviceId: string;
  readonly id: string;
  readonly dateTime: string;
  readonly by: NamedReference;
  /** empty: none */
  readonly note: string;
  readonly alert: Alert;
  readonly sent: readonly ChannelName[];
  /** of an alert that another gateway forwarded */
  readonly alertSource?: Origin;
  /** of an acknowledgement that another gateway forwarded, and when it was made there */
  readonly source?: Origin;
  readonly at?: string;
};

/** `owner`: `user` or `port`, and its id or path. */
export type LogUse = { readonly owner: string; readonly bytes: number };

/** Repetitions of one alert of one device, for one rule. */
export type AlertSeries = {
  readonly rule: string;
  readonly deviceId: string;
  readonly alert: string;
  /** when it was last raised, and when it last notified, ms since 1970 */
  readonly raised: number;
  readonly told: number;
  /** minutes from the last notification during which it does not notify again */
  readonly quietMinutes: number;
};

/** `dateTime`: of the fix, UTC. */
export type ZoneVisit = {
  readonly deviceId: string;
  readonly zone: string;
  readonly dateTime: string;
  readonly isInside: boolean;
};

/** ms since 1970 */
export type Downtime = { readonly from: number; readonly to: number };

/** A local date in an IANA time zone. */
export type LocalDay = { readonly date: string; readonly timeZone: string };

export type LocationRecord = {
  readonly deviceId: string;
  readonly location: Location;
  readonly source: Source;
  /** dated more than 10 minutes ahead: stored, but never the last location */
  readonly future?: true;
  /** Its fix does not count: stored, but never the last location. */
  readonly unfit?: Unfit;
  readonly sequence?: Sequence;
};

/**
 * The members that an author changed, with their previous values; null: absent before. Of a list of texts, what came and
 * what went. Of a removed entity, all members. Without the time stamps of the entity (`lastModified`, `modification`), and
 * without members that have not changed. An entity that is new, and every kind with a hash, has none.
 */
export type Previous = Readonly<Record<string, unknown>> | { readonly tooLarge: true };

/**
 * A change with its author and the values that it replaces. `by` is left out: the gateway itself or a port caused it, or a
 * version before 1.1 wrote it. Records never have it.
 */
export type AuthoredChange = Change & { readonly by?: Author; readonly was?: Previous };

/**
 * One line of the log: a change with its number (no gaps), wall clock (UTC), boot id and milliseconds since that boot.
 * Every entry of a batch of several has `end`, the number of the last entry of the batch. A batch whose end is not in
 * the log was cut by a crash and is ignored.
 */
export type Entry = AuthoredChange & {
  readonly n: number;
  readonly at: string;
  readonly boot: string;
  readonly up: number;
  readonly end?: number;
};
