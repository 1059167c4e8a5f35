import type { Author } from '../../schema/accounts/author.js';
import type { ChangeAction, ChangeKind } from '../../schema/changes/change.js';

/** The members of an entry. A log may have been written by any version, or restored: nothing is assumed of them. */
export type Fields = Readonly<Record<string, unknown>>;

/** The collections of the state whose entities have names. */
export type NamedCollection =
  'users' | 'devices' | 'groups' | 'depots' | 'notifications' | 'zones' | 'alertRules' | 'templates' | 'displays';

/** Where the subject of an entry is: the member with its id, and where its name comes from. */
type SubjectRow = {
  readonly id: string;
  /** its name, if that is not the member `name` */
  readonly nameOf?: (v: Fields) => unknown;
  /** has its present name */
  readonly collection?: NamedCollection;
};

/** How an entry of one kind becomes a change. */
export type ChangeRow = {
  readonly kind: ChangeKind | ((v: Fields) => ChangeKind);
  /** `stored`: an entity, created or changed */
  readonly action: ChangeAction | 'stored';
  /** null: the gateway as a whole */
  readonly subject: SubjectRow | null;
  /** Is an entry with this author a change? Left out: always. */
  readonly counts?: (v: Fields, by: Author | undefined) => boolean;
  /** the member that has the members below; left out: it is the entry itself */
  readonly inside?: string;
  /** what the change shows without previous values; of what is created or removed, otherwise nothing */
  readonly after?: (v: Fields) => Fields;
  /** members that an author always changes, also of what is new; left out: those that differ */
  readonly values?: readonly string[];
  /** the only members that are shown; of the others, only their names; left out: all */
  readonly shown?: readonly string[];
  /** members of which only scheme, host and port are shown */
  readonly addresses?: readonly string[];
  /** names for the secrets that the change sets: the entry has only their hashes, or nothing of them */
  readonly secrets?: (v: Fields) => readonly string[];
  /** members that are shown only to users with the privilege `commands` */
  readonly commandTexts?: readonly string[];
};

/** A row for an entity with a name. `id`: the member that identifies it. */
export const entity = (kind: ChangeKind, id: string, collection?: NamedCollection): ChangeRow => ({
  kind,
  action: 'stored',
  subject: { id, ...(collection && { collection }) },
});

export const removed = (row: ChangeRow): ChangeRow => ({ ...row, action: 'removed' });

/** Only entries with an author count: the gateway writes others. */
export const authored = (row: ChangeRow): ChangeRow => ({ ...row, counts: (_v, by) => by !== undefined });

/** A row for what belongs to a user. `secrets` names what its entries have as hashes or digests. */
export const ofUser = (kind: ChangeKind, action: ChangeAction, secrets: readonly string[]): ChangeRow => ({
  ...{ kind, action },
  secrets: () => secrets,
  subject: { id: 'userId', collection: 'users' },
  shown: [],
});

/** The members of `v` with these names. */
export const pick = (v: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(v, name) ? [[name, v[name]]] : [])));
