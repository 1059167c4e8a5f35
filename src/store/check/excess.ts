import { basename, join } from 'node:path';
import { replaceFile } from '../../disk/durable.js';
import { namedZones } from '../../domain/alert-rules/named-ids.js';
import { BOUNDS, type Bound, type Collection } from '../../domain/bounds.js';
import { isActive } from '../../domain/accounts/scope.js';
import { isExpired } from '../../domain/devices/license.js';
import type { Author } from '../../schema/accounts/author.js';
import type { Change } from '../../schema/entry.js';
import { bytesOfEntry, totalBytes } from '../state/sized-map.js';
import type { ReadonlyState } from '../state/state.js';
import { alertRulesWithout } from './rule-references.js';
import { openStore, type Store, type StoreOptions } from '../store.js';

/** What was moved out of a store, and the file that has it now: one JSON line `{collection, key, value}` for each. */
export type MovedExcess = {
  readonly file: string;
  readonly counts: Readonly<Partial<Record<Collection, number>>>;
};

type Moved = { readonly collection: Collection; readonly key: string; readonly value: unknown };
type Candidate<Value = unknown> = readonly [key: string, value: Value];

/** Changes of one append. */
const MAX_CHANGES = 1_000;

/**
 * Moves what exceeds the bounds of the state to a file in the data folder and removes it from the store by ordinary
 * entries; null if nothing exceeds them. Loads a state of any size: it needs the memory that the gateway does not have.
 */
export async function moveExcess(options: StoreOptions, by?: Author): Promise<MovedExcess | null> {
  const moved: Moved[] = [];
  const store = await openStore({
    ...options,
    retention: { days: 0, bytes: 0 },
    maxStateBytes: Infinity,
    onTrimmed: (collection, key, value) => moved.push({ collection, key, value }),
  });
  try {
    if (!store.status().writable) return null;
    const now = new Date(options.clock.now());
    const file = join(options.folder, `excess-${now.toISOString().replaceAll(':', '-')}.jsonl`);
    const excess = findExcess(store.state, now.getTime());
    // Not by `push(...)`: there may be more than a call takes arguments.
    for (const one of excess) moved.push(one);
    for (const one of companionsOf(store.state, excess)) moved.push(one);
    if (moved.length === 0) return null;
    await write(file, moved);
    await remove(store, excess, { file, moved, by });
    return { file, counts: countByCollection(moved) };
  } finally {
    await store.close();
  }
}

function* lines(moved: readonly Moved[]): Generator<Buffer> {
  for (const one of moved) yield Buffer.from(`${JSON.stringify(one)}\n`);
}

const write = (file: string, moved: readonly Moved[]): Promise<void> => replaceFile(file, lines(moved));

function countByCollection(moved: readonly Moved[]): MovedExcess['counts'] {
  const counts: Partial<Record<Collection, number>> = {};
  for (const { collection } of moved) counts[collection] = (counts[collection] ?? 0) + 1;
  return counts;
}

/** In the order in which they are removed: a removed group needs no change for a removed device. */
const CANDIDATES = {
  depots: ({ depots }) => [...depots].reverse(),
  groups: ({ groups, users, displays }) => {
    const used = new Set([...users.values(), ...displays.values()].map(({ group }) => group));
    return [...groups].reverse().sort(([a], [b]) => Number(used.has(a)) - Number(used.has(b)));
  },
  notifications: ({ notifications }) => [...notifications].reverse(),
  zones: ({ zones, alertRules }) => {
    const named = new Set([...alertRules.values()].flatMap(namedZones));
    return [...zones].reverse().sort(([a], [b]) => Number(named.has(a)) - Number(named.has(b)));
  },
  alertRules: ({ alertRules }) => [...alertRules].reverse(),
  templates: ({ templates }) => [...templates].reverse(),
  displays: ({ displays }) => [...displays].reverse(),
  ports: ({ ports }) => [...ports].reverse(),
  uplinks: ({ uplinks }) => [...uplinks].reverse(),
  webhooks: ({ webhooks }) => [...webhooks].reverse(),
  settings: ({ settings }) => [...settings].reverse(),
  provisionings: ({ provisionings }) => [...provisionings].reverse(),
  // Messages that users posted before those of alerts, and those being sent last; else the oldest first.
  outbox: ({ outbox }) =>
    [...outbox].sort(
      ([, a], [, b]) =>
        Number(a.state === 'sending') - Number(b.state === 'sending') ||
        Number(a.cause.alert !== undefined) - Number(b.cause.alert !== undefined),
    ),
  commands: ({ commands }) => [...commands],
  devices: ({ devices, lastSeen }, now) => {
    const seen = (id: string): string => lastSeen.get(id)?.at ?? '';
    return [...devices].sort(
      ([a, first], [b, second]) =>
        Number(isExpired(second, now)) - Number(isExpired(first, now)) || (seen(a) < seen(b) ? -1 : 1),
    );
  },
  // Never an administrator: one must be left to manage the gateway.
  users: ({ users, logins }, now) => {
    const login = (id: string): string => logins.get(id) ?? '';
    return [...users]
      .filter(([, { privileges }]) => !privileges.includes('admin'))
      .sort(
        ([a, first], [b, second]) =>
          Number(isActive(first, now)) - Number(isActive(second, now)) || (login(a) < login(b) ? -1 : 1),
      );
  },
} as const satisfies Partial<Record<Collection, (state: ReadonlyState, now: number) => readonly Candidate[]>>;

