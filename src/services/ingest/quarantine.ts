import {
  devicesToDisplace,
  hasRoomForForwarded,
  isDisplacing,
  isForwarded,
  NOTHING_HELD,
  plus,
  recordKeyOf,
  sizeOf,
  type Held,
} from '../../domain/devices/quarantine.js';
import { isRecord } from '../../domain/records/record.js';
import { errorOf, type Failure } from '../../errors.js';
import { reportErrors } from './messages.js';
import type { Mutex } from '../../mutex.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { ChangeOwner, Store } from '../../store/store.js';
import type { LogBudgets } from '../system/log-budgets.js';

/** Holds reports from unregistered device ids. */
export type Quarantine = {
  /**
   * Stores the records that it does not hold yet, all or none. Resolves with their number once they are on stable
   * storage, or with undefined if the device has been registered. Rejects as an append does, and with `rate_limited`
   * beyond the port's budget of the log. Records that another gateway forwarded are never displaced; they are
   * `not_found` where there is no room, or where the budget of `user`, who posted them, is used up.
   */
  readonly add: (deviceId: string, changes: readonly TrackerChange[], user?: string) => Promise<number | undefined>;
  /** Is or was the record held? True if dropped records leave that unknown. */
  readonly contains: (record: TrackerChange) => boolean;
};

export type QuarantineOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly logBudgets: Pick<LogBudgets, 'take' | 'giveBack'>;
  /** the mutex of registrations, so that no record is added between adoption and registration and lost */
  readonly exclusive: Mutex;
};

type PendingBatch = {
  readonly deviceId: string;
  readonly changes: readonly TrackerChange[];
  readonly user: string | undefined;
  readonly resolve: (accepted: number | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** Batches stored together. Fewer than the ids that the quarantine can hold, so that none displaces another of its group. */
const MAX_BATCHES = 250;

/** The part of the budget of a port that records may use which displace others or are among many of their id. */
const DISPLACING_PART = 1 / 4;

/** `counted`: what counts against the budget of `by`, the id that a new one displaces included. */
type Admitted = {
  readonly by: ChangeOwner | undefined;
  readonly changes: readonly Change[];
  readonly counted: readonly Change[];
};

/** What a group of batches adds; `added` and `ids`: of forwarded records. */
type Group = { readonly admitted: Admitted[]; added: Held; readonly ids: Set<string> };

/** `displaced`: the removals that the records cause */
type Candidate = {
  readonly deviceId: string;
  readonly own: readonly TrackerChange[];
  readonly user: string | undefined;
  readonly displaced: readonly Change[];
};

function ownerOf(own: readonly TrackerChange[], user: string | undefined): ChangeOwner | undefined {
  const port = own[0]?.v.source.port;
  if (port !== undefined) return { port };
  return user === undefined ? undefined : { user };
}

function noteForwarded(group: Group, deviceId: string, forwarded: Held): void {
  group.added = plus(group.added, forwarded);
  group.ids.add(deviceId);
}

export function createQuarantine({ store, logBudgets, exclusive }: QuarantineOptions): Quarantine {
  const { state } = store;
  const pending: PendingBatch[] = [];

  /** Stores waiting batches together, so that they wait for the mutex once. */
  async function storePending(): Promise<void> {
    const group = pending.splice(0, MAX_BATCHES);
    if (pending.length > 0) void exclusive(storePending);
    const seen = new Set<string>();
    const admission: Group = { admitted: [], added: NOTHING_HELD, ids: new Set() };
    const { admitted } = admission;
    const ids = new Set<string>();
    let displaced: readonly Change[] = [];
    const results = group.map(({ deviceId, changes, user }): number | Failure | undefined => {
      if (state.devices.has(deviceId)) return undefined;
      const own = newOf(changes, seen);
      if (own.length === 0) return 0;
      const all = ids.has(deviceId) ? displaced : displacedBy(new Set([...ids, deviceId]));
      const refused = admit({ deviceId, own, user, displaced: all.slice(displaced.length) }, admission);
      if (refused !== undefined) return refused;
      for (const change of own) if (isRecord(change)) seen.add(recordKeyOf(change, 0));
      ids.add(deviceId);
      displaced = all;
      return own.length;
    });
    try {
      if (admitted.length > 0) await store.append([...displaced, ...admitted.flatMap(({ changes }) => changes)]);
    } catch (error) {
      for (const { by, counted } of admitted) if (by !== undefined) logBudgets.giveBack(by, counted);
      for (const { reject } of group) reject(error);
      return;
    }
    for (const [index, { resolve, reject }] of group.entries()) {
      const result = results[index];
      if (typeof result === 'object') reject(errorOf(result));
      else resolve(result);
    }
  }

  const displacedBy = (ids: ReadonlySet<string>): Change[] =>
    devicesToDisplace(state.quarantine, ids).map((id) => ({
      kind: 'quarantine-removed',
      v: { id, reason: 'displaced' },
    }));

  /** Adds the changes to `admitted`, unless they exceed the budget of their owner, or the room for forwarded ones. */
  function admit({ deviceId, own, user, displaced }: Candidate, group: Group): Failure | undefined {
    const forwarded = own.some(isForwarded) ? sizeOf(own) : undefined;
    if (forwarded !== undefined && !hasRoomForForwarded(state.quarantine, deviceId, forwarded, group))
      return reportErrors.noRoom({ id: deviceId });
    const changes = own.map((change): Change => ({ kind: 'quarantined', v: change }));
    const counted = [...displaced, ...changes];
    const by = ownerOf(own, user);
    const part = isDisplacing(state.quarantine, deviceId) ? DISPLACING_PART : 1;
    const refused = by && logBudgets.take(by, counted, part);
    if (refused !== undefined) return forwarded === undefined ? refused : reportErrors.noRoom({ id: deviceId });
    group.admitted.push({ by, changes, counted });
    if (forwarded !== undefined) noteForwarded(group, deviceId, forwarded);
    return undefined;
  }

  /** Those that are not held yet, each once. */
  function newOf(changes: readonly TrackerChange[], seen: ReadonlySet<string>): TrackerChange[] {
    const own = new Set<string>();
    return changes.filter((change) => {
      if (!isRecord(change)) return true;
      const key = recordKeyOf(change, 0);
      const isHeld = state.quarantine.devices.get(change.v.deviceId)?.records.has(key) === true;
      if (isHeld || seen.has(key) || own.has(key)) return false;
      own.add(key);
      return true;
    });
  }

  return {
    add: (deviceId, changes, user) =>
      new Promise((resolve, reject) => {
        pending.push({ deviceId, changes, user, resolve, reject });
        if (pending.length === 1) void exclusive(storePending);
      }),
    contains(record) {
      const device = state.quarantine.devices.get(record.v.deviceId);
      return device === undefined || device.dropped > 0 || device.records.has(recordKeyOf(record, 0));
    },
  };
}
