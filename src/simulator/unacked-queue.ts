import type { TrackerContext, SimulatedResult } from './trackers/tracker.js';

/** Plus a random part of up to the same time, so that resends do not coincide with periodic outages. */
const RESEND_MS = 1_500;
/** unacknowledged posts at a time */
const WINDOW_SIZE = 16;

type QueuedPost<Post> = {
  readonly number: number;
  readonly post: Post;
  readonly settled: Omit<SimulatedResult, 'outcome'>;
};

export type UnackedQueueOptions<Post> = Pick<TrackerContext, 'now' | 'random' | 'onSettled'> & {
  /** waiting posts; if there are more, the oldest one is dropped */
  readonly capacity: number;
  /** `times`: how often the post was sent before */
  readonly sendPost: (post: Post, times: number) => void;
};

/** The unacknowledged posts of a tracker. Each post is resent until its number is acknowledged. */
export type UnackedQueue<Post> = {
  readonly add: (kept: QueuedPost<Post>) => void;
  readonly settle: (number: number, outcome: SimulatedResult['outcome']) => void;
  /** Resends what is due. Call it a few times a second. */
  readonly tick: () => void;
  readonly kept: () => number;
};

export function createUnackedQueue<Post>(options: UnackedQueueOptions<Post>): UnackedQueue<Post> {
  const { capacity, sendPost, now, random, onSettled } = options;
  let queue: QueuedPost<Post>[] = [];
  const inFlight = new Map<number, QueuedPost<Post> & { times: number; resendAt: number }>();

  const resendTime = (): number => now() + RESEND_MS * (1 + random());

  function fill(): void {
    while (inFlight.size < WINDOW_SIZE) {
      const kept = queue.shift();
      if (kept === undefined) return;
      inFlight.set(kept.number, { ...kept, times: 1, resendAt: resendTime() });
      sendPost(kept.post, 0);
    }
  }

  return {
    add(kept) {
      queue.push(kept);
      if (queue.length > capacity) {
        const [oldest, ...others] = queue;
        queue = others;
        if (oldest !== undefined) onSettled({ ...oldest.settled, outcome: 'dropped' });
      }
      fill();
    },
    settle(number, outcome) {
      const waiting = inFlight.get(number);
      if (waiting === undefined) return;
      inFlight.delete(number);
      onSettled({ ...waiting.settled, outcome });
      fill();
    },
    tick() {
      for (const waiting of inFlight.values()) {
        if (now() < waiting.resendAt) continue;
        waiting.resendAt = resendTime();
        waiting.times += 1;
        sendPost(waiting.post, waiting.times - 1);
      }
    },
    kept: () => inFlight.size + queue.length,
  };
}
