/** Work that waits for its turn. */
export type Turn<T> = {
  /** the user or address that asks for it */
  readonly share: string;
  readonly task: () => Promise<T>;
  /** the result if there is no room */
  readonly refuse: () => T;
  /** Has its client gone? Then it gives way to any other. */
  readonly isGone?: () => boolean;
};

/**
 * Runs tasks one after the other, in two lanes that take turns as long as both have tasks. Within a lane the shares take
 * turns, so a task waits for few others however many one share has. When a lane is full, the newest task of the share
 * with the most gives way.
 */
export type FairQueue<Lane extends string> = {
  readonly run: <T>(lane: Lane, turn: Turn<T>) => Promise<T>;
};

/** Tasks that may wait in a lane, in total and of one share. */
export type LaneBounds = { readonly max: number; readonly maxOfShare: number };

type Waiting = Pick<Turn<unknown>, 'share' | 'isGone'> & {
  /** never rejects */
  readonly start: () => Promise<void>;
  readonly refuse: () => void;
};

/** What waits, by share; the share whose turn is next comes first. */
type WaitingLane = LaneBounds & { readonly shares: Map<string, Waiting[]>; size: number };

export function createFairQueue<Lane extends string>(bounds: Readonly<Record<Lane, LaneBounds>>): FairQueue<Lane> {
  const names = Object.keys(bounds) as Lane[];
  const lanes = new Map(
    names.map((name): [Lane, WaitingLane] => [name, { ...bounds[name], shares: new Map(), size: 0 }]),
  );
  let isRunning = false;

  /** The next task; its lane goes to the end. */
  function next(): Waiting | undefined {
    for (const [name, lane] of lanes) {
      const waiting = takeNext(lane);
      if (waiting === undefined) continue;
      lanes.delete(name);
      lanes.set(name, lane);
      return waiting;
    }
    return undefined;
  }

  async function work(): Promise<void> {
    isRunning = true;
    // Tasks that are added together are all there before the first one runs.
    await Promise.resolve();
    for (let waiting = next(); waiting !== undefined; waiting = next()) await waiting.start();
    isRunning = false;
  }

  return {
    run: (name, { share, task, refuse, isGone }) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = {
          share,
          start: () => task().then(resolve, reject),
          refuse: () => {
            resolve(refuse());
          },
          ...(isGone && { isGone }),
        };
        const lane = lanes.get(name);
        if (lane === undefined || !add(lane, waiting)) waiting.refuse();
        else if (!isRunning) void work();
      }),
  };
}

function takeNext(lane: WaitingLane): Waiting | undefined {
  const [first] = lane.shares;
  if (first === undefined) return undefined;
  const [share, [waiting, ...rest]] = first;
  lane.shares.delete(share);
  if (rest.length > 0) lane.shares.set(share, rest);
  lane.size -= 1;
  return waiting;
}

function add(lane: WaitingLane, waiting: Waiting): boolean {
  const { max, maxOfShare, shares } = lane;
  const ownCount = (): number => shares.get(waiting.share)?.length ?? 0;
  if (ownCount() >= maxOfShare || lane.size >= max) dropGone(lane);
  if (ownCount() >= maxOfShare) return false;
  if (lane.size >= max && !dropOfGreediest(lane, ownCount() + 1)) return false;
  const own = shares.get(waiting.share);
  if (own === undefined) shares.set(waiting.share, [waiting]);
  else own.push(waiting);
  lane.size += 1;
  return true;
}

function dropGone(lane: WaitingLane): void {
  for (const [share, all] of lane.shares) {
    const present = all.filter(({ isGone }) => isGone?.() !== true);
    if (present.length === all.length) continue;
    for (const waiting of all) if (!present.includes(waiting)) waiting.refuse();
    lane.size -= all.length - present.length;
    if (present.length > 0) lane.shares.set(share, present);
    else lane.shares.delete(share);
  }
}

/** Drops the newest task of the share with the most, if that has more than `count`. */
function dropOfGreediest(lane: WaitingLane, count: number): boolean {
  let greediest: Waiting[] = [];
  for (const all of lane.shares.values()) if (all.length > greediest.length) greediest = all;
  if (greediest.length <= count) return false;
  greediest.pop()?.refuse();
  lane.size -= 1;
  return true;
}
