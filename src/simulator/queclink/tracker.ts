import type { Fix } from '../fix.js';
import { createUnackedQueue } from '../unacked-queue.js';
import { createQueclinkSettings } from './settings.js';
import {
  queclinkFrame,
  queclinkReport,
  readCommands,
  readSacks,
  timestampOf,
  type SimulatedQueclinkReport,
} from './frames.js';
import type { TrackerContext, SimulatedResult, Tracker } from '../trackers/tracker.js';

/** A report is sent this many times as live, then as buffered. */
const LIVE_ATTEMPTS = 3;
/** reports, as in the real tracker */
const CAPACITY = 3_000;
const COUNT_MODULUS = 0x1_0000;
/** A longer text is neither an acknowledgement nor a command. */
const MAX_TEXT_LENGTH = 1_024;
/** the clock before the first fix */
const UNSET_TIME = '20040101000000';

/** A tracker that resends each report until its count number is acknowledged (SACK), and executes commands. */
export function createQueclinkTracker({
  deviceId,
  send,
  provisioningFault,
  onCommand,
  ...context
}: TrackerContext): Tracker {
  const settings = createQueclinkSettings(provisioningFault);
  const unacked = createUnackedQueue<SimulatedQueclinkReport>({
    ...context,
    capacity: CAPACITY,
    sendPost(report, times) {
      if (!settings.isDead()) send(queclinkReport(report, times >= LIVE_ATTEMPTS));
    },
  });
  let next = 0;
  let time = UNSET_TIME;
  let rest = '';

  function count(): number {
    const current = next;
    next = (next + 1) % COUNT_MODULUS;
    return current;
  }

  function addReport(message: SimulatedQueclinkReport['message'], record: SimulatedResult['record'], fix: Fix): void {
    const dateTime = `${fix.dateTime.slice(0, 19)}.000Z`;
    time = timestampOf(fix.dateTime);
    const post = { message, deviceId, name: settings.name(), fix, count: count() };
    unacked.add({ number: post.count, post, settled: { record, dateTime } });
  }

  return {
    report(fix) {
      addReport('FRI', 'location', fix);
    },
    alert(fix) {
      addReport('SOS', 'alert', fix);
    },
    onData(bytes) {
      const text = rest + Buffer.from(bytes).toString('latin1');
      const read = readSacks(text);
      rest = read.rest.slice(-MAX_TEXT_LENGTH);
      for (const acknowledged of read.counts) unacked.settle(acknowledged, 'acknowledged');
      for (const command of readCommands(text)) {
        const replies = settings.execute(command);
        if (replies.length > 0) onCommand?.(`AT+GT${command.word}=${command.fields.join()}$`);
        for (const reply of replies) {
          send(queclinkFrame({ ...reply, deviceId, name: settings.name(), time, count: count() }));
        }
      }
    },
    tick: unacked.tick,
    kept: unacked.kept,
    restart() {
      rest = '';
      settings.restart();
    },
  };
}
