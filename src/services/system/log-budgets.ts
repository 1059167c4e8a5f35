import { jsonBytes } from '../../domain/json.js';
import { createLogBudget, logBudgetBytes } from '../../domain/log-budget.js';
import { isRecord } from '../../domain/records/record.js';
import { errorOf, type Failure } from '../../errors.js';
import { withRetry } from '../../messages/failure.js';
import { logShareErrors } from './messages.js';
import { isAuthor } from '../../schema/accounts/author.js';
import type { AuthoredChange } from '../../schema/entry.js';
import type { Config } from '../../schema/config/config.js';
import type { ChangeCause, ChangeOwner, Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import type { Refusals } from './refusals.js';

/** The budgets of the log, by user and port: see `domain/log-budget`. */
export type LogBudgets = {
  /** Counts changes of an owner, or refuses them: `rate_limited`. `part`: of the owner's share, at most 1. */
  readonly take: (by: ChangeOwner, changes: readonly AuthoredChange[], part?: number) => Failure | undefined;
  /** Takes back what was counted and then not stored. */
  readonly giveBack: (by: ChangeOwner, changes: readonly AuthoredChange[]) => void;
  /** Counts changes that cannot be refused. */
  readonly count: (by: ChangeOwner, changes: readonly AuthoredChange[]) => void;
  readonly hasRoom: (by: ChangeOwner) => boolean;
  /** Stores what was used, if that is much more than was stored last, so that a restart does not restore a budget. */
  readonly flush: () => Promise<void>;
};

export type LogBudgetsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  /** read at each use: may be changed */
  readonly retention: Config['store']['retention'];
  readonly time: Pick<Time, 'monotonic' | 'trustedNow'>;
  readonly refusals: Pick<Refusals, 'note'>;
};

/** What an entry adds to its change: number, times, boot and checksum. */
const ENTRY_BYTES = 110;
/** Use is stored whenever an owner used this much more: storing it takes about a thousandth of what is used. */
const MAX_FLUSH_BYTES = 65_536;
/** Owners whose use is stored: those that used most. */
const MAX_STORED_OWNERS = 1_000;

export function createLogBudgets({ store, retention, time, refusals }: LogBudgetsOptions): LogBudgets {
  const { logUse } = store.state;
  const awayMs = logUse === null ? 0 : Math.max(0, time.trustedNow() - Date.parse(logUse.at));
  const used = new Map((logUse?.owners ?? []).map(({ owner, bytes }) => [owner, bytes]));
  const budget = createLogBudget({ retention, used, now: time.monotonic() - awayMs });
  let stored = new Map(used);
  const flushBytes = (): number => Math.min(MAX_FLUSH_BYTES, logBudgetBytes(retention) / 256);

  function refusal(by: ChangeOwner, ms: number): Failure {
    refusals.note('log_budget', { owner: ownerKey(by) });
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    const failed =
      'user' in by ? logShareErrors.ofUser({ seconds }) : logShareErrors.ofPort({ path: by.port, seconds });
    return withRetry(failed, seconds);
  }

  return {
    take(by, changes, part = 1) {
      const ms = budget.take(ownerKey(by), bytesOf(changes), { now: time.monotonic(), part });
      return ms === undefined ? undefined : refusal(by, ms);
    },
    giveBack(by, changes) {
      budget.add(ownerKey(by), -bytesOf(changes), time.monotonic());
    },
    count(by, changes) {
      const bytes = bytesOf(changes);
      if (bytes > 0) budget.add(ownerKey(by), bytes, time.monotonic());
    },
    hasRoom: (by) => budget.hasRoom(ownerKey(by), time.monotonic()),
    async flush() {
      const now = budget.used(time.monotonic());
      const isMuchMore = [...now].some(([owner, bytes]) => bytes - (stored.get(owner) ?? 0) >= flushBytes());
      if (!isMuchMore) return;
      const most = [...now].sort(([, a], [, b]) => b - a).slice(0, MAX_STORED_OWNERS);
      const owners = most.map(([owner, bytes]) => ({ owner, bytes: Math.round(bytes) }));
      await store.append([{ kind: 'log-use', v: { owners: owners.filter(({ bytes }) => bytes >= flushBytes() / 2) } }]);
      stored = new Map(now);
    },
  };
}

/** The owner of the budget; undefined: a command on the data folder and the configuration have none. */
function ownerOf(by: ChangeCause): ChangeOwner | undefined {
  if (!isAuthor(by)) return by;
  switch (by.type) {
    case 'user':
    case 'display':
      return { user: by.id };
    case 'uplink':
    case 'center':
      return { user: `uplink:${by.uplink}` };
    case 'command':
    case 'configuration':
      return undefined;
  }
}

const ownerKey = (by: ChangeOwner): string => ('user' in by ? `user ${by.user}` : `port ${by.port}`);

/** Of all changes but records. */
function bytesOf(changes: readonly AuthoredChange[]): number {
  let bytes = 0;
  for (const change of changes) {
    if (change.kind !== 'telemetry' && !isRecord(change)) bytes += jsonBytes(change) + ENTRY_BYTES;
  }
  return bytes;
}

/**
 * Removing and ending is always possible: it frees room, and nothing is removed or ended that was not counted before. A
 * provisioning receipt is the proof of what a tracker already has, and an alert is acknowledged only once. Of a sign-in and
 * a file, the entry is all that stays.
 */
const isNeverRefused = ({ kind }: AuthoredChange): boolean =>
  /-(?:removed|settled|ended|receipt|acknowledged)$|^(?:login|file-taken|file-changed)$/.test(kind);

/** The store with a budget for changes by an owner. An append that holds records is never refused. */
export function withLogBudgets(store: Store, budgets: LogBudgets): Store {
  return {
    ...store,
    async append(changes, by) {
      const owner = by && ownerOf(by);
      if (owner === undefined) return store.append(changes, by);
      const all = isAuthor(by) ? store.authored(changes, by) : changes;
      if (all.some((change) => isRecord(change) || isNeverRefused(change))) budgets.count(owner, all);
      else {
        const refused = budgets.take(owner, all);
        if (refused !== undefined) throw errorOf(refused);
      }
      try {
        return await store.append(all);
      } catch (error) {
        budgets.giveBack(owner, all);
        throw error;
      }
    },
  };
}
