import { canSee, canSeeEntry } from '../../domain/accounts/scope.js';
import { formatPosition, generationOf, parsePosition, recordId, storeId } from '../../domain/records/generation.js';
import { isRecord, recordStreamOf } from '../../domain/records/record.js';
import { success, type Result } from '../../errors.js';
import { historyErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import type { FollowedRestamp, RecordKind } from '../../schema/records/followed-record.js';
import type { ArrivalsPage } from '../../store/history/arrivals.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import { viewAcknowledgement, viewFollowed, type FollowedRecord } from './followed-view.js';

export type { FollowedRecord } from './followed-view.js';

type RecordsQuery = {
  /** `next` of the previous page, the number of an entry, or empty: from the oldest entry that is kept */
  readonly after: string;
  readonly kinds: ReadonlySet<RecordKind>;
  readonly limit: number;
};

export type RecordsPage = {
  readonly store: string;
  readonly records: readonly FollowedRecord[];
  readonly next: string;
  readonly end: number;
  readonly gap?: { readonly from: number; readonly to: number };
};

/** The records that a user sees, in order of arrival. */
export type Records = {
  readonly follow: (user: User, query: RecordsQuery) => Promise<Result<RecordsPage>>;
  /** Begins the first generation of a store that has none; a disk that cannot write does not prevent the start. */
  readonly start: () => Promise<void>;
};

export type RecordsOptions = {
  readonly store: Pick<Store, 'state' | 'history' | 'startGeneration'>;
  readonly time: Pick<Time, 'monotonic'>;
};

/** A page that takes longer ends early. */
const MAX_PAGE_MS = 50;

export function createRecords({ store, time }: RecordsOptions): Records {
  let starting: Promise<void> | undefined;

  /** Numbers mean nothing to others without a generation, so nothing is given out before it is on stable storage. */
  async function ensureGeneration(): Promise<Result<unknown>> {
    if (store.state.generations.length > 0) return success(undefined);
    try {
      starting ??= store.startGeneration();
      await starting;
      return success(undefined);
    } catch {
      return historyErrors.cannotWrite();
    } finally {
      starting = undefined;
    }
  }

  return {
    async start() {
      await ensureGeneration();
    },
    async follow(user, query) {
      const ensured = await ensureGeneration();
      if (!ensured.ok) return ensured;
      const after = readAfter(store, query.after);
      if (!after.ok) return after;
      const startedAt = time.monotonic();
      const read = await store.history.readArrivals({
        after: after.value,
        until: store.state.n,
        limit: query.limit,
        wants: (stream) => {
          const record = recordStreamOf(stream);
          return (
            record !== undefined && wantsStream(query.kinds, record.kind) && isVisible(store, user, record.deviceId)
          );
        },
        isDue: () => time.monotonic() - startedAt > MAX_PAGE_MS,
      });
      return success(toPage(store, user, query, read));
    },
  };
}

/** Acknowledgements lie next to their alerts. */
const wantsStream = (kinds: RecordsQuery['kinds'], stream: 'location' | 'alert'): boolean =>
  kinds.has(stream) || (stream === 'alert' && kinds.has('acknowledgement'));

type IdOf = (n: number) => string;

const isVisible = ({ state }: Pick<Store, 'state'>, user: User, deviceId: string): boolean =>
  state.devices.has(deviceId) && canSee(user, deviceId, state.groups);

/** The number of the last entry that the client has looked at. */
function readAfter({ state, history }: RecordsOptions['store'], text: string): Result<number> {
  const oldest = history.firstNumber() ?? state.n + 1;
  if (text === '') return success(Math.min(oldest - 1, state.n));
  const position = parsePosition(text);
  if (position === undefined) {
    return historyErrors.notPosition('/after');
  }
  const present = state.generations.at(-1);
  const { generation, n } = position;
  if (present !== undefined && generation !== undefined && generation !== present.id) {
    return historyErrors.otherGeneration(
      {
        generation,
        present: present.id,
        from: present.from,
        position: formatPosition(present, Math.min(n, present.from - 1)),
      },
      '/after',
    );
  }
  if (n > state.n) return historyErrors.beyondNewest({ newest: state.n }, '/after');
  return success(n);
}

function toPage({ state }: RecordsOptions['store'], user: User, query: RecordsQuery, read: ArrivalsPage): RecordsPage {
  const { generations, gatewayId } = state;
  const present = generations.at(-1) ?? NO_GENERATION;
  const idOf = (n: number): string =>
    recordId(gatewayId ?? '', n >= present.from ? present : (generationOf(generations, n) ?? present), n);
  const boots = new Set(read.entries.map(({ boot }) => boot));
  const restamps = state.restamps.filter(({ boot }) => boots.has(boot));
  // The scope may have changed during the read.
  const sees = ({ deviceId }: { readonly deviceId: string }, n: number): boolean =>
    state.devices.has(deviceId) && canSeeEntry(user, deviceId, n, state);
  const found = read.entries.flatMap((entry): FollowedRecord[] => {
    if (isRecord(entry)) {
      const isWanted = query.kinds.has(entry.kind) && sees(entry.v, entry.n);
      return isWanted ? [viewFollowed(entry, idOf(entry.n), state.untrusted, restamps)] : [];
    }
    if (entry.kind !== 'alert-acknowledged' || !query.kinds.has('acknowledgement')) return [];
    const isVisible = sees(entry.v, Number(entry.v.id));
    return isVisible ? [viewAcknowledgement(entry, idOf(entry.n), state.untrusted, restamps)] : [];
  });
  const moved = query.kinds.has('restamp') ? restampsOf(state, read, idOf) : [];
  const all = [...found, ...moved].sort((a, b) => a.n - b.n);
  const records = all.slice(0, query.limit);
  // Restamps come on top of the entries that were read.
  const to = all.length > query.limit ? (records.at(-1)?.n ?? read.to) : read.to;
  const { gap } = read;
  return {
    store: storeId(gatewayId ?? '', present),
    records,
    next: formatPosition(present, to),
    end: state.n,
    ...(gap !== undefined && gap.from <= to && { gap }),
  };
}

const NO_GENERATION = { id: '', from: 0 };

/** The entries of the page that moved records. */
function restampsOf({ restampedRanges }: Store['state'], { from, to }: ArrivalsPage, idOf: IdOf): FollowedRestamp[] {
  const numbers = new Set(restampedRanges.map(({ n }) => n).filter((n) => n >= from && n <= to));
  return [...numbers].map((n) => ({
    id: idOf(n),
    n,
    kind: 'restamp',
    moved: restampedRanges
      .filter((range) => range.n === n)
      .map(({ from: first, to: last, seconds }) => ({ from: first, to: last, seconds })),
  }));
}
