import type { Change } from '../../schema/entry.js';
import { msOf } from '../clock/instant.js';
import { apiAlertNames } from './alert-name.js';

/** A location or an alert, as opposed to the other changes. */
export type RecordChange = Extract<Change, { kind: 'location' | 'alert' }>;

export const isRecord = <C extends Change>(change: C): change is C & RecordChange =>
  change.kind === 'location' || change.kind === 'alert';

/** What became known of an alert after it was stored. */
type AlertOutcomeChange = Extract<Change, { kind: 'alert-notified' | 'alert-acknowledged' }>;

export const isAlertOutcome = <C extends Change>(change: C): change is C & AlertOutcomeChange =>
  change.kind === 'alert-notified' || change.kind === 'alert-acknowledged';

/** The records of one device and one kind. */
export const streamName = (kind: RecordChange['kind'], deviceId: string): string => `${kind}/${deviceId}`;

/** The inverse of `streamName`; undefined for entries that are not records. */
export function recordStreamOf(
  stream: string,
): { readonly kind: RecordChange['kind']; readonly deviceId: string } | undefined {
  const slash = stream.indexOf('/');
  const kind = stream.slice(0, Math.max(slash, 0));
  return kind === 'location' || kind === 'alert' ? { kind, deviceId: stream.slice(slash + 1) } : undefined;
}

const dateTimeOf = (record: RecordChange): string =>
  record.kind === 'location' ? record.v.location.dateTime : record.v.alert.dateTime;

/** The time of the record, ms since 1970. */
export const timeOf = (record: RecordChange): number => msOf(dateTimeOf(record));

/**
 * The same position, or the same alert under any of its names, of the same device at the same time is the same record,
 * unless the tracker gave it another number: it has the same key.
 */
export function keyOf(record: RecordChange): string {
  const { sequence, source } = record.v;
  // Another rule may raise the same alert at the same moment, and so may the tracker.
  const rule = source.rule === undefined ? '' : ` rule ${source.rule}`;
  const number = sequence === undefined ? '' : ` ${sequence.epoch}/${sequence.seq}`;
  const what =
    record.kind === 'location'
      ? `${record.v.location.latitude} ${record.v.location.longitude}`
      : JSON.stringify(apiAlertNames(record.v.alert.alerts));
  return `${streamName(record.kind, record.v.deviceId)} ${dateTimeOf(record)} ${what}${number}${rule}`;
}

/** Same key, but compared without making it if possible. */
export function isSameRecord(one: RecordChange, other: RecordChange): boolean {
  if (one.kind === 'alert' || other.kind === 'alert') return keyOf(one) === keyOf(other);
  const [a, b] = [one.v, other.v];
  return (
    a.deviceId === b.deviceId &&
    a.location.dateTime === b.location.dateTime &&
    a.location.latitude === b.location.latitude &&
    a.location.longitude === b.location.longitude &&
    a.sequence?.epoch === b.sequence?.epoch &&
    a.sequence?.seq === b.sequence?.seq
  );
}

/**
 * 32 bits of the key: records with different tags have different keys. Takes a tenth of the time of the key, so records
 * are looked up by tag, and only those with the same tag are compared. `ms`: the time of the record.
 */
export function tagOf(record: RecordChange, ms = timeOf(record)): number {
  const { deviceId, sequence } = record.v;
  let tag = mixText(sequence?.seq ?? 0, deviceId);
  tag = mixNumber(tag, ms);
  if (record.kind === 'alert') return mixText(tag, JSON.stringify(apiAlertNames(record.v.alert.alerts)));
  const { latitude, longitude } = record.v.location;
  return mixNumber(mixNumber(tag, latitude), longitude);
}

const numbers = new Float64Array(1);
const words = new Int32Array(numbers.buffer);
const randomOdd = (): number => Math.floor(Math.random() * 2 ** 32) | 1;
/** Others in each run, so that no tracker can prepare many records of one tag, which would all have to be compared. */
const [FACTOR, OTHER_FACTOR] = [randomOdd(), randomOdd()];

/** The steps of MurmurHash3, with the factors above. */
const mix = (tag: number, word: number): number => {
  const scrambled = Math.imul(word, FACTOR);
  const mixed = tag ^ Math.imul((scrambled << 15) | (scrambled >>> 17), OTHER_FACTOR);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
};

function mixNumber(tag: number, value: number): number {
  // As text, -0 is 0.
  numbers[0] = value + 0;
  return mix(mix(tag, words[0] ?? 0), words[1] ?? 0);
}

function mixText(tag: number, text: string): number {
  let mixed = tag;
  for (let at = 0; at < text.length; at += 1) mixed = mix(mixed, text.charCodeAt(at));
  return mixed;
}
