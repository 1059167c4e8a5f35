import type { Change } from '../../schema/entry.js';

/** A change that came from a tracker, as opposed to one of the gateway's own. */
export type RecordChange = Extract<Change, { kind: 'location' | 'alert' }>;

export const isRecord = <C extends Change>(change: C): change is C & RecordChange =>
  change.kind === 'location' || change.kind === 'alert';

/** What makes a record the same one when it is sent again, and where it is looked for. */
export type RecordIdentity = {
  /** the records it is kept among: one device's of one kind */
  readonly stream: string;
  /** its time, ms since 1970 */
  readonly ms: number;
  readonly key: string;
};

export const streamName = (kind: RecordChange['kind'], deviceId: string): string => `${kind}/${deviceId}`;

/**
 * The same point, or the same alert, of the same device at the same time is the same record, unless its tracker has
 * numbered it as another.
 */
export function identityOf(record: RecordChange): RecordIdentity {
  const stream = streamName(record.kind, record.v.deviceId);
  const { sequence } = record.v;
  const number = sequence === undefined ? '' : ` ${sequence.epoch}/${sequence.seq}`;
  const { dateTime } = record.kind === 'location' ? record.v.location : record.v.alert;
  const what =
    record.kind === 'location'
      ? `${record.v.location.latitude} ${record.v.location.longitude}`
      : JSON.stringify(record.v.alert.alerts);
  return { stream, ms: Date.parse(dateTime), key: `${stream} ${dateTime} ${what}${number}` };
}
