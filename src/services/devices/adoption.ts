import { recordKeyOf } from '../../domain/devices/quarantine.js';
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

/** The id under which a tracker reported over a port before it got another one. */
export type PreviousId = { readonly id: string; readonly port: string };

const NOTHING: Adoption = { changes: [], accepted: 0, duplicates: 0 };

/**
 * The quarantined records of `deviceId`, as they would be stored if the device had always been registered. Records that
 * its history already has, from an earlier registration, are left out.
 */
export async function readAdoption(
  { state, history }: Pick<Store, 'state' | 'history'>,
  deviceId: string,
): Promise<Adoption> {
  const unknown = state.quarantine.devices.get(deviceId);
  if (unknown === undefined) return NOTHING;
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

/**
 * What a tracker reported under its previous id, as records of `deviceId`. The quarantine of the previous id ends. What
 * another tracker with that id reported over another port is quarantined again.
 */
export async function readPrevious(
  { state, history }: Pick<Store, 'state' | 'history'>,
  deviceId: string,
  previous: PreviousId | undefined,
): Promise<readonly Change[]> {
  if (previous === undefined || previous.id === deviceId || state.devices.has(previous.id)) return [];
  const unknown = state.quarantine.devices.get(previous.id);
  if (unknown === undefined) return [];
  const all = [...unknown.records.values()].map(({ change }) => change);
  const isOwn = ({ v: { source } }: TrackerChange): boolean => source.port === previous.port;
  const own = all.filter(isOwn).map((change) => withDevice(change, deviceId));
  const held = state.quarantine.devices.get(deviceId)?.records;
  const fresh: TrackerChange[] = [];
  for (const change of attachTelemetry(own, state.telemetry.get(deviceId))) {
    const isKnown =
      isRecord(change) && (held?.has(recordKeyOf(change, 0)) === true || (await history.hasRecord(change)));
    if (!isKnown) fresh.push(change);
  }
  const others = all.filter((change) => !isOwn(change));
  if (own.length === 0 && others.length > 0) return [];
  return [
    ...judgeRecords(fresh, { last: undefined, doubt: undefined }).records,
    { kind: 'quarantine-removed', v: { id: previous.id, reason: 'discarded' } },
    ...others.map((change): Change => ({ kind: 'quarantined', v: change })),
  ];
}

function withDevice(change: TrackerChange, deviceId: string): TrackerChange {
  switch (change.kind) {
    case 'location':
      return { kind: 'location', v: { ...change.v, deviceId } };
    case 'alert':
      return { kind: 'alert', v: { ...change.v, deviceId } };
    case 'telemetry':
      return { kind: 'telemetry', v: { ...change.v, deviceId } };
  }
}
