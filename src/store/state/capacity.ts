import { BOUNDS, type Bound, type Collection } from '../../domain/bounds.js';
import { hasPrivilege } from '../../domain/accounts/scope.js';
import { collectionErrors, shareErrors } from '../../domain/messages.js';
import { success, type Failure, type Result } from '../../errors.js';
import type { Device } from '../../schema/devices/device.js';
import type { Change } from '../../schema/entry.js';
import { totalBytes, bytesOfEntry } from './sized-map.js';
import type { ReadonlyState } from './state.js';

/**
 * The room that the bounds leave in the state. A change that makes a collection larger than its bound is refused before
 * it is appended; one that makes it smaller never is, also above the bound.
 */
export type Capacity = {
  /** Holds room for the changes until `release`, or names the bound that they exceed: `conflict`. */
  readonly reserve: (changes: readonly Change[]) => Result<Reservation>;
};

/** `release` is undefined if there is nothing to release: most appends are records, which need no room. */
type Reservation = { readonly release: (() => void) | undefined };

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;
/** The collections of which a change adds or replaces one. */
type Grown =
  | 'users'
  | 'devices'
  | 'groups'
  | 'depots'
  | 'notifications'
  | 'zones'
  | 'alertRules'
  | 'templates'
  | 'displays'
  | 'accessKeys'
  | 'ports'
  | 'uplinks'
  | 'webhooks'
  | 'provisionings'
  | 'commands'
  | 'settings';
type Target<Value> = { readonly collection: Grown; readonly key: string; readonly value: Value };
type TargetOf<Kind extends Change['kind']> = (v: ChangeOf<Kind>['v']) => Target<unknown>;

const byId =
  (collection: Grown) =>
  (value: { readonly id: string }): Target<unknown> => ({ collection, key: value.id, value });

/** A command gets its id when it is appended. */
const addedCommand = (value: unknown): Target<unknown> => ({ collection: 'commands', key: '', value });

/**
 * What each kind of change adds to a collection that refuses. null: it adds nothing, or it is bounded otherwise: by the
 * user or device it belongs to, by what gives way in the fold, or (messages) by the outbox before they are appended.
 */
const TARGETS: { readonly [Kind in Change['kind']]: TargetOf<Kind> | null } = {
  gateway: null,
  generation: null,
  user: byId('users'),
  'user-removed': null,
  'quota-granted': null,
  credential: null,
  'credential-removed': null,
  password: null,
  login: null,
  'sign-in-password': null,
  'key-digest': null,
  'sign-in-link': null,
  'sign-in-link-used': null,
  'sign-in-address': null,
  session: null,
  'sessions-removed': null,
  'access-key': byId('accessKeys'),
  'access-key-removed': null,
  'access-keys-used': null,
  'signed-out': null,
  display: byId('displays'),
  'display-removed': null,
  port: (port) => ({ collection: 'ports', key: port.path, value: port }),
  webhook: (webhook) => ({ collection: 'webhooks', key: webhook.name, value: webhook }),
  'port-removed': null,
  'webhook-removed': null,
  uplink: (uplink) => ({ collection: 'uplinks', key: uplink.name, value: uplink }),
  'uplink-removed': null,
  'sign-ins-used': null,
  device: byId('devices'),
  'device-removed': null,
  group: byId('groups'),
  'group-removed': null,
  depot: byId('depots'),
  'depot-removed': null,
  'depot-device': null,
  location: null,
  alert: null,
  telemetry: null,
  quarantined: null,
  'quarantine-removed': null,
  usage: null,
  day: null,
  clock: null,
  notification: byId('notifications'),
  'notification-removed': null,
  zone: byId('zones'),
  'zone-removed': null,
  'zone-visit': null,
  'alert-rule': byId('alertRules'),
  'alert-rule-removed': null,
  'rule-state': null,
  downtime: null,
  running: null,
  template: byId('templates'),
  'template-removed': null,
  provisioning: byId('provisionings'),
  'provisioning-ended': null,
  'provisioning-begun': null,
  'provisioning-receipt': null,
  message: null,
  'message-begun': null,
  'message-returned': null,
  'message-settled': null,
  'alert-notified': null,
  'alert-acknowledged': null,
  'message-delivery': null,
  command: addedCommand,
  'command-message': ({ command }) => addedCommand(command),
  'command-begun': null,
  'command-settled': null,
  'alert-series': null,
  setting: ({ key, value }) => ({ collection: 'settings', key, value }),
  'setting-removed': null,
  'log-use': null,
  'generation-from': null,
  'uplink-begun': null,
  'uplink-cursor': null,
  'uplink-dead-letters': null,
  'uplink-dropped': null,
  'uplink-stopped': null,
  'uplink-forgotten': null,
  'secrets-set': null,
  'sign-in-refused': null,
  configuration: null,
  started: null,
  'file-taken': null,
  'file-changed': null,
  'log-level': null,
};

