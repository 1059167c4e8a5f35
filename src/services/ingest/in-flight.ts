import { isSameRecord, tagOf, type RecordChange } from '../../domain/records/record.js';

/** A record that is being stored. `storing`: its result; undefined: its report is being received. */
export type FlyingRecord = {
  record: RecordChange;
  readonly tag: number;
  storing: Promise<unknown> | undefined;
  /** another one with the same tag */
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

export function createInFlight(): InFlight {
  /** by tag */
  const all = new Map<number, FlyingRecord>();

  function removeOne(one: FlyingRecord): void {
    const newest = all.get(one.tag);
    if (newest !== one) {
      let newer = newest;
      while (newer !== undefined && newer.next !== one) newer = newer.next;
      if (newer !== undefined) newer.next = one.next;
    } else if (one.next === undefined) all.delete(one.tag);
    else all.set(one.tag, one.next);
  }

  return {
    add(record, own) {
      const tag = tagOf(record);
      const next = all.get(tag);
      let copy = next;
      while (copy !== undefined && !isSameRecord(copy.record, record)) copy = copy.next;
      if (copy === undefined) {
        const added = { record, tag, storing: undefined, next };
        all.set(tag, added);
        own.push(added);
      } else if (copy.storing === undefined) copy.record = record;
      return copy?.storing;
    },
    remove(own) {
      for (const one of own) removeOne(one);
    },
  };
}
