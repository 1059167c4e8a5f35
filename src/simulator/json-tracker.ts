import type { Fix } from './fix.js';
import { jsonLine, type JsonPost } from './json.js';
import type { OnBoard, Settled, Tracker } from './trackers/tracker.js';

/** ms; by chance up to as much more, so as not to keep step with a line that comes and goes */
const resendAfter = 1_500;
/** posts that may wait for their answer at a time */
const window = 16;
/** More is dropped: the oldest first. */
const memory = 100_000;
/** A longer line is no answer. */
const longestAnswer = 1_024;

type Kept = { readonly post: JsonPost; readonly settled: Omit<Settled, 'outcome'> };

/** A tracker that posts JSON Lines with their sum, and keeps each until it is answered with its id. */
export function createJsonTracker({ deviceId, send, now, random, onSettled }: OnBoard): Tracker {
  let id = 0;
  let queue: Kept[] = [];
  const flight = new Map<number, Kept & { againAt: number }>();
  let rest = '';

  function say({ post }: Kept): void {
    send(jsonLine(post, { checked: true }));
  }

  const againAt = (): number => now() + resendAfter * (1 + random());

  function fill(): void {
    while (flight.size < window) {
      const kept = queue.shift();
      if (kept === undefined) return;
      flight.set(kept.post.id, { ...kept, againAt: againAt() });
      say(kept);
    }
  }

  function keep(kept: Kept): void {
    queue.push(kept);
    if (queue.length > memory) {
      const [oldest, ...others] = queue;
      queue = others;
      if (oldest !== undefined) onSettled({ ...oldest.settled, outcome: 'dropped' });
    }
    fill();
  }

  function obey({ id: answered, status }: Answer): void {
    const waiting = flight.get(answered);
    // Too busy or no disk: it will be sent again.
    if (waiting === undefined || status === 429 || status >= 500) return;
    flight.delete(answered);
    onSettled({ ...waiting.settled, outcome: status === 201 ? 'acknowledged' : 'refused' });
    fill();
  }

  return {
    report(fix) {
      const settled = { record: 'location', dateTime: fix.dateTime } as const;
      keep({ post: { id: (id += 1), deviceId, location: fix }, settled });
    },
    alert({ dateTime, latitude, longitude }: Fix) {
      const settled = { record: 'alert', dateTime } as const;
      const alert = { dateTime, latitude, longitude, alerts: ['SOS'] };
      keep({ post: { id: (id += 1), deviceId, alert }, settled });
    },
    hear(bytes) {
      const lines = (rest + Buffer.from(bytes).toString()).split('\n');
      rest = (lines.pop() ?? '').slice(-longestAnswer);
      for (const line of lines) {
        const answer = readAnswer(line);
        if (answer !== undefined) obey(answer);
      }
    },
    tick() {
      for (const waiting of flight.values()) {
        if (now() < waiting.againAt) continue;
        waiting.againAt = againAt();
        say(waiting);
      }
    },
    kept: () => flight.size + queue.length,
  };
}

type Answer = { readonly id: number; readonly status: number };

function readAnswer(line: string): Answer | undefined {
  try {
    const { id, status } = JSON.parse(line) as Partial<Record<string, unknown>>;
    return typeof id === 'number' && typeof status === 'number' ? { id, status } : undefined;
  } catch {
    return undefined;
  }
}
