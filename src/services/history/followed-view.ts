import {
  correctTime,
  isUntrustedRecord,
  isUntrustedStamp,
  type RecordEntry,
  type Restamp,
  type UntrustedPeriod,
} from '../../domain/clock/restamp.js';
import { acknowledgementOf, type AcknowledgedEntry } from '../../domain/records/alert.js';
import { originOf } from '../../domain/records/generation.js';
import type { Origin } from '../../schema/devices/device.js';
import type { FollowedAcknowledgement, FollowedRestamp } from '../../schema/records/followed-record.js';
import { viewRecord, type ViewedAlert, type ViewedLocation } from './record-view.js';

type OfDevice = { readonly source?: Origin; readonly untrusted?: true };
type RecordStamp = { readonly id: string; readonly n: number };
type RecordOfDevice = RecordStamp &
  OfDevice &
  (({ readonly kind: 'location' } & ViewedLocation) | ({ readonly kind: 'alert' } & ViewedAlert));
export type FollowedRecord = RecordOfDevice | FollowedAcknowledgement | FollowedRestamp;

/** With the right time, if it is known by now. */
export function viewFollowed(
  entry: RecordEntry,
  id: string,
  untrusted: readonly UntrustedPeriod[],
  restamps: readonly Restamp[],
): RecordOfDevice {
  const right = correctTime(entry, restamps);
  const isUntrusted = right === entry && isUntrustedRecord(untrusted, entry);
  const record = viewRecord(right);
  const followed: RecordOfDevice =
    record.kind === 'location'
      ? { id, n: entry.n, kind: 'location', ...record.data }
      : { id, n: entry.n, kind: 'alert', ...record.data };
  const source = originOf(entry.v.source);
  if (source === undefined && !isUntrusted) return followed;
  return { ...followed, ...(source !== undefined && { source }), ...(isUntrusted && { untrusted: true as const }) };
}

export function viewAcknowledgement(
  entry: AcknowledgedEntry,
  id: string,
  untrusted: readonly UntrustedPeriod[],
  restamps: readonly Restamp[],
): FollowedAcknowledgement {
  const acknowledged = acknowledgementOf(entry, restamps);
  const { deviceId, id: alertId, source, alertSource } = entry.v;
  const isUntrusted = acknowledged.at === entry.at && isUntrustedStamp(untrusted, entry);
  const followed = {
    ...{ id, n: entry.n, kind: 'acknowledgement' as const, deviceId, alertId, acknowledged },
    ...(source !== undefined && { source }),
    ...(alertSource !== undefined && { alertSource }),
  };
  return isUntrusted ? { ...followed, untrusted: true } : followed;
}
