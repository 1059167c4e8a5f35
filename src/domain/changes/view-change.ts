import type { Author } from '../../schema/accounts/author.js';
import { validateAuthor } from '../../schema/changes/author-of.js';
import type { ChangeAction, ChangedValues, ChangeView } from '../../schema/changes/change.js';
import type { Change, Entry } from '../../schema/entry.js';
import { isObject } from '../json.js';
import { authorityOf, isAddress } from './address.js';
import { pick, type ChangeRow, type Fields, type NamedCollection } from './change-row.js';
import { CHANGE_ROWS } from './change-table.js';

/** What a change is shown with. */
export type ChangeContext = {
  /** the present name of an entity; undefined: there is no such entity */
  readonly nameOf: (collection: NamedCollection, id: string) => string | undefined;
  /** the id of the user with this name */
  readonly userNamed: (name: string) => string | undefined;
  /** the reader has the privilege `commands` */
  readonly readsCommands: boolean;
};

/** A change without its time, which depends on the clocks of the gateway. */
export type UndatedChange = Omit<ChangeView, 'at' | 'untrusted'>;

/** Members with the times of an entity: every change has a new one. */
const TIME_STAMPS = ['lastModified', 'modification'];

/** The entry as a change; undefined: it is none. Never shows a secret, whatever the entry has. */
export function viewChange(entry: Entry, context: ChangeContext): UndatedChange | undefined {
  const row = rowOf(entry.kind);
  const whole = fieldsOf(entry.v);
  const by = authorOf(entry);
  if (row === null || row.counts?.(whole, by ?? undefined) === false) return undefined;
  const v = row.inside === undefined ? whole : fieldsOf(whole[row.inside]);
  const was = isObject(entry.was) && entry.was.tooLarge !== true ? entry.was : undefined;
  const known = { was, by, context };
  const action = row.action === 'stored' ? storedAction(entry, v) : row.action;
  return {
    n: entry.n,
    kind: typeof row.kind === 'string' ? row.kind : row.kind(v),
    action,
    subject: subjectOf(row, v, known),
    by,
    ...compare(row, v, action, known),
  };
}

const rowOf = (kind: Change['kind']): ChangeRow | null => (Object.hasOwn(CHANGE_ROWS, kind) ? CHANGE_ROWS[kind] : null);

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Null for an author of a form that this version does not know. */
function authorOf({ by }: Entry): Author | null {
  const author = by === undefined ? undefined : validateAuthor(by);
  return author?.ok === true ? author.value : null;
}

/**
 * An entry with an author has previous values unless the entity is new. Of the others, only the time stamps of the entity
 * tell.
 */
function storedAction({ by, was }: Entry, v: Fields): ChangeAction {
  if (was !== undefined) return 'changed';
  if (by !== undefined) return 'created';
  const { creation, lastModified = v.modification } = v;
  return typeof creation === 'string' && creation === lastModified ? 'created' : 'changed';
}

type Known = {
  readonly was: Fields | undefined;
  readonly by: Author | null;
  readonly context: ChangeContext;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function subjectOf({ action, subject }: ChangeRow, v: Fields, { was, by, context }: Known): ChangeView['subject'] {
  if (subject === null) return action === 'refused' ? refusedUser(v, context) : null;
  const id = v[subject.id];
  if (!isText(id)) return null;
  const { collection } = subject;
  const isEntity = subject.id !== 'userId' && subject.id !== 'deviceId';
  const own = isEntity ? [subject.nameOf?.(v), v.name, was?.name] : [];
  const present = collection === undefined ? undefined : context.nameOf(collection, id);
  const ofAuthor = by !== null && 'id' in by && by.id === id ? by.name : undefined;
  return { id, name: [...own, present, ofAuthor].find(isText) ?? id };
}

/** A refused sign-in has a name only if it is that of an account. */
function refusedUser({ name }: Fields, context: ChangeContext): ChangeView['subject'] {
  const id = isText(name) ? context.userNamed(name) : undefined;
  return isText(name) && id !== undefined ? { id, name } : null;
}

type Shown = Pick<ChangeView, 'before' | 'after' | 'secrets'>;

function compare(row: ChangeRow, v: Fields, action: ChangeAction, { was, by, context }: Known): Shown {
  const always = row.secrets?.(v) ?? [];
  const own = row.after === undefined ? null : (row.after(v) as ChangedValues);
  if (action === 'created') return { before: null, after: own, secrets: [...always] };
  if (action === 'removed') return { before: own, after: null, secrets: [...always] };
  const { before, after } = valuesOf(row, v, { was, by });
  const secrets = new Set(always);
  const isHidden = (name: string): boolean =>
    row.shown?.includes(name) === false || (!context.readsCommands && row.commandTexts?.includes(name) === true);
  const show = (values: Fields | undefined): ChangedValues =>
    values === undefined
      ? null
      : Object.fromEntries(
          Object.entries(values).flatMap(([name, value]) => {
            if (isHidden(name)) {
              secrets.add(name);
              return [];
            }
            const shortened = row.addresses?.includes(name) === true || row.kind === 'configuration';
            const short = shortened ? shorten(value) : value;
            if (short !== value) secrets.add(name);
            return short === undefined ? [] : [[name, short]];
          }),
        );
  const shown = { before: show(before), after: show(after) };
  return { ...shown, secrets: [...secrets] };
}

type Values = { readonly before: Fields | undefined; readonly after: Fields | undefined };

/** Only what differs. Of a list of texts, `was` has what came and what went. */
function valuesOf({ action, after, values }: ChangeRow, v: Fields, { was, by }: Omit<Known, 'context'>): Values {
  if (values !== undefined && by === null) return { before: undefined, after: pick(v, values) };
  if (values === undefined && action !== 'stored') return { before: undefined, after: after?.(v) };
  if (values === undefined && was === undefined) return { before: undefined, after: undefined };
  const previous = was ?? {};
  const names = values ?? Object.keys(previous).filter((name) => !TIME_STAMPS.includes(name));
  const pairs = names.map(
    (name) => [name, listChange(previous[name], v[name]) ?? [previous[name] ?? null, v[name] ?? null]] as const,
  );
  return {
    before: Object.fromEntries(pairs.map(([name, [before]]) => [name, before])),
    after: Object.fromEntries(pairs.map(([name, [, now]]) => [name, now])),
  };
}

function listChange(was: unknown, now: unknown): readonly [removed: unknown, added: unknown] | undefined {
  if (!Array.isArray(now) || !isObject(was)) return undefined;
  const { added, removed } = was;
  return Array.isArray(added) && Array.isArray(removed) ? [removed, added] : undefined;
}

/**
 * Without the paths of addresses, which the configuration has under any key, also in lists; undefined: what is made of
 * several values, each of which could be a secret.
 */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return isAddress(value) ? authorityOf(value) : value;
  if (!Array.isArray(value)) return isObject(value) ? undefined : value;
  const short = value.map((item) => (Array.isArray(item) ? undefined : shorten(item)));
  if (short.includes(undefined)) return undefined;
  return short.every((one, at) => one === value[at]) ? value : short;
}
