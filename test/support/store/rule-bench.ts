import { silentLogger } from '../../../src/logger.js';
import type { Change, TrackerChange } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import { createRuleRunner } from '../../../src/services/alert-rules/rule-runner.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../time/clock.js';
import { createTestTime } from '../time/test-time.js';
import { createTestTimers } from '../time/test-timers.js';

export type RaisedAlert = {
  readonly deviceId: string;
  readonly rule: string;
  readonly at: number;
  readonly text: string;
};

const SOURCE = { protocol: 'json' } as const;

export const locationChange = (deviceId: string, location: Location): TrackerChange => ({
  kind: 'location',
  v: { deviceId, location, source: SOURCE },
});

type BenchStore = Pick<Store, 'state' | 'subscribe'> & {
  readonly append: (changes: readonly Change[]) => Promise<unknown>;
};

/** The alert rules over a store, and what they raise. The clock and the timers move only when the test advances them. */
export function createRuleBench(store: BenchStore, clock = createTestClock()) {
  const alerts: RaisedAlert[] = [];
  store.subscribe((entries) => {
    for (const entry of entries) {
      if (entry.kind !== 'alert' || entry.v.source.rule === undefined) continue;
      const { deviceId, alert, source } = entry.v;
      const at = Date.parse(alert.dateTime);
      alerts.push({ deviceId, rule: source.rule ?? '', at, text: alert.text ?? '' });
    }
  });
  const { timers, advance } = createTestTimers();
  const runner = createRuleRunner({
    ...{ store, timers, attentionNames: () => [], logger: silentLogger },
    time: createTestTime(clock, { quality: () => 'ntp' }),
    appendWithMessages: async (records, others = []) => {
      await store.append([...others, ...records]);
    },
  });
  return {
    alerts,
    totals: runner.totals,
    append: runner.append,
    start: runner.start,
    stop: runner.stop,
    advanceTimers: advance,
  };
}
