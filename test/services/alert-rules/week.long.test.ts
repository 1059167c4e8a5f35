import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import { useFolder } from '../../support/store/folder.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { deviceOf } from '../../support/store/records.js';
import { createRuleBench, type RaisedAlert } from '../../support/store/rule-bench.js';
import { createScriptedFleet, RULES, type Episode, type Truth } from '../../support/store/scripted-fleet.js';
import { openTestStore } from '../../support/store/store.js';
import { alertRuleOf, zoneOf } from '../../support/store/zones.js';
import { createTestClock } from '../../support/time/clock.js';

const MINUTE = 60_000;
const VEHICLES = 40;
const START = '2026-11-21T00:00:00.000Z';
/** An alert may come with the next report, a minute later; all other tolerances are in the scripts. */
const TOLERANCE = MINUTE;

type Bench = Pick<ReturnType<typeof createRuleBench>, 'append' | 'advanceTimers'>;

async function drive(
  hours: number,
  clock: ReturnType<typeof createTestClock>,
  fleet: ReturnType<typeof createScriptedFleet>,
  { append, advanceTimers }: Bench,
): Promise<void> {
  for (let minute = 0; minute < hours * 60; minute += 1) {
    await Promise.all(fleet.reportsAt(minute).map((report) => append([report])));
    clock.advance(MINUTE);
    await advanceTimers(MINUTE);
  }
}

const seedOf = (deviceIds: readonly string[]): Change[] => [
  ...deviceIds.map((id): Change => ({ kind: 'device', v: deviceOf(id) })),
  { kind: 'zone', v: zoneOf('yard') },
  ...Object.entries(RULES).map(([id, rule]): Change => ({ kind: 'alert-rule', v: alertRuleOf(id, rule) })),
];

/** Prints how many alerts of each type were right (precision) and how many events were found (recall). */
function compare(truths: readonly Truth[], alerts: readonly RaisedAlert[]): void {
  const keyOf = (deviceId: string, rule: string): string => `${deviceId} ${rule}`;
  const expected = new Map<string, Truth[]>();
  for (const truth of truths) {
    const key = keyOf(truth.deviceId, truth.rule);
    expected.set(key, [...(expected.get(key) ?? []), truth]);
  }
  const found = new Set<Truth>();
  const right = alerts.filter(({ deviceId, rule, at }) => {
    const truth = expected.get(keyOf(deviceId, rule))?.find((one) => {
      const late = at - Date.parse(START) - one.minute * MINUTE;
      return !found.has(one) && late >= 0 && late <= TOLERANCE;
    });
    if (truth !== undefined) found.add(truth);
    return truth !== undefined;
  });
  console.log('      type        events  alerts  precision  recall');
  for (const rule of Object.keys(RULES) as Episode[]) {
    const count = (all: Iterable<{ readonly rule: string }>): number =>
      [...all].filter((one) => one.rule === rule).length;
    const [events, raised] = [count(truths), count(alerts)];
    const [precision, recall] = [count(right) / raised, count(found) / events];
    const figures = [events, raised].map((one) => String(one).padStart(6)).join('  ');
    console.log(
      `      ${rule.padEnd(11)} ${figures}  ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3).padStart(6)}`,
    );
    expect({ rule, precision, recall }).to.deep.equal({ rule, precision: 1, recall: 1 });
  }
}

describe('alert rules and a fleet whose script is known', () => {
  const folder = useFolder();
  // WAYPOST_WEEK_HOURS=168 drives the whole week, about 20 s.
  const hours = Number(process.env.WAYPOST_WEEK_HOURS ?? 48);

  it(`${hours} h of 40 vehicles raise every alert of their script and no other`, async () => {
    const clock = createTestClock(START);
    const store = createMemoryStore(() => clock);
    const fleet = createScriptedFleet(VEHICLES, hours, Date.parse(START));
    await store.append(seedOf(fleet.deviceIds));
    const bench = createRuleBench(store, clock);
    bench.start();
    await drive(hours, clock, fleet, bench);
    await bench.stop();
    compare(fleet.truths, bench.alerts);
  });

  it('a day through a store on the disk does the same', async () => {
    const clock = createTestClock(START);
    const store = await openTestStore(folder(), { clock, segmentBytes: 16_000_000, snapshotBytes: 64_000_000 });
    const fleet = createScriptedFleet(VEHICLES, 24, Date.parse(START));
    await store.append(seedOf(fleet.deviceIds));
    const bench = createRuleBench(store, clock);
    bench.start();
    await drive(24, clock, fleet, bench);
    await bench.stop();
    await store.close();
    compare(fleet.truths, bench.alerts);
  });
});
