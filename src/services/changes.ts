import { correctStamp, isUntrustedStamp, writtenTimes } from '../domain/clock/restamp.js';
import { viewChange, type ChangeContext } from '../domain/changes/view-change.js';
import { hasPrivilege } from '../domain/accounts/scope.js';
import { success, type Result } from '../errors.js';
import type { User } from '../schema/accounts/user.js';
import type { ChangeView } from '../schema/changes/change.js';
import {
  GATEWAY_AUTHOR,
  readChangeQuery,
  type ChangeQuery,
  type ChangeSearch,
} from '../schema/changes/change-query.js';
import type { Entry } from '../schema/entry.js';
import type { History } from '../store/history/history.js';
import type { TimeSpan } from '../store/log/segment.js';
import type { Store } from '../store/store.js';
import type { ReadonlyState } from '../store/state/state.js';
import type { Time } from './time/time.js';

/** Newest first. `since`: about when the oldest entry of the log was written, UTC; null: not known. */
export type ChangesPage = {
  readonly changes: readonly ChangeView[];
  readonly since: string | null;
  readonly next?: string;
};

/** What people, commands and other gateways changed on this one, as the log has it. For unrestricted administrators. */
export type Changes = { readonly list: (user: User, query: ChangeQuery) => Promise<Result<ChangesPage>> };

/** The log that the changes are read from, of a store that is open or of a folder that is only read. */
export type ChangesSource = {
  readonly state: ReadonlyState;
  readonly history: Pick<History, 'readOthers'>;
  /** ms since 1970 */
  readonly since: () => number | null;
  readonly now: () => number;
};

export type ChangesOptions = {
  readonly store: Pick<Store, 'state' | 'history' | 'reach'>;
  readonly time: Pick<Time, 'now'>;
};

export function createChanges({ store, time }: ChangesOptions): Changes {
  const source = { state: store.state, history: store.history, since: () => store.reach().since, now: time.now };
  return { list: (user, query) => listChanges(source, query, hasPrivilege(user, 'commands')) };
}

/** A page of changes. `readsCommands`: the texts of commands are shown. */
export async function listChanges(
  source: ChangesSource,
  query: ChangeQuery,
  readsCommands: boolean,
): Promise<Result<ChangesPage>> {
  const search = readChangeQuery(query, source.now());
  if (!search.ok) return search;
  const { before, limit } = search.value;
  const context = contextOf(source.state, readsCommands);
  const { found, next } = await source.history.readOthers({
    ...{ before, limit },
    mayHave: (span) => mayHave(source.state, span, search.value),
    select: (entry) => select(source.state, entry, search.value, context),
  });
  const since = source.since();
  return success({
    changes: found,
    since: since === null ? null : new Date(since).toISOString(),
    ...(next !== undefined && { next: String(next) }),
  });
}

function contextOf(state: ReadonlyState, readsCommands: boolean): ChangeContext {
  let ids: ReadonlyMap<string, string> | undefined;
  return {
    readsCommands,
    nameOf: (collection, id) => state[collection].get(id)?.name,
    // Names are compared as they are: a refused sign-in has the name that the account has.
    userNamed: (name) => (ids ??= new Map([...state.users.values()].map((user) => [user.name, user.id]))).get(name),
  };
}

/** The entry as a change, if it is one that is searched for. */
function select(
  { restamps, untrusted, latestTrustedTime }: ReadonlyState,
  entry: Entry,
  search: ChangeSearch,
  context: ChangeContext,
): ChangeView | undefined {
  const { at } = correctStamp(entry, restamps);
  const isUntrusted = isUntrustedStamp(untrusted, entry);
  // Its time is only known to be after the last trusted one.
  const ms = Date.parse(isUntrusted && latestTrustedTime > at ? latestTrustedTime : at);
  if (ms < search.from && !isUntrusted) return undefined;
  if (ms > search.to) return undefined;
  const change = viewChange(entry, context);
  if (change === undefined || !isWanted(change, search)) return undefined;
  const { n, ...others } = change;
  return { n, at, ...others, ...(isUntrusted && { untrusted: true }) };
}

const isWanted = ({ kind, by, subject }: Pick<ChangeView, 'kind' | 'by' | 'subject'>, search: ChangeSearch): boolean =>
  (search.kinds === undefined || search.kinds.has(kind)) &&
  (search.subject === undefined || subject?.id === search.subject) &&
  (search.authors === undefined || isBy(by, search.authors));

const isBy = (by: ChangeView['by'], authors: ReadonlySet<string>): boolean =>
  by === null ? authors.has(GATEWAY_AUTHOR) : authors.has(by.type) || ('id' in by && authors.has(by.id));

/** The times of entries are those that the clock had when they were written, which may have turned out to be wrong. */
function mayHave({ restamps, untrusted }: ReadonlyState, span: TimeSpan, { from, to }: ChangeSearch): boolean {
  const overlaps = (range: { readonly from: number; readonly to: number }): boolean =>
    range.from <= range.to && span.from <= range.to && span.to >= range.from;
  return (
    overlaps({ from, to }) ||
    untrusted.some(({ at }) => span.to >= at) ||
    restamps.some((restamp) => overlaps(writtenTimes(restamp, from, to)))
  );
}