type Removable = keyof typeof CANDIDATES;
type Excess = Moved & { readonly collection: Removable };

function findExcess(state: ReadonlyState, now: number): Excess[] {
  return (Object.keys(CANDIDATES) as Removable[]).flatMap((collection) => {
    const map: ReadonlyMap<string, unknown> = state[collection];
    const { max, bytes }: Bound = BOUNDS[collection];
    let [size, used] = [map.size, totalBytes(map)];
    if (size <= max && used <= bytes) return [];
    const excess: Excess[] = [];
    const candidates: readonly Candidate[] = CANDIDATES[collection](state, now);
    for (const [key, value] of candidates) {
      if (size <= max && used <= bytes) break;
      excess.push({ collection, key, value });
      size -= 1;
      used -= bytesOfEntry(map, key, value);
    }
    return excess;
  });
}

/** What goes with a removed user. */
function companionsOf(state: ReadonlyState, excess: readonly Excess[]): Moved[] {
  return excess.flatMap(({ collection, key }) =>
    collection === 'users'
      ? (['credentials', 'passwords', 'keyDigests'] as const).flatMap((name) => {
          const value = state[name].get(key);
          return value === undefined ? [] : [{ collection: name, key, value }];
        })
      : [],
  );
}

type Removal = { readonly file: string; readonly moved: Moved[]; readonly by: Author | undefined };

/** Removes the excess; what gives way to it, because a settled message counts as finished, is moved too. */
async function remove(store: Store, excess: readonly Excess[], { file, moved, by }: Removal): Promise<void> {
  const { state } = store;
  const FINISHED = ['finishedMessages', 'finishedCommands'] as const;
  const finished = FINISHED.map((collection) => ({ collection, before: new Map<string, unknown>(state[collection]) }));
  const reason = `moved to ${basename(file)}: the state exceeded its bounds`;
  const changes = [...excess.map((one) => removalOf(one, reason)), ...withoutReferences(state, excess)];
  for (let index = 0; index < changes.length; index += MAX_CHANGES) {
    await store.append(changes.slice(index, index + MAX_CHANGES), by);
  }
  const displaced = finished.flatMap(({ collection, before }) =>
    [...before].flatMap(([key, value]) => (state[collection].has(key) ? [] : [{ collection, key, value }])),
  );
  if (displaced.length === 0) return;
  for (const one of displaced) moved.push(one);
  await write(file, moved);
}

const REMOVALS: Readonly<Record<Removable, (id: string, reason: string) => Change>> = {
  depots: (id) => ({ kind: 'depot-removed', v: { id } }),
  groups: (id) => ({ kind: 'group-removed', v: { id } }),
  notifications: (id) => ({ kind: 'notification-removed', v: { id } }),
  zones: (id) => ({ kind: 'zone-removed', v: { id } }),
  alertRules: (id) => ({ kind: 'alert-rule-removed', v: { id } }),
  templates: (id) => ({ kind: 'template-removed', v: { id } }),
  displays: (id) => ({ kind: 'display-removed', v: { id } }),
  ports: (path) => ({ kind: 'port-removed', v: { path } }),
  uplinks: (name) => ({ kind: 'uplink-removed', v: { name } }),
  webhooks: (name) => ({ kind: 'webhook-removed', v: { name } }),
  settings: (key) => ({ kind: 'setting-removed', v: { key } }),
  provisionings: (id, reason) => ({ kind: 'provisioning-ended', v: { id, reason } }),
  outbox: (id, reason) => ({
    kind: 'message-settled',
    v: { id, state: 'expired', reason, counted: 0, references: [] },
  }),
  commands: (id, reason) => ({ kind: 'command-settled', v: { id, state: 'canceled', result: reason } }),
  devices: (id) => ({ kind: 'device-removed', v: { id } }),
  users: (id) => ({ kind: 'user-removed', v: { id } }),
};

const removalOf = ({ collection, key }: Excess, reason: string): Change => REMOVALS[collection](key, reason);

/** The groups and rules that stay, without the devices, groups and zones that were removed. */
function withoutReferences(state: ReadonlyState, excess: readonly Excess[]): Change[] {
  const { groups, notifications } = state;
  const removed = (collection: Removable): ReadonlySet<string> =>
    new Set(excess.filter((one) => one.collection === collection).map(({ key }) => key));
  const [goneDevices, goneGroups, goneRules] = [removed('devices'), removed('groups'), removed('notifications')];
  const isLeft = (gone: ReadonlySet<string>) => (id: string) => !gone.has(id);
  const changes: Change[] = [];
  for (const [id, group] of groups) {
    const devices = group.devices.filter(isLeft(goneDevices));
    if (goneGroups.has(id) || devices.length === group.devices.length) continue;
    changes.push({ kind: 'group', v: { ...group, devices } });
  }
  for (const [id, rule] of notifications) {
    const devices = rule.devices === 'all' ? rule.devices : rule.devices.filter(isLeft(goneDevices));
    const ruleGroups = rule.groups.filter(isLeft(goneGroups));
    const isSame = devices.length === rule.devices.length && ruleGroups.length === rule.groups.length;
    if (!goneRules.has(id) && !isSame)
      changes.push({ kind: 'notification', v: { ...rule, devices, groups: ruleGroups } });
  }
  return [...changes, ...alertRulesWithout(state, removed)];
}
