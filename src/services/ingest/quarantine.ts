import { devicesToDisplace, recordKeyOf } from '../../domain/devices/quarantine.js';
import { isRecord } from '../../domain/records/record.js';
import type { Mutex } from '../../mutex.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';

/** Holds reports from unregistered device ids. */
export type Quarantine = {
  /**
   * Stores the records that it does not hold yet, all or none. Resolves with their number once they are on stable
   * storage, or with undefined if the device has been registered. Rejects as an append does.
   */
  readonly add: (deviceId: string, changes: readonly TrackerChange[]) => Promise<number | undefined>;
  /** Is or was the record held? True if dropped records leave that unknown. */
  readonly contains: (record: TrackerChange) => boolean;
};

export type QuarantineOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  /** the mutex of registrations, so that no record is added between adoption and registration and lost */
  readonly exclusive: Mutex;
};

type PendingBatch = {
  readonly deviceId: string;
  readonly changes: readonly TrackerChange[];
  readonly resolve: (accepted: number | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** Batches stored together. Fewer than the ids that the quarantine can hold, so that none displaces another of its group. */
const MAX_BATCHES = 250;

export function createQuarantine({ store, exclusive }: QuarantineOptions): Quarantine {
  const { state } = store;
  const pending: PendingBatch[] = [];

  /** Stores waiting batches together, so that they wait for the mutex once. */
  async function storePending(): Promise<void> {
    const group = pending.splice(0, MAX_BATCHES);
    if (pending.length > 0) void exclusive(storePending);
    const seen = new Set<string>();
    const fresh: Change[] = [];
    const accepted = group.map(({ deviceId, changes }) => {
      if (state.devices.has(deviceId)) return undefined;
      const own = changes.filter((change) => !isRecord(change) || isNew(change, seen));
      fresh.push(...own.map((change): Change => ({ kind: 'quarantined', v: change })));
      return own.length;
    });
    const ids = new Set(group.filter((_batch, index) => (accepted[index] ?? 0) > 0).map(({ deviceId }) => deviceId));
    const displaced = devicesToDisplace(state.quarantine, ids).map((id): Change => ({
      kind: 'quarantine-removed',
      v: { id, reason: 'displaced' },
    }));
    try {
      if (fresh.length > 0) await store.append([...displaced, ...fresh]);
      for (const [index, { resolve }] of group.entries()) resolve(accepted[index]);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  function isNew(record: TrackerChange, seen: Set<string>): boolean {
    const key = recordKeyOf(record, 0);
    if (seen.has(key) || state.quarantine.devices.get(record.v.deviceId)?.records.has(key) === true) return false;
    seen.add(key);
    return true;
  }

  return {
    add: (deviceId, changes) =>
      new Promise((resolve, reject) => {
        pending.push({ deviceId, changes, resolve, reject });
        if (pending.length === 1) void exclusive(storePending);
      }),
    contains(record) {
      const device = state.quarantine.devices.get(record.v.deviceId);
      return device === undefined || device.dropped > 0 || device.records.has(recordKeyOf(record, 0));
    },
  };
}
