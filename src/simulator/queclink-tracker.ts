import type { Fix } from './fix.js';
import { queclinkReport, readSacks, type QueclinkReport } from './queclink.js';
import type { OnBoard, Settled, Tracker } from './trackers/tracker.js';

/** ms; by chance up to as much more, so as not to keep step with a line that comes and goes */
const resendAfter = 1_500;
/** sent so often as if it were new; from then on it is one that was kept */
const liveTimes = 3;
/** reports that may wait for their acknowledgement at a time */
const window = 16;
/** as trackers have it; of more the oldest is dropped */
const memory = 3_000;
const counts = 0x1_0000;
/** A longer text is no acknowledgement. */
const longestSack = 64;

type Kept = { readonly report: QueclinkReport; readonly settled: Omit<Settled, 'outcome'> };
type Sent = Kept & { times: number; againAt: number };

/** A tracker that reports, and keeps each report until its count number is acknowledged (SACK). */
export function createQueclinkTracker({ deviceId, send, now, random, onSettled }: OnBoard): Tracker {
  let count = 0;
  let queue: Kept[] = [];
  const flight = new Map<number, Sent>();
  let rest = '';

  function say(sent: Sent): void {
    send(queclinkReport(sent.report, sent.times >= liveTimes));
    sent.times += 1;
    sent.againAt = now() + resendAfter * (1 + random());
  }

  function fill(): void {
    while (flight.size < window) {
      const kept = queue.shift();
      if (kept === undefined) return;
      const sent = { ...kept, times: 0, againAt: 0 };
      flight.set(kept.report.count, sent);
      say(sent);
    }
  }

  function keep(message: QueclinkReport['message'], record: Settled['record'], fix: Fix): void {
    const dateTime = `${fix.dateTime.slice(0, 19)}.000Z`;
    queue.push({ report: { message, deviceId, fix, count }, settled: { record, dateTime } });
    count = (count + 1) % counts;
    if (queue.length > memory) {
      const [oldest, ...others] = queue;
      queue = others;
      if (oldest !== undefined) onSettled({ ...oldest.settled, outcome: 'dropped' });
    }
    fill();
  }

  return {
    report(fix) {
      keep('FRI', 'location', fix);
    },
    alert(fix) {
      keep('SOS', 'alert', fix);
    },
    hear(bytes) {
      const read = readSacks(rest + Buffer.from(bytes).toString('latin1'));
      rest = read.rest.slice(-longestSack);
      for (const acknowledged of read.counts) {
        const sent = flight.get(acknowledged);
        if (sent === undefined) continue;
        flight.delete(acknowledged);
        onSettled({ ...sent.settled, outcome: 'acknowledged' });
      }
      fill();
    },
    tick() {
      for (const sent of flight.values()) if (now() >= sent.againAt) say(sent);
    },
    kept: () => flight.size + queue.length,
  };
}
