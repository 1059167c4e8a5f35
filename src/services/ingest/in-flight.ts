import { isSameRecord, tagOf, type RecordChange } from '../../domain/records/record.js';

/** A record that is being stored. `storing`: its result; undefined: its report is being received. */
export type FlyingRecord = {
  record: RecordChange;
  readonly tag: number;
  storing: Promise<unknown> | undefined;
  /** an earlier one in the same bucket */
  next: FlyingRecord | undefined;
};

/** Records being stored, so that a copy which arrives meanwhile shares their result. */
export type InFlight = {
  /**
   * Adds the record to those of a report, `own`, unless it is being stored: then returns the result of that. Of copies
   * within the report the last one counts.
   */
  readonly add: (record: RecordChange, own: FlyingRecord[]) => Promise<unknown> | undefined;
  /** Removes the records of a report, which are stored, or failed. */
  readonly remove: (own: readonly FlyingRecord[]) => void;
};

/** A power of two: few share a bucket even while many large reports are being stored. */
const BUCKETS = 16_384;

export function createInFlight(): InFlight {
  // Not a Map, which makes a new table after some deletions: a dead table that V8 has moved to the old generation keeps the
  // records of all tables after it in memory until a full collection.
  /** by the last bits of the tag */
  const buckets: (FlyingRecord | undefined)[] = Array.from({ length: BUCKETS }, () => undefined);
  const bucketOf = (tag: number): number => tag & (BUCKETS - 1);

  function removeOne(one: FlyingRecord): void {
    const newest = buckets[bucketOf(one.tag)];
    if (newest === one) {
      buckets[bucketOf(one.tag)] = one.next;
      return;
    }
    let newer = newest;
    while (newer !== undefined && newer.next !== one) newer = newer.next;
    if (newer !== undefined) newer.next = one.next;
  }

  return {
    add(record, own) {
      const tag = tagOf(record);
      const next = buckets[bucketOf(tag)];
      let copy = next;
      while (copy !== undefined && !(copy.tag === tag && isSameRecord(copy.record, record))) copy = copy.next;
      if (copy === undefined) {
        const added = { record, tag, storing: undefined, next };
        buckets[bucketOf(tag)] = added;
        own.push(added);
      } else if (copy.storing === undefined) copy.record = record;
      return copy?.storing;
    },
    remove(own) {
      for (const one of own) removeOne(one);
    },
  };
}
