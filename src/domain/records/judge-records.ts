import type { TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import { isNoFix, unfitOf } from './unfit.js';

/** What the next fix of a device is compared with: the last fix that counts, and the last jump since. */
export type FixContext = { readonly last: Location | undefined; readonly doubt: Location | undefined };

/** `records`: the same ones, of which those whose fix does not count are marked. */
export type Judged = FixContext & { readonly records: readonly TrackerChange[] };

type Judging = { last: Location | undefined; doubt: Location | undefined; marked: TrackerChange[] | undefined };

/** Judges the fixes of one device in order of their time. Most reports have one, which counts. */
export function judgeRecords(records: readonly TrackerChange[], { last, doubt }: FixContext): Judged {
  const judging: Judging = { last, doubt, marked: undefined };
  if (isInOrder(records)) for (let index = 0; index < records.length; index += 1) judge(judging, records, index);
  else for (const index of orderOf(records)) judge(judging, records, index);
  return { records: judging.marked ?? records, last: judging.last, doubt: judging.doubt };
}

function judge(judging: Judging, records: readonly TrackerChange[], index: number): void {
  const record = records[index];
  if (record?.kind !== 'location') return;
  const { location, future } = record.v;
  const { last, doubt } = judging;
  // What is dated too far ahead has no neighbors yet.
  const unfit = future === true ? (isNoFix(location) ? 'noFix' : undefined) : unfitOf(location, last, doubt);
  if (unfit !== undefined) {
    if (unfit === 'jump') judging.doubt = location;
    judging.marked ??= [...records];
    judging.marked[index] = { ...record, v: { ...record.v, unfit } };
  } else if (future !== true && (last === undefined || location.dateTime >= last.dateTime)) {
    judging.last = location;
    judging.doubt = undefined;
  }
}

const dateTimeAt = (record: TrackerChange | undefined): string =>
  record?.kind === 'location' ? record.v.location.dateTime : '';

function isInOrder(records: readonly TrackerChange[]): boolean {
  let latest = '';
  for (const record of records) {
    const dateTime = dateTimeAt(record);
    if (dateTime === '') continue;
    if (dateTime < latest) return false;
    latest = dateTime;
  }
  return true;
}

/** The indexes of the records; those of the same time stay in their order. */
function orderOf(records: readonly TrackerChange[]): number[] {
  const times = records.map(dateTimeAt);
  const timeOf = (index: number): string => times[index] ?? '';
  return [...records.keys()].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0));
}
