import { devicesToDisplace, recordKeyOf } from '../../domain/devices/quarantine.js';
import { isRecord } from '../../domain/records/record.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Mutex } from '../../mutex.js';

/** Where that goes which comes under ids that are not registered. */
export type Quarantine = {
  /**
   * Keeps what is not kept yet, all or nothing; resolves with how many records that were, once they are on stable
   * storage, or with undefined when there is such a device by now. Rejects as an append does.
   */
  readonly add: (deviceId: string, changes: readonly TrackerChange[]) => Promise<number | undefined>;
  /** Is the record kept, or was it, as far as that can be told? */
  readonly contains: (record: TrackerChange) => boolean;
};

export type QuarantineOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  /** those in which devices are registered: what is kept is not lost between the look at it and the registration */
  readonly exclusive: Mutex;
};

type PendingBatch = {
  readonly deviceId: string;
  readonly changes: readonly TrackerChange[];
  readonly resolve: (kept: number | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** So many are stored in one turn: fewer than the ids there is room for, so that none displaces another of its own turn. */
const MAX_BATCHES = 250;

export function createQuarantine({ store, exclusive }: QuarantineOptions): Quarantine {
  const { state } = store;
  const pending: PendingBatch[] = [];

  /** What waits is stored together: the turns of devices are not to be waited for by each. */
  async function storePending(): Promise<void> {
    const group = pending.splice(0, MAX_BATCHES);
    if (pending.length > 0) void exclusive(storePending);
    const seen = new Set<string>();
    const fresh: Change[] = [];
    const kept = group.map(({ deviceId, changes }) => {
      if (state.devices.has(deviceId)) return undefined;
      const own = changes.filter((change) => !isRecord(change) || isNew(change, seen));
      fresh.push(...own.map((change): Change => ({ kind: 'quarantined', v: change })));
      return own.length;
    });
    const ids = new Set(group.filter((_one, index) => (kept[index] ?? 0) > 0).map(({ deviceId }) => deviceId));
    const displaced = devicesToDisplace(state.quarantine, ids).map((id): Change => ({
      kind: 'quarantine-removed',
      v: { id, reason: 'displaced' },
    }));
    try {
      if (fresh.length > 0) await store.append([...displaced, ...fresh]);
      for (const [index, { resolve }] of group.entries()) resolve(kept[index]);
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
