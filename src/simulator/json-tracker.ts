import type { Fix } from './fix.js';
import { jsonLine, type JsonPost } from './json.js';
import { createOutstanding } from './outstanding.js';
import type { OnBoard, Tracker } from './trackers/tracker.js';

const memory = 100_000;
/** A longer line is no answer. */
const longestAnswer = 1_024;

/** A tracker that posts JSON Lines with their sum, and keeps each until it is answered with its id. */
export function createJsonTracker({ deviceId, send, ...onBoard }: OnBoard): Tracker {
  const outstanding = createOutstanding<JsonPost>({
    ...onBoard,
    memory,
    say(post) {
      send(jsonLine(post, { checked: true }));
    },
  });
  let id = 0;
  let rest = '';

  function obey({ id: answered, status }: Answer): void {
    // Too busy or no disk: it will be sent again.
    if (status === 429 || status >= 500) return;
    outstanding.settle(answered, status === 201 ? 'acknowledged' : 'refused');
  }

  return {
    report(fix) {
      const settled = { record: 'location', dateTime: fix.dateTime } as const;
      id += 1;
      outstanding.keep({ number: id, post: { id, deviceId, location: fix }, settled });
    },
    alert({ dateTime, latitude, longitude }: Fix) {
      const settled = { record: 'alert', dateTime } as const;
      const alert = { dateTime, latitude, longitude, alerts: ['SOS'] };
      id += 1;
      outstanding.keep({ number: id, post: { id, deviceId, alert }, settled });
    },
    hear(bytes) {
      const lines = (rest + Buffer.from(bytes).toString()).split('\n');
      rest = (lines.pop() ?? '').slice(-longestAnswer);
      for (const line of lines) {
        const answer = readAnswer(line);
        if (answer !== undefined) obey(answer);
      }
    },
    tick: outstanding.tick,
    kept: outstanding.kept,
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
