import type { Change } from '../../schema/entry.js';
import { apiAlertNames } from './alert-name.js';

/** A location or an alert, as opposed to the other changes. */
export type RecordChange = Extract<Change, { kind: 'location' | 'alert' }>;

export const isRecord = <C extends Change>(change: C): change is C & RecordChange =>
  change.kind === 'location' || change.kind === 'alert';

/** Identifies a duplicate: where to look for it, and its key. */
export type RecordIdentity = {
  /** records of one device and one kind */
  readonly stream: string;
  /** time of the record, ms since 1970 */
  readonly ms: number;
  readonly key: string;
};

export const streamName = (kind: RecordChange['kind'], deviceId: string): string => `${kind}/${deviceId}`;

/** The inverse of `streamName`; undefined for entries that are not records. */
export function recordStreamOf(
  stream: string,
): { readonly kind: RecordChange['kind']; readonly deviceId: string } | undefined {
  const slash = stream.indexOf('/');
  const kind = stream.slice(0, Math.max(slash, 0));
  return kind === 'location' || kind === 'alert' ? { kind, deviceId: stream.slice(slash + 1) } : undefined;
}

/**
 * The same position, or the same alert under any of its names, of the same device at the same time is the same record,
 * unless the tracker gave it another number.
 */
export function identityOf(record: RecordChange): RecordIdentity {
  const stream = streamName(record.kind, record.v.deviceId);
  const { sequence } = record.v;
  const number = sequence === undefined ? '' : ` ${sequence.epoch}/${sequence.seq}`;
  const { dateTime } = record.kind === 'location' ? record.v.location : record.v.alert;
  const what =
    record.kind === 'location'
      ? `${record.v.location.latitude} ${record.v.location.longitude}`
      : JSON.stringify(apiAlertNames(record.v.alert.alerts));
  return { stream, ms: Date.parse(dateTime), key: `${stream} ${dateTime} ${what}${number}` };
}
