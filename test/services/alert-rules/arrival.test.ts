import { expect } from 'chai';
import fc from 'fast-check';
import type { Change } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import { useFolder } from '../../support/store/folder.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { deviceOf } from '../../support/store/records.js';
import { createRuleBench, locationChange, type RaisedAlert } from '../../support/store/rule-bench.js';
import { openTestStore } from '../../support/store/store.js';
import { alertRuleOf, zoneOf } from '../../support/store/zones.js';
import { createTestClock } from '../../support/time/clock.js';

const MINUTE = 60_000;
const START = Date.parse('2026-11-20T08:00:00.000Z');
/** 0.001° to the east, about 68 m; the zone has a radius of 100 m. */
const STEP = 0.001;

const SEED: readonly Change[] = [
  ...['bus', 'van'].map((id): Change => ({ kind: 'device', v: deviceOf(id) })),
  { kind: 'zone', v: zoneOf('yard') },
  ...[
    alertRuleOf('zone', { type: 'zone', zones: ['yard'], kind: 'forbidden', when: 'both', minimumStay: 90 }),
    alertRuleOf('speed', { type: 'speed', limit: 20, minimumDuration: 60 }),
    alertRuleOf('idle', { type: 'idle', minutes: 5, radius: 50 }),
    alertRuleOf('cold', {
      ...{ type: 'temperature', sensor: 'temperature', below: 2, hysteresis: 1, minimumDuration: 60 },
    }),
    alertRuleOf('fuel', { type: 'fuel', sensor: 'fuel', direction: 'down', percent: 10, minutes: 10 }),
    alertRuleOf('battery', { type: 'battery', percent: 20, hysteresis: 5 }),
    alertRuleOf('input', { type: 'input', input: 1, on: true }),
  ].map((v): Change => ({ kind: 'alert-rule', v })),
];

type Fix = { readonly deviceId: string; readonly location: Location };

const values = fc.record({
  deviceId: fc.constantFrom('bus', 'van'),
  step: fc.integer({ min: 20, max: 200 }),
  place: fc.integer({ min: 0, max: 4 }),
  speed: fc.constantFrom(0, 0, 10, 25),
  temperature: fc.integer({ min: 0, max: 5 }),
  fuel: fc.constantFrom(80, 78, 60),
  battery: fc.constantFrom(90, 22, 10),
  on: fc.boolean(),
});
const fixes = fc.array(values, { minLength: 10, maxLength: 60 }).map((all) => {
  let at = START;
  return all.map(({ deviceId, step, place, on, ...own }): Fix => {
    const dateTime = new Date((at += step * 1_000)).toISOString();
    return { deviceId, location: { dateTime, latitude: 52.5, longitude: 5 + place * STEP, inputs: [on], ...own } };
  });
});

describe('alert rules and the order of arrival', () => {
  const folder = useFolder();

  async function raise(folder: string, all: readonly Fix[], restartAt: number) {
    const clock = createTestClock();
    let store = await openTestStore(folder, { clock });
    await store.append(SEED);
    let bench = createRuleBench(store, clock);
    const alerts: RaisedAlert[] = [];
    for (const [index, { deviceId, location }] of all.entries()) {
      if (index === restartAt) {
        alerts.push(...bench.alerts);
        await store.close();
        store = await openTestStore(folder, { clock });
        bench = createRuleBench(store, clock);
      }
      await bench.append([locationChange(deviceId, location)]);
    }
    alerts.push(...bench.alerts);
    const { zoneVisits, ruleStates } = store.state;
    const state = { visits: Object.fromEntries(zoneVisits), rules: Object.fromEntries(ruleStates) };
    await store.close();
    return { alerts, state };
  }

  it('the same records in the same order raise the same alerts with a restart at any point', async () => {
    let count = 0;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fixes, fc.nat(60), async (all, restartAt) => {
        const name = `${folder()}/${(runs += 1)}`;
        const without = await raise(`${name}-a`, all, -1);
        const restarted = await raise(`${name}-b`, all, restartAt % all.length);
        expect(restarted).to.deep.equal(without);
        count += without.alerts.length;
      }),
      { numRuns: 15 },
    );
    expect(count).to.be.greaterThan(20);
  });

  it('a day that arrives shuffled within 10 minutes ends with the same devices inside', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `bus-${index}`);
    const [inOrder, late] = [new Map<string, number>(), new Map<string, number>()];
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 0, max: 999 })), async (numbers) => {
        const random = (max: number): number => ((numbers.next().value ?? 0) * max) / 1_000;
        const day = ids.flatMap((deviceId) => dayOf(deviceId, random));
        const shuffled = day
          .map((fix) => ({ fix, arrives: Date.parse(fix.location.dateTime) + random(10 * MINUTE) }))
          .sort((a, b) => a.arrives - b.arrives)
          .map(({ fix }) => fix);
        const [first, second] = [await arrive(ids, day, inOrder), await arrive(ids, shuffled, late)];
        expect(second).to.deep.equal(first);
      }),
      { numRuns: 3 },
    );
    const rules = [...inOrder.keys()].sort();
    const rows = rules.map((rule) => `${rule} ${inOrder.get(rule) ?? 0}/${late.get(rule) ?? 0}`);
    console.log(`      alerts in order/shuffled within 10 min: ${rows.join(', ')}`);
    expect([...late.values()].reduce((a, b) => a + b, 0)).to.be.greaterThan(0);
  });
});

/** A fix a minute between the depot and a customer; the day ends clearly inside or outside. */
function dayOf(deviceId: string, random: (max: number) => number): Fix[] {
  const stays = Array.from({ length: 24 }, () => (random(1) < 0.5 ? 0 : 10));
  return Array.from({ length: 24 * 60 }, (_, minute): Fix => {
    const [here, next] = [stays[Math.floor(minute / 60)] ?? 0, stays[Math.floor(minute / 60) + 1]];
    const driven = Math.max(0, (minute % 60) - 50) / 10;
    const place = here + ((next ?? here) - here) * driven;
    return {
      deviceId,
      location: {
        dateTime: new Date(START + minute * MINUTE).toISOString(),
        ...{ latitude: 52.5, longitude: 5 + place * STEP, speed: here !== next && driven > 0 ? 22 : 0 },
      },
    };
  });
}

async function arrive(ids: readonly string[], all: readonly Fix[], counts: Map<string, number>) {
  const clock = createTestClock();
  const store = createMemoryStore(() => clock);
  await store.append([...SEED, ...ids.map((id): Change => ({ kind: 'device', v: deviceOf(id) }))]);
  const { alerts, append } = createRuleBench(store, clock);
  for (const { deviceId, location } of all) await append([locationChange(deviceId, location)]);
  for (const { rule } of alerts) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...store.state.zoneVisits.keys()].sort();
}
