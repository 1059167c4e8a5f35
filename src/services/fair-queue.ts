import { createTurnQueue, type TurnQueue } from './turn-queue.js';

/** Work that waits for its turn. */
type Turn<T> = {
  /** the user or address that asks for it */
  readonly share: string;
  readonly task: () => Promise<T>;
  /** the result if the task is not run */
  readonly refuse: (why: TurnRefusal) => T;
  /** Has its client gone? Then it gives way to any other, and is not run. */
  readonly isGone?: () => boolean;
};

/** `full`: there is no room; `gone`: no client waits for the result. */
type TurnRefusal = 'full' | 'gone';

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

type Waiting = Required<Pick<Turn<unknown>, 'share' | 'isGone'>> & {
  /** never rejects */
  readonly start: () => Promise<void>;
  readonly refuse: () => void;
};

type WaitingLane = LaneBounds & { readonly queue: TurnQueue<Waiting> };

export function createFairQueue<Lane extends string>(bounds: Readonly<Record<Lane, LaneBounds>>): FairQueue<Lane> {
  const names = Object.keys(bounds) as Lane[];
  const lanes = new Map(
    names.map((name): [Lane, WaitingLane] => [name, { ...bounds[name], queue: createTurnQueue() }]),
  );
  let isRunning = false;

  /** The next task; its lane goes to the end. */
  function next(): Waiting | undefined {
    for (const [name, lane] of lanes) {
      const waiting = lane.queue.next();
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
    run: (name, { share, task, refuse, isGone = () => false }) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = {
          share,
          start: async () => {
            if (isGone()) resolve(refuse('gone'));
            else await task().then(resolve, reject);
          },
          refuse: () => {
            resolve(refuse(isGone() ? 'gone' : 'full'));
          },
          isGone,
        };
        const lane = lanes.get(name);
        if (lane === undefined || !add(lane, waiting)) waiting.refuse();
        else if (!isRunning) void work();
      }),
  };
}

function add({ max, maxOfShare, queue }: WaitingLane, waiting: Waiting): boolean {
  const { share } = waiting;
  if (queue.sizeOf(share) >= maxOfShare || queue.size() >= max) dropGone(queue);
  if (queue.sizeOf(share) >= maxOfShare) return false;
  if (queue.size() >= max && !dropOfGreediest(queue, queue.sizeOf(share) + 1)) return false;
  queue.add(share, waiting);
  return true;
}

function dropGone(queue: TurnQueue<Waiting>): void {
  for (const waiting of queue.takeUnless(({ isGone }) => !isGone())) waiting.refuse();
}

/** Drops the newest task of the share with the most, if that has more than `count`. */
function dropOfGreediest(queue: TurnQueue<Waiting>, count: number): boolean {
  const greediest = queue.greediest();
  if (greediest === undefined || greediest.size <= count) return false;
  queue.takeNewest(greediest.share)?.refuse();
  return true;
}
