import {
  emptyQuarantine,
  type MutableUnknownDevice,
  type QuarantineState,
  type QuarantinedRecord,
  type ReadonlyQuarantine,
} from '../../domain/devices/quarantine.js';
import type { Inherited } from '../../domain/accounts/scope.js';
import type { LastContact } from '../../domain/devices/device.js';
import type { ClockStamp, RecordEntry, Restamp, RestampedRange, UntrustedPeriod } from '../../domain/clock/restamp.js';
import type { Command } from '../../domain/commands/command.js';
import type { DailyUsage } from '../../domain/messages/daily-usage.js';
import type { Message } from '../../domain/messages/message.js';
import type { UnsentAlerts } from '../../domain/messages/unsent-alerts.js';
import type { Generation } from '../../domain/records/generation.js';
import type { DeadLetters } from '../../domain/uplinks/dead-letters.js';
import type { UplinkPosition } from '../../domain/uplinks/position.js';
import { bulkBytes } from '../../domain/records/location.js';
import type { Sender } from '../../domain/records/sender.js';
import type { StoredRun } from '../../domain/records/sequence.js';
import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { RuleState } from '../../schema/alert-rules/rule-progress.js';
import type { AccessKey } from '../../schema/accounts/access-key.js';
import type { Display } from '../../schema/accounts/display.js';
import type { Session } from '../../schema/accounts/session.js';
import type { Credential, KeyDigest, SignInLink, SignInAddress, User } from '../../schema/accounts/user.js';
import type { Device } from '../../schema/devices/device.js';
import type { Group } from '../../schema/devices/group.js';
import type { Depot } from '../../schema/records/depot.js';
import type { AlertSeries, ApiUsage, DescribedDevice, Downtime, LogUse, TelemetryValues } from '../../schema/entry.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';
import type { StoredWebhook } from '../../schema/messages/webhook.js';
import type { StoredPort } from '../../schema/ports/port-settings.js';
import type { Provisioning } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import type { Template } from '../../schema/provisioning/template.js';
import type { UnfinishedWork } from '../../schema/provisioning/unfinished-provisioning.js';
import type { Location } from '../../schema/records/location.js';
import type { SettingValue } from '../../schema/system/settings.js';
import type { StoredUplink } from '../../schema/uplinks/uplink-input.js';
import type { Zone } from '../../schema/zones/zone.js';
import { FORMAT } from './migrations/index.js';
import { createSizedMap, valueBytes } from './sized-map.js';

/**
 * The log folded up to entry `n`: entities and the latest of each device, never history, so it stays small. Maps instead
 * of objects, because an id may be `__proto__`. The names are those in state.json: a change needs a migration.
 */
