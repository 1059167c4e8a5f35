import type { TrackerContext, SimulatedResult } from './trackers/tracker.js';

/** ms; by chance up to as much more, so as not to keep step with a line that comes and goes */
const RESEND_MS = 1_500;
/** posts that may wait for their answer at a time */
const WINDOW_SIZE = 16;

type QueuedPost<Post> = {
  readonly number: number;
  readonly post: Post;
  readonly settled: Omit<SimulatedResult, 'outcome'>;
};

export type UnackedQueueOptions<Post> = Pick<TrackerContext, 'now' | 'random' | 'onSettled'> & {
  /** of more the oldest that was not sent yet is dropped */
  readonly capacity: number;
  /** `times`: how often it was said before */
  readonly sendPost: (post: Post, times: number) => void;
};

/** What a tracker has not had answered: each post is said again and again until its number is. */
export type UnackedQueue<Post> = {
  readonly add: (kept: QueuedPost<Post>) => void;
  readonly settle: (number: number, outcome: SimulatedResult['outcome']) => void;
  /** Time goes by. */
  readonly tick: () => void;
  readonly kept: () => number;
};

export function createUnackedQueue<Post>(options: UnackedQueueOptions<Post>): UnackedQueue<Post> {
  const { capacity: memory, sendPost, now, random, onSettled } = options;
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
      if (queue.length > memory) {
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