type Growth = { count: number; bytes: number };

const NO_TARGETS: Target<unknown>[] = [];
const NOTHING: Result<Reservation> = success({ release: undefined });

/** `onRefused`: called with the collection whose bound refuses a change. */
export function createCapacity(state: ReadonlyState, onRefused?: (collection: Collection) => void): Capacity {
  /** what appends under way add */
  const reserved = new Map<Grown, Growth>();

  function apply(growth: ReadonlyMap<Grown, Growth>, sign: 1 | -1): void {
    for (const [collection, { count, bytes }] of growth) {
      const before = reserved.get(collection) ?? { count: 0, bytes: 0 };
      reserved.set(collection, { count: before.count + sign * count, bytes: before.bytes + sign * bytes });
    }
  }

  function refusalOf(collection: Grown, { count, bytes }: Growth): Failure | undefined {
    const map: ReadonlyMap<string, unknown> = state[collection];
    const bound: Bound = BOUNDS[collection];
    const held = reserved.get(collection) ?? { count: 0, bytes: 0 };
    const rows = collectionErrors[collection];
    if (count > 0 && map.size + held.count + count > bound.max) return rows.full({ limit: bound.max, used: map.size });
    const used = totalBytes(map);
    return bytes > 0 && used + held.bytes + bytes > bound.bytes
      ? rows.fullBytes({ limit: bound.bytes, used, added: bytes })
      : undefined;
  }

  return {
    reserve(changes) {
      const targets = targetsOf(changes);
      if (targets.length === 0) return NOTHING;
      const growth = growthOf(state, targets);
      for (const [collection, one] of growth) {
        const refused = refusalOf(collection, one) ?? shareRefusalOf(state, collection, targets, one);
        if (refused === undefined) continue;
        onRefused?.(collection);
        return refused;
      }
      apply(growth, 1);
      return success({
        release() {
          apply(growth, -1);
        },
      });
    },
  };
}

function targetsOf(changes: readonly Change[]): Target<unknown>[] {
  let targets: Target<unknown>[] | undefined;
  for (const { kind, v } of changes) {
    const targetOf = TARGETS[kind] as ((value: unknown) => Target<unknown>) | null | undefined;
    if (targetOf) (targets ??= []).push(targetOf(v));
  }
  return targets ?? NO_TARGETS;
}

/** What the changes add to each collection, in number and in bytes; negative: they shrink it. */
function growthOf(state: ReadonlyState, targets: readonly Target<unknown>[]): Map<Grown, Growth> {
  const growth = new Map<Grown, Growth>();
  for (const { collection, key, value } of targets) {
    const map: ReadonlyMap<string, unknown> = state[collection];
    const before = map.get(key);
    const one = growth.get(collection) ?? { count: 0, bytes: 0 };
    one.count += before === undefined ? 1 : 0;
    one.bytes += bytesOfEntry(map, key, value) - (before === undefined ? 0 : bytesOfEntry(map, key, before));
    growth.set(collection, one);
  }
  return growth;
}

/** The share of the user who registered the devices. Administrators have none: they manage the gateway. */
function shareRefusalOf(
  { users, devices }: ReadonlyState,
  collection: Grown,
  targets: readonly Target<unknown>[],
  { count, bytes }: Growth,
): Failure | undefined {
  if (collection !== 'devices' || (count <= 0 && bytes <= 0)) return undefined;
  const changed = targets.flatMap((target) => (target.collection === 'devices' ? [target.value as Device] : []));
  const owner = users.get(changed[0]?.registeredBy ?? '');
  if (owner === undefined || hasPrivilege(owner, 'admin')) return undefined;
  const { share } = BOUNDS.devices;
  const own = [...devices].filter(([, { registeredBy }]) => registeredBy === owner.id);
  if (count > 0 && own.length + count > share.max) return shareErrors.full({ limit: share.max, used: own.length });
  const used = own.reduce((sum, [id, device]) => sum + bytesOfEntry(devices, id, device), 0);
  if (bytes <= 0 || used + bytes <= share.bytes) return undefined;
  return shareErrors.fullBytes({ limit: share.bytes, used, added: bytes });
}
