import { isRecord } from '../../domain/records/record.js';
import { judgeRecords } from '../../domain/records/judge-records.js';
import { attachTelemetry } from '../../domain/records/telemetry.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';

/** What is imported into a device's history when it is registered. */
export type Adoption = {
  readonly changes: readonly Change[];
  readonly accepted: number;
  readonly duplicates: number;
};

/**
 * The quarantined records of `deviceId`, as they would be stored if the device had always been registered. Records that
 * its history already has, from an earlier registration, are left out.
 */
export async function readAdoption(
  { state, history }: Pick<Store, 'state' | 'history'>,
  deviceId: string,
): Promise<Adoption> {
  const unknown = state.quarantine.devices.get(deviceId);
  if (unknown === undefined) return { changes: [], accepted: 0, duplicates: 0 };
  const records = [...unknown.records.values()].map(({ change }) => change);
  const fresh: TrackerChange[] = [];
  for (const change of attachTelemetry(records, state.telemetry.get(deviceId))) {
    if (!isRecord(change) || !(await history.hasRecord(change))) fresh.push(change);
  }
  // What is known of an earlier registration may be of another owner.
  const judged = judgeRecords(fresh, { last: undefined, doubt: undefined });
  return {
    changes: [...judged.records, { kind: 'quarantine-removed', v: { id: deviceId, reason: 'adopted' } }],
    accepted: fresh.length,
    duplicates: records.length - fresh.length,
  };
}