export type State = {
  version: number;
  n: number;
  /** the first entry that retention left: what is missing from there on is lost; null: a version before wrote the state */
  keptFrom: number | null;
  gatewayId: string | null;
  /** from which entry each generation of the store counts, oldest first */
  generations: readonly Generation[];
  readonly users: Map<string, User>;
  /** by user id: the user out of whose quota of devices this user's was granted */
  readonly quotaGrants: Map<string, string>;
  /** by user id */
  readonly credentials: Map<string, Credential>;
  /** hashes by user id */
  readonly passwords: Map<string, string>;
  /** by user id; none for a password that version 0.1.0 stored */
  readonly passwordIds: Map<string, string>;
  /** by user id: of the current API key */
  readonly keyDigests: Map<string, KeyDigest>;
  /** by id */
  readonly accessKeys: Map<string, AccessKey>;
  /** by user id: the last one, while it is not used */
  readonly signInLinks: Map<string, SignInLink>;
  /** by user id: the last ones, newest last */
  readonly signInAddresses: Map<string, readonly SignInAddress[]>;
  /** by id, in the order in which they began */
  readonly sessions: Map<string, Session>;
  readonly displays: Map<string, Display>;
  /** by path: those that users added */
  readonly ports: Map<string, StoredPort>;
  /** by name: those that administrators added; without secrets */
  readonly uplinks: Map<string, StoredUplink>;
  /** the webhooks that administrators added, by name */
  readonly webhooks: Map<string, StoredWebhook>;
  /** by user id: the last time a token was issued, UTC */
  readonly logins: Map<string, string>;
  readonly devices: Map<string, Device>;
  /** by device id: the number of the entry that registered it */
  readonly registrations: Map<string, number>;
  /** by device id: which of its latest values are from before its registration; none: all are from after it */
  readonly inherited: Map<string, Inherited>;
  readonly groups: Map<string, Group>;
  readonly depots: Map<string, Depot>;
  /** how depots describe their devices, by id of the device */
  readonly depotDevices: Map<string, DescribedDevice>;
  /** by device id: the newest credible fix, not the last to arrive */
  readonly lastLocations: Map<string, Location>;
  /** by device id: the newest fix, where it is a jump that no other fix confirms; without what later fixes do not need */
  readonly jumps: Map<string, Location>;
  /** by device id */
  readonly lastSeen: Map<string, LastContact>;
  /** by device id: for each of its last epochs the newest run of stored numbers, newest epoch last */
  readonly sequences: Map<string, readonly StoredRun[]>;
  /** by device id: telemetry since the last location */
  readonly telemetry: Map<string, TelemetryValues>;
  /** by user id */
  readonly usage: Map<string, ApiUsage>;
  readonly notifications: Map<string, NotificationRule>;
  /** by id, in order of arrival: messages queued or being sent */
  readonly outbox: Map<string, Message>;
  /** by id: the last messages that are finished */
  readonly finishedMessages: Map<string, Message>;
  /** by id, in order of arrival: commands queued or being sent */
  readonly commands: Map<string, Command>;
  /** by id: the last commands that are finished */
  readonly finishedCommands: Map<string, Command>;
  /** what users and ports have used of their budgets of the log, at a time, UTC; null: nothing yet */
  logUse: { readonly at: string; readonly owners: readonly LogUse[] } | null;
  /** by id, in order of arrival: alerts that need a person, of the last days */
  readonly unacknowledged: Map<string, UnacknowledgedAlert>;
  /** by gateway and generation: what is known of the records that other gateways forward */
  readonly senders: Map<string, Sender>;
  /** by the id of an alert at the gateway that forwarded it: its number here */
  readonly forwardedAlerts: Map<string, number>;
  /** null: none yet */
  unsentAlerts: UnsentAlerts | null;
  /** by device id: usage on the last dates that have any */
  readonly sent: Map<string, readonly DailyUsage[]>;
  /** by rule, device and alert, most recently raised last */
  readonly series: Map<string, AlertSeries>;
  /** by key of the configuration; without secrets */
  readonly settings: Map<string, SettingValue>;
  /** by key: what the configuration set at the last start; a secret is `true` */
  readonly configured: Map<string, unknown>;
  /** the last start that is an entry; null: none yet */
  started: { readonly at: string; readonly version: string } | null;
  readonly zones: Map<string, Zone>;
  /** by device id: since when it is in each zone, UTC, by zone id */
  readonly zoneVisits: Map<string, Readonly<Record<string, string>>>;
  readonly alertRules: Map<string, AlertRule>;
  /** by device id: what each alert rule knows of it, by rule id */
  readonly ruleStates: Map<string, Readonly<Record<string, RuleState>>>;
  /** by name, the one that began last at the end */
  readonly uplinkPositions: Map<string, UplinkPosition>;
  /** by name of the uplink, then by lane and device */
  readonly deadLetters: Map<string, Readonly<Record<string, DeadLetters>>>;
  readonly templates: Map<string, Template>;
  /** running sessions, by id */
  readonly provisionings: Map<string, Provisioning>;
  /** by hardware id: trackers that may be half configured */
  readonly unfinished: Map<string, UnfinishedWork>;
  /** by id: the last ones, in order */
  readonly receipts: Map<string, ProvisioningReceipt>;
  /** records of unknown devices */
  readonly quarantine: QuarantineState;
  /** the newest time of a trusted clock, UTC; empty: none yet */
  latestTrustedTime: string;
  /** the last local dates announced as started, in that order */
  days: readonly string[];
  /** periods of the last run in which its clock is not trusted; empty: the clock is trusted */
  untrusted: readonly UntrustedPeriod[];
  /** by how much untrusted clocks turned out to be wrong */
  restamps: readonly Restamp[];
  /** the entries that they concern, in order */
  restampedRanges: readonly RestampedRange[];
  /** the last times in which the gateway did not run, in order, while there were rules on silence */
  downtimes: readonly Downtime[];
  /** by device id: what an untrusted clock stamped last */
  readonly undated: Map<string, Undated>;
};

/** `date`: the local date on which it arrived; empty: not known yet. */
type UnacknowledgedAlert = { readonly deviceId: string; readonly date: string };

export type Undated = {
  readonly lastSeen: ClockStamp;
  readonly location?: RecordEntry;
};

/** The state for every reader but the fold. */
export type ReadonlyState = {
  readonly [Field in keyof State]: State[Field] extends Map<infer Key, infer Value>
    ? ReadonlyMap<Key, Value>
    : State[Field] extends QuarantineState
      ? ReadonlyQuarantine
      : State[Field];
};

/** The sizes of what every record changes are estimated; of a location, the fields without those of unbounded length. */
const LOCATION_BYTES = 256;
const LAST_SEEN_BYTES = 88;
/** Its name and punctuation; of a location, the largest value is part of the estimate. */
const GATEWAY_BYTES = 14;
/** A run with the largest numbers, and the comma after it. */
const SEQUENCE_BYTES = 48;
/** Of a sender without marks; of a mark with the largest numbers, and the comma after it. */
const SENDER_BYTES = 12;
const MARK_BYTES = 29;
const LIST_BYTES = 2;
const UNDATED_BYTES = 384;

