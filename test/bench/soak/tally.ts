import { countOf, indexAt, posterIds, receiverIds, trackerIds, type Kind, type Plan } from './plan.js';

/** How often each fix of each device was seen, by device; a byte for each fix. */
export type Counts = ReadonlyMap<string, Uint8Array>;

export type Tally = {
  readonly counts: Counts;
  /** false: the plan has no such fix */
  readonly add: (deviceId: string, dateTime: string) => boolean;
  readonly addIndex: (deviceId: string, index: number) => void;
  readonly total: () => number;
};

const MAX_COUNT = 255;

export function createTally(plan: Plan): Tally {
  const kinds = new Map<string, Kind>();
  const ids: Readonly<Record<Kind, string[]>> = {
    poster: posterIds(plan),
    tracker: trackerIds(plan),
    receiver: receiverIds(plan),
  };
  for (const kind of Object.keys(ids) as Kind[]) for (const id of ids[kind]) kinds.set(id, kind);
  const counts = new Map([...kinds].map(([id, kind]) => [id, new Uint8Array(countOf(kind, plan))]));

  function count(deviceId: string, index: number): boolean {
    const own = counts.get(deviceId);
    const before = own?.[index];
    if (own === undefined || before === undefined) return false;
    own[index] = Math.min(MAX_COUNT, before + 1);
    return true;
  }

  return {
    counts,
    add(deviceId, dateTime) {
      const kind = kinds.get(deviceId);
      return kind !== undefined && count(deviceId, indexAt(kind, dateTime));
    },
    addIndex(deviceId, index) {
      if (!count(deviceId, index)) throw new Error(`${deviceId}: fix ${index} is not in the plan`);
    },
    total: () => totalOf(counts),
  };
}

const totalOf = (counts: Counts): number =>
  [...counts.values()].reduce((sum, own) => sum + own.reduce((all, count) => all + count, 0), 0);
