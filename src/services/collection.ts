import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BOUNDS } from '../domain/bounds.js';
import { caseFold } from '../domain/case-fold.js';
import { success, type Failure, type Result } from '../errors.js';
import type { collectionMessages } from '../messages/define.js';
import { inField } from '../messages/failure.js';
import type { AlertRule } from '../schema/alert-rules/alert-rule.js';
import type { User } from '../schema/accounts/user.js';
import type { Group } from '../schema/devices/group.js';
import type { Depot } from '../schema/records/depot.js';
import type { Change } from '../schema/entry.js';
import type { NotificationRule } from '../schema/messages/notification-rule.js';
import type { Template } from '../schema/provisioning/template.js';
import type { Zone } from '../schema/zones/zone.js';
import type { Store } from '../store/store.js';
import { appendWithin } from './append-within.js';
import { isUnchanged, type Edit } from './edit.js';
import { byUser, type Edits } from './edits.js';
import type { Time } from './time/time.js';

type Entities = {
  readonly group: Group;
  readonly depot: Depot;
  readonly notification: NotificationRule;
  readonly template: Template;
  readonly zone: Zone;
  readonly 'alert-rule': AlertRule;
};
type Kind = keyof Entities;
/** The rows of the bounds. */
const BOUND_OF = {
  group: 'groups',
  depot: 'depots',
  notification: 'notifications',
  template: 'templates',
  zone: 'zones',
  'alert-rule': 'alertRules',
} as const satisfies Record<Kind, keyof typeof BOUNDS>;
/** Other requests are answered between two parts of a long list. */
const INPUTS_PER_TURN = 25;

type Entity<K extends Kind> = Entities[K];
/** The fields that are not set by the collection. */
type EntityFields<K extends Kind> = OmitEach<Entity<K>, 'id' | 'creation' | 'lastModified'>;
type OmitEach<T, Fields extends string> = T extends unknown ? Omit<T, Fields> : never;

/** Named entities of one kind, as users list and change them. An entity that the user may not see is `not_found`. */
export type Collection<T, Input> = {
  /** sorted by name */
  readonly list: (user: User) => T[];
  readonly get: (user: User, id: string) => Result<T>;
  /** `conflict`: the name is taken, or the bounds of the state are reached */
  readonly create: (user: User, input: Input) => Promise<Result<T>>;
  /** all of them or none; a message begins with the index of the input */
  readonly createAll: (user: User, inputs: readonly Input[]) => Promise<Result<readonly T[]>>;
  readonly change: (user: User, id: string, edit: Edit<T, Input>) => Promise<Result<T>>;
  readonly remove: (user: User, id: string) => Promise<Result<undefined>>;
};

export type CollectionOptions<K extends Kind, Input> = {
  /** of the entry that stores an entity; `<kind>-removed` removes it */
  readonly kind: K;
  /** the rows that name the entity */
  readonly errors: ReturnType<typeof collectionMessages>;
  readonly entities: ReadonlyMap<string, Entity<K>>;
  readonly store: Pick<Store, 'append'>;
  readonly time: Pick<Time, 'now'>;
  readonly edits: Edits;
  readonly canSee: (user: User, entity: Entity<K>) => boolean;
  /** why the user may change nothing; undefined if they may */
  readonly refuseChange: (user: User) => Failure | undefined;
  /** checks an input and fills in the defaults; `previous`: what it changes */
  readonly read: (input: Input, user: User, previous: Entity<K> | undefined) => Result<EntityFields<K>>;
  /** adds what an entity of an earlier version lacks; omitted: nothing */
  readonly complete?: (entity: Entity<K>) => Entity<K>;
  /** what else changes with an entity that is created or changed */
  readonly onSave?: (entity: Entity<K>) => readonly Change[];
  /** what else changes with the removal, or why the entity must stay */
  readonly onRemove?: (id: string) => Result<readonly Change[]>;
};