const locationBytes = (location: Location): number => LOCATION_BYTES + bulkBytes(location);

const sizedLocations = (): Map<string, Location> => createSizedMap(locationBytes);
const sizedContacts = (): Map<string, LastContact> =>
  createSizedMap(
    ({ source: { protocol, port, gateway } }) =>
      LAST_SEEN_BYTES +
      protocol.length +
      (port?.length ?? 0) +
      (gateway === undefined ? 0 : gateway.length + GATEWAY_BYTES),
  );
const sizedSequences = (): Map<string, readonly StoredRun[]> =>
  createSizedMap((all) => all.reduce((sum, { epoch }) => sum + SEQUENCE_BYTES + epoch.length, LIST_BYTES));
const sizedUndated = (): Map<string, Undated> =>
  createSizedMap(
    ({ location }) => UNDATED_BYTES + (location?.kind === 'location' ? bulkBytes(location.v.location) : 0),
  );

/** One state of a device changes at a time, so the bytes of each are kept. */
const sizedRuleStates = (): State['ruleStates'] =>
  createSizedMap((states) =>
    Object.entries(states).reduce((sum, [rule, state]) => sum + rule.length + 4 + valueBytes(state), LIST_BYTES),
  );

export const emptyState = (version = FORMAT): State => ({
  version,
  n: 0,
  keptFrom: null,
  gatewayId: null,
  generations: [],
  users: createSizedMap(),
  quotaGrants: createSizedMap(),
  credentials: createSizedMap(),
  passwords: createSizedMap(),
  passwordIds: createSizedMap(),
  keyDigests: createSizedMap(),
  accessKeys: createSizedMap(),
  signInLinks: createSizedMap(),
  signInAddresses: createSizedMap(),
  sessions: createSizedMap(),
  displays: createSizedMap(),
  ports: createSizedMap(),
  uplinks: createSizedMap(),
  webhooks: createSizedMap(),
  logins: createSizedMap(),
  devices: createSizedMap(),
  registrations: createSizedMap(),
  inherited: createSizedMap(),
  groups: createSizedMap(),
  depots: createSizedMap(),
  depotDevices: createSizedMap(),
  lastLocations: sizedLocations(),
  jumps: createSizedMap(),
  lastSeen: sizedContacts(),
  sequences: sizedSequences(),
  telemetry: createSizedMap(),
  usage: createSizedMap(),
  notifications: createSizedMap(),
  outbox: createSizedMap(),
  finishedMessages: createSizedMap(),
  unacknowledged: createSizedMap(),
  senders: createSizedMap(({ marks }) => SENDER_BYTES + marks.length * MARK_BYTES),
  forwardedAlerts: createSizedMap(),
  unsentAlerts: null,
  logUse: null,
  commands: createSizedMap(),
  finishedCommands: createSizedMap(),
  sent: createSizedMap(),
  series: createSizedMap(),
  settings: createSizedMap(),
  configured: createSizedMap(),
  started: null,
  zones: createSizedMap(),
  zoneVisits: createSizedMap(),
  alertRules: createSizedMap(),
  ruleStates: sizedRuleStates(),
  uplinkPositions: createSizedMap(),
  deadLetters: createSizedMap(),
  templates: createSizedMap(),
  provisionings: createSizedMap(),
  unfinished: createSizedMap(),
  receipts: createSizedMap(),
  quarantine: emptyQuarantine(),
  latestTrustedTime: '',
  days: [],
  untrusted: [],
  restamps: [],
  restampedRanges: [],
  downtimes: [],
  undated: sizedUndated(),
});

/**
 * The state as plain JSON, in parts: maps as objects; those of the quarantine as lists, because their order matters. As
 * one text it would take twice the memory.
 */
export function* stateChunks({ quarantine, ...others }: State): Generator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries({ ...others, quarantine: serializeQuarantine(quarantine) })) {
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (value instanceof Map) yield* mapChunks(value);
    else yield JSON.stringify(value);
  }
  yield '}';
}

const MIN_CHUNK_CHARS = 65_536;

function* mapChunks(map: ReadonlyMap<string, unknown>): Generator<string> {
  let chunk = '{';
  let separator = '';
  for (const [key, value] of map) {
    chunk += `${separator}${JSON.stringify(key)}:${JSON.stringify(value)}`;
    separator = ',';
    if (chunk.length < MIN_CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}}`;
}

type ListedDevice = Omit<MutableUnknownDevice, 'records'> & {
  readonly id: string;
  readonly records: readonly QuarantinedRecord[];
};
export type ListedQuarantine = Omit<QuarantineState, 'devices'> & { readonly devices: readonly ListedDevice[] };

const serializeQuarantine = ({ devices, ...totals }: QuarantineState): ListedQuarantine => ({
  ...totals,
  devices: [...devices].map(([id, device]) => ({ id, ...device, records: [...device.records.values()] })),
});
