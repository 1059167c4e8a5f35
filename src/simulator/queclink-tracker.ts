import type { Fix } from './fix.js';
import { createOutstanding } from './outstanding.js';
import { createQueclinkSettings } from './queclink-settings.js';
import { queclinkFrame, queclinkReport, readCommands, readSacks, stamp, type QueclinkReport } from './queclink.js';
import type { OnBoard, Settled, Tracker } from './trackers/tracker.js';

/** sent so often as if it were new; from then on it is one that was kept */
const liveTimes = 3;
/** as trackers have it */
const memory = 3_000;
const counts = 0x1_0000;
/** A longer text is no acknowledgement and no command. */
const longestText = 1_024;
/** of a clock that no satellite has set */
const noTime = '20040101000000';

/** A tracker that reports, keeps each report until its count number is acknowledged (SACK), and obeys commands. */
export function createQueclinkTracker({ deviceId, send, trouble, ...onBoard }: OnBoard): Tracker {
  const settings = createQueclinkSettings(trouble);
  const outstanding = createOutstanding<QueclinkReport>({
    ...onBoard,
    memory,
    say(report, times) {
      if (!settings.isDead()) send(queclinkReport(report, times >= liveTimes));
    },
  });
  let next = 0;
  let time = noTime;
  let rest = '';

  function count(): number {
    const now = next;
    next = (next + 1) % counts;
    return now;
  }

  function keep(message: QueclinkReport['message'], record: Settled['record'], fix: Fix): void {
    const dateTime = `${fix.dateTime.slice(0, 19)}.000Z`;
    time = stamp(fix.dateTime);
    const post = { message, deviceId, name: settings.name(), fix, count: count() };
    outstanding.keep({ number: post.count, post, settled: { record, dateTime } });
  }

  return {
    report(fix) {
      keep('FRI', 'location', fix);
    },
    alert(fix) {
      keep('SOS', 'alert', fix);
    },
    hear(bytes) {
      const text = rest + Buffer.from(bytes).toString('latin1');
      const read = readSacks(text);
      rest = read.rest.slice(-longestText);
      for (const acknowledged of read.counts) outstanding.settle(acknowledged, 'acknowledged');
      for (const command of readCommands(text)) {
        for (const answer of settings.obey(command)) {
          send(queclinkFrame({ ...answer, deviceId, name: settings.name(), time, count: count() }));
        }
      }
    },
    tick: outstanding.tick,
    kept: outstanding.kept,
    restart() {
      rest = '';
      settings.restart();
    },
  };
}
