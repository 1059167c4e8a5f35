import type { OnBoard, Settled } from './trackers/tracker.js';

/** ms; by chance up to as much more, so as not to keep step with a line that comes and goes */
const resendAfter = 1_500;
/** posts that may wait for their answer at a time */
const window = 16;

type Kept<Post> = { readonly number: number; readonly post: Post; readonly settled: Omit<Settled, 'outcome'> };

export type OutstandingOptions<Post> = Pick<OnBoard, 'now' | 'random' | 'onSettled'> & {
  /** of more the oldest that was not sent yet is dropped */
  readonly memory: number;
  /** `times`: how often it was said before */
  readonly say: (post: Post, times: number) => void;
};

/** What a tracker has not had answered: each post is said again and again until its number is. */
export type Outstanding<Post> = {
  readonly keep: (kept: Kept<Post>) => void;
  readonly settle: (number: number, outcome: Settled['outcome']) => void;
  /** Time goes by. */
  readonly tick: () => void;
  readonly kept: () => number;
};

export function createOutstanding<Post>(options: OutstandingOptions<Post>): Outstanding<Post> {
  const { memory, say, now, random, onSettled } = options;
  let queue: Kept<Post>[] = [];
  const flight = new Map<number, Kept<Post> & { times: number; againAt: number }>();

  const againAt = (): number => now() + resendAfter * (1 + random());

  function fill(): void {
    while (flight.size < window) {
      const kept = queue.shift();
      if (kept === undefined) return;
      flight.set(kept.number, { ...kept, times: 1, againAt: againAt() });
      say(kept.post, 0);
    }
  }

  return {
    keep(kept) {
      queue.push(kept);
      if (queue.length > memory) {
        const [oldest, ...others] = queue;
        queue = others;
        if (oldest !== undefined) onSettled({ ...oldest.settled, outcome: 'dropped' });
      }
      fill();
    },
    settle(number, outcome) {
      const waiting = flight.get(number);
      if (waiting === undefined) return;
      flight.delete(number);
      onSettled({ ...waiting.settled, outcome });
      fill();
    },
    tick() {
      for (const waiting of flight.values()) {
        if (now() < waiting.againAt) continue;
        waiting.againAt = againAt();
        waiting.times += 1;
        say(waiting.post, waiting.times - 1);
      }
    },
    kept: () => flight.size + queue.length,
  };
}
