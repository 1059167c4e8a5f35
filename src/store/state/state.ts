import {
  emptyQuarantine,
  recordKeyOf,
  type MutableUnknownDevice,
  type QuarantinedRecord,
  type Quarantine,
  type ReadonlyQuarantine,
} from '../../domain/devices/quarantine.js';
import type { Message } from '../../domain/messages/message.js';
import type { UntrustedPeriod, RecordEntry, Restamp } from '../../domain/clock/restamp.js';
import type { DailyUsage } from '../../domain/messages/daily-usage.js';
import type { Device, Source } from '../../schema/devices/device.js';
import type { Group } from '../../schema/devices/group.js';
import type { AlertSeries, ApiUsage, Entry, Sequence, TelemetryValues } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';
import type { Provisioning } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import type { UnfinishedWork } from '../../schema/provisioning/unfinished-provisioning.js';
import type { Template } from '../../schema/provisioning/template.js';
import type { Credential, User } from '../../schema/accounts/user.js';
import { FORMAT } from './migrations/index.js';

/** When and where a device was last heard; UTC. */
export type LastContact = { readonly at: string; readonly source: Source };

/**
 * The log folded up to entry `n`. It holds entities and the latest of each device, never history, so it stays small.
 * Maps, not objects: an id may be `__proto__`.
 */
export type State = {
  version: number;
  n: number;
  gatewayId: string | null;
  readonly users: Map<string, User>;
  /** by user id */
  readonly credentials: Map<string, Credential>;
  /** hashes by user id */
  readonly passwords: Map<string, string>;
  /** by user id: when a token was last given out, UTC */
  readonly logins: Map<string, string>;
  readonly devices: Map<string, Device>;
  readonly groups: Map<string, Group>;
  /** by device id: the newest credible fix, not the newest arrival */
  readonly lastLocations: Map<string, Location>;
  /** by device id */
  readonly heard: Map<string, LastContact>;
  /** by device id: up to where the records of each of its last epochs are stored, newest epoch last */
  readonly sequences: Map<string, readonly Sequence[]>;
  /** by device id: what it told since its last location */
  readonly telemetry: Map<string, TelemetryValues>;
  /** by user id */
  readonly usage: Map<string, ApiUsage>;
  readonly notifications: Map<string, NotificationRule>;
  /** the outbox, by id and in the order they came: messages that are to be sent, or are being sent */
  readonly waiting: Map<string, Message>;
  /** messages that nothing happens with any more, the last ones */
  readonly settled: Map<string, Message>;
  /** by device id: what was sent on the last dates on which anything was */
  readonly sent: Map<string, readonly DailyUsage[]>;
  /** by rule, device and alert, who was raised last comes last */
  readonly series: Map<string, AlertSeries>;
  readonly templates: Map<string, Template>;
  /** those that go on, by id */
  readonly provisionings: Map<string, Provisioning>;
  /** by hardware id: trackers that may be half set */
  readonly unfinished: Map<string, UnfinishedWork>;
  /** by id, the last ones, in their order */
  readonly receipts: Map<string, ProvisioningReceipt>;
  /** what came under ids that are not registered */
  readonly quarantine: Quarantine;
  /** the newest time of a clock that was not in doubt, UTC; empty: none yet */
  newest: string;
  /** local dates that were told to have begun, in the order they were told; the last ones */
  days: readonly string[];
  /** since when the clock of the last run is in doubt; none: it is not */
  doubts: readonly UntrustedPeriod[];
  /** by how much clocks that were in doubt turned out to be wrong */
  restamps: readonly Restamp[];
  /** by device id: what was last stamped in doubt */
  undated: Map<string, Undated>;
};

export type Undated = {
  readonly heard: Pick<Entry, 'at' | 'boot' | 'up'>;
  readonly location?: RecordEntry;
};

/** What everyone but the fold may do with the state: look. */
export type ReadonlyState = {
  readonly [Field in keyof State]: State[Field] extends Map<infer Key, infer Value>
    ? ReadonlyMap<Key, Value>
    : State[Field] extends Quarantine
      ? ReadonlyQuarantine
      : State[Field];
};

export const emptyState = (version = FORMAT): State => ({
  version,
  n: 0,
  gatewayId: null,
  users: new Map(),
  credentials: new Map(),
  passwords: new Map(),
  logins: new Map(),
  devices: new Map(),
  groups: new Map(),
  lastLocations: new Map(),
  heard: new Map(),
  sequences: new Map(),
  telemetry: new Map(),
  usage: new Map(),
  notifications: new Map(),
  waiting: new Map(),
  settled: new Map(),
  sent: new Map(),
  series: new Map(),
  templates: new Map(),
  provisionings: new Map(),
  unfinished: new Map(),
  receipts: new Map(),
  quarantine: emptyQuarantine(),
  newest: '',
  days: [],
  doubts: [],
  restamps: [],
  undated: new Map(),
});

/** The state as plain JSON, maps as objects; those of the quarantine as lists, since their order counts. */
export const stringifyState = ({ quarantine, ...others }: State): string =>
  JSON.stringify({
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, mapToObject(value)])),
    quarantine: serializeQuarantine(quarantine),
  });

const mapToObject = (value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value) : value);

/** The inverse of `stringifyState`; fields that a former version did not have are empty. */
export function parseState(text: string): State {
  const state = emptyState();
  const stored = JSON.parse(text) as Record<string, object | undefined>;
  const fields = Object.entries(state).map(([name, empty]: [string, unknown]) => {
    const value = stored[name];
    if (empty instanceof Map) return [name, new Map(Object.entries(value ?? {}))];
    return [name, value ?? empty];
  });
  const quarantine = stored.quarantine as ListedQuarantine | undefined;
  return {
    ...(Object.fromEntries(fields) as State),
    quarantine: quarantine ? parseQuarantine(quarantine) : emptyQuarantine(),
  };
}

type ListedDevice = Omit<MutableUnknownDevice, 'records'> & {
  readonly id: string;
  readonly records: readonly QuarantinedRecord[];
};
type ListedQuarantine = Omit<Quarantine, 'devices'> & { readonly devices: readonly ListedDevice[] };

const serializeQuarantine = ({ devices, ...totals }: Quarantine): ListedQuarantine => ({
  ...totals,
  devices: [...devices].map(([id, device]) => ({ id, ...device, records: [...device.records.values()] })),
});

const parseQuarantine = ({ devices, ...totals }: ListedQuarantine): Quarantine => ({
  ...totals,
  devices: new Map(
    devices.map(({ id, records, ...device }): [string, MutableUnknownDevice] => [
      id,
      { ...device, records: new Map(records.map((kept) => [recordKeyOf(kept.change, kept.n), kept])) },
    ]),
  ),
});