export function createCollection<K extends Kind, Input extends { readonly name: string }>(
  options: CollectionOptions<K, Input>,
): Collection<Entity<K>, Input> {
  const { kind, errors, entities, store, edits, canSee, refuseChange, onSave, onRemove } = options;
  const { complete = (entity: Entity<K>) => entity } = options;

  function get(user: User, id: string): Result<Entity<K>> {
    const entity = entities.get(id);
    return entity !== undefined && canSee(user, entity) ? success(complete(entity)) : errors.notFound({ id });
  }

  function getChangeable(user: User, id: string): Result<Entity<K>> {
    const found = get(user, id);
    return found.ok ? (refuseChange(user) ?? found) : found;
  }

  async function save(user: User, input: Input, previous?: Entity<K>): Promise<Result<Entity<K>>> {
    const others = [...entities.values()].filter(({ id }) => id !== previous?.id);
    const isNameTaken = isTaken(input.name, others, ({ name }) => [name]);
    const entity = readEntity(options, { input, user, previous, isNameTaken });
    if (!entity.ok) return entity;
    if (isUnchanged(entity.value, previous, ['lastModified'])) return success(previous);
    const more = onSave?.(entity.value) ?? [];
    const stored = await appendWithin(store, [{ kind, v: entity.value } as Change, ...more], byUser(user));
    return stored.ok ? entity : stored;
  }

  async function saveAll(user: User, inputs: readonly Input[]): Promise<Result<readonly Entity<K>[]>> {
    const { max } = BOUNDS[BOUND_OF[kind]];
    const room = max - entities.size;
    if (inputs.length > room) return errors.tooMany({ count: inputs.length, room, limit: max });
    const taken = new Set([...entities.values()].map(({ name }) => caseFold(name)));
    const names = new Set<string>();
    const all: Entity<K>[] = [];
    for (const [index, input] of inputs.entries()) {
      if (index % INPUTS_PER_TURN === INPUTS_PER_TURN - 1) await nextTurn();
      const name = caseFold(input.name);
      const entity = readEntity(options, { input, user, previous: undefined, isNameTaken: taken.has(name) });
      if (!entity.ok) return inField(`/${index}`, entity);
      if (names.has(name)) return errors.nameTwice({ name: input.name }, `/${index}/name`);
      names.add(name);
      all.push(entity.value);
    }
    const changes = all.flatMap((v) => [{ kind, v } as Change, ...(onSave?.(v) ?? [])]);
    const appended = await appendWithin(store, changes, byUser(user));
    return appended.ok ? success(all) : appended;
  }

  return {
    list: (user) =>
      [...entities.values()]
        .filter((entity) => canSee(user, entity))
        .map(complete)
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    get,
    create: (caller, input) => edits(caller, async (user) => refuseChange(user) ?? save(user, input)),
    createAll: (caller, inputs) => edits(caller, async (user) => refuseChange(user) ?? saveAll(user, inputs)),
    change: (caller, id, edit) =>
      edits(caller, async (user) => {
        const found = getChangeable(user, id);
        if (!found.ok) return found;
        const edited = edit(found.value);
        return edited.ok ? save(user, edited.value, found.value) : edited;
      }),
    remove: (caller, id) =>
      edits(caller, async (user) => {
        const found = getChangeable(user, id);
        if (!found.ok) return found;
        const others = onRemove?.(id) ?? success([]);
        if (!others.ok) return others;
        await store.append([{ kind: `${kind}-removed`, v: { id } } as Change, ...others.value], byUser(user));
        return success(undefined);
      }),
  };
}

type ReadOptions<K extends Kind, Input> = {
  readonly input: Input;
  readonly user: User;
  readonly previous: Entity<K> | undefined;
  /** by another one */
  readonly isNameTaken: boolean;
};

function readEntity<K extends Kind, Input extends { readonly name: string }>(
  { errors, time, read }: CollectionOptions<K, Input>,
  { input, user, previous, isNameTaken }: ReadOptions<K, Input>,
): Result<Entity<K>> {
  const fields = read(input, user, previous);
  if (!fields.ok) return fields;
  if (isNameTaken) return errors.nameTaken({ name: input.name }, '/name');
  const lastModified = new Date(time.now()).toISOString();
  const { id = randomUUID(), creation = lastModified } = previous ?? {};
  return success({ id, ...fields.value, creation, lastModified } as unknown as Entity<K>);
}

/** Is `text` one of the names of `others`, ignoring case? */
export function isTaken<T>(text: string, others: readonly T[], namesOf: (other: T) => readonly string[]): boolean {
  const folded = caseFold(text);
  return others.some((other) => namesOf(other).some((name) => caseFold(name) === folded));
}
