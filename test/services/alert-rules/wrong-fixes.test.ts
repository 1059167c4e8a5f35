import { expect } from 'chai';
import { withPlace } from '../../../src/domain/records/alert.js';
import type { RuleSettings } from '../../../src/schema/alert-rules/alert-rule.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Location, Unfit } from '../../../src/schema/records/location.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { deviceOf } from '../../support/store/records.js';
import { createRuleBench, locationChange } from '../../support/store/rule-bench.js';
import { alertRuleOf, zoneOf } from '../../support/store/zones.js';
import { createTestClock } from '../../support/time/clock.js';

const START = Date.parse('2026-11-20T08:00:00.000Z');
const DEGREE = 111_195;
const NO_FIX = { latitude: 0, longitude: 0 };

/** `s`: seconds from the start; `m`: meters to the north of the middle of the yard, a circle of 100 m */
const fix = (s: number, m: number, own: Partial<Location> = {}): Location => ({
  dateTime: new Date(START + s * 1_000).toISOString(),
  latitude: 52.5 + m / DEGREE,
  longitude: 5,
  ...own,
});

async function createDepot(...rules: readonly RuleSettings[]) {
  const clock = createTestClock();
  const store = createMemoryStore(() => clock);
  const marks: (Unfit | undefined)[] = [];
  const places: (number | undefined)[] = [];
  store.subscribe((entries) => {
    for (const entry of entries) {
      if (entry.kind === 'location') marks.push(entry.v.unfit);
      if (entry.kind === 'alert') places.push(entry.v.alert.latitude);
    }
  });
  const changes: Change[] = rules.map((settings, index) => ({
    kind: 'alert-rule',
    v: alertRuleOf(`rule-${index}`, settings),
  }));
  const zones: Change[] = rules.length === 0 ? [] : [{ kind: 'zone', v: zoneOf('yard') }];
  await store.append([{ kind: 'device', v: deviceOf('bus') }, ...zones, ...changes]);
  let bench = createRuleBench(store, clock);
  return {
    ...{ store, marks, places },
    alerts: () => bench.alerts.map(({ at, text }) => `${(at - START) / 1_000}: ${text}`),
    totals: () => bench.totals(),
    restart: () => (bench = createRuleBench(store, clock)),
    report: (...locations: readonly Location[]) =>
      bench.append(locations.map((location) => locationChange('bus', location))),
  };
}

describe('a fix that does not count', () => {
  for (const [name, rules] of [
    ['without rules', []],
    ['with rules', [{ type: 'speed', limit: 25, minimumDuration: 10 }]],
  ] as const)
    it(`a wrong fix is stored and marked, and never becomes the last location, ${name}`, async () => {
      const { store, marks, report, totals } = await createDepot(...rules);
      await report(fix(0, 0));
      await report(fix(10, 0, NO_FIX));
      await report(fix(20, 500_000));
      await report(fix(30, 900, { accuracy: 2_000 }));
      expect(marks).to.deep.equal([undefined, 'noFix', 'jump', 'vague']);
      expect(store.state.lastLocations.get('bus')).to.deep.equal(fix(0, 0));
      expect(totals().unfit).to.deep.equal({ noFix: 1, vague: 1, jump: 1 });
      await report(fix(40, 100));
      expect(store.state.lastLocations.get('bus')).to.deep.equal(fix(40, 100));
      expect(store.state.jumps.size).to.equal(0);
    });

  it('each report is judged with what the one before leaves, also while that is being stored', async () => {
    const { marks, report } = await createDepot();
    await Promise.all(
      [fix(0, 0), fix(10, 500_000), fix(20, 100), fix(30, 500_000), fix(40, 500_100)].map((f) => report(f)),
    );
    expect(marks).to.deep.equal([undefined, 'jump', undefined, 'jump', undefined]);
  });

  it('two fixes that agree are believed, also if the gateway restarts between them', async () => {
    const { store, marks, report, restart } = await createDepot();
    await report(fix(0, 0));
    await report(fix(10, 500_000));
    restart();
    await report(fix(20, 500_100));
    expect(marks).to.deep.equal([undefined, 'jump', undefined]);
    expect(store.state.lastLocations.get('bus')).to.deep.equal(fix(20, 500_100));
  });

  it('a wrong fix enters and leaves no zone, and raises no speed and no end of standing', async () => {
    const depot = await createDepot(
      { type: 'zone', zones: ['yard'], kind: 'forbidden', when: 'both', minimumStay: 0 },
      { type: 'speed', limit: 20, minimumDuration: 0 },
      { type: 'idle', minutes: 5, radius: 50 },
    );
    const { report, alerts, store } = depot;
    await report(fix(0, 0, { speed: 0 }));
    for (let s = 60; s <= 600; s += 60) {
      await report(fix(s, 3, { speed: 0 }));
      await report(fix(s + 10, s * 1_000, { speed: 60 }));
      await report(fix(s + 20, 0, { ...NO_FIX, speed: 60 }));
      await report(fix(s + 30, 1_500, { accuracy: 2_500 }));
    }
    expect(alerts()).to.deep.equal(['300: no movement for 5 min']);
    expect(Object.keys(store.state.zoneVisits.get('bus') ?? {})).to.deep.equal(['yard']);
  });

  it('its values still raise alerts, at the last place that counts', async () => {
    const depot = await createDepot(
      { type: 'temperature', sensor: 'temperature', above: 8, hysteresis: 1, minimumDuration: 60 },
      { type: 'input', input: 1, on: true },
      { type: 'battery', percent: 20, hysteresis: 5 },
      { type: 'fuel', sensor: 'fuel', direction: 'down', percent: 10, minutes: 10 },
    );
    const { report, alerts, places } = depot;
    await report(fix(0, 0, { temperature: 4, inputs: [false], battery: 50, fuel: 80 }));
    const values = { temperature: 12, inputs: [true], battery: 10, fuel: 60 };
    await report(fix(3_600, 0, { ...NO_FIX, temperature: 4, inputs: [false], battery: 50, fuel: 79 }));
    await report(fix(3_660, 0, { ...NO_FIX, ...values }));
    await report(fix(3_720, 700_000, values));
    expect(alerts().sort()).to.deep.equal([
      '3660: battery 10 %',
      '3660: fuel from 80 % to 60 %',
      '3660: input 1 on',
      '3720: 12 °C, limit 8 °C',
    ]);
    expect(places).to.deep.equal([52.5, 52.5, 52.5, 52.5]);
  });

  it('0,0 is a report without a position, over HTTP too, and a jump is one with a position', async () => {
    const { report, alerts } = await createDepot({ type: 'noFix', minutes: 10 });
    await report(fix(0, 0));
    for (let s = 60; s <= 540; s += 60) await report(fix(s, 0, NO_FIX));
    await report(fix(570, 900_000));
    for (let s = 600; s <= 1_200; s += 60) await report(fix(s, 0, NO_FIX));
    expect(alerts()).to.deep.equal(['1200: no fix for 10 min']);
  });

  it('a late fix is stored as it is, and a believed jump raises no speed', async () => {
    const { report, alerts, marks } = await createDepot({ type: 'speed', limit: 30, minimumDuration: 0 });
    await report(fix(100, 0));
    await report(fix(50, 400_000), fix(60, 0, NO_FIX));
    await report(fix(110, 500_000));
    await report(fix(120, 500_100));
    await report(fix(130, 500_200));
    expect(marks).to.deep.equal([undefined, undefined, 'noFix', 'jump', undefined, undefined]);
    expect(alerts()).to.deep.equal([]);
  });
});

describe('the place of an alert', () => {
  it('0,0 is no place: the alert has that of the last fix, or none', () => {
    const alert = { dateTime: '2026-11-20T08:00:00.000Z', alerts: ['SOSButton'] };
    const place = { latitude: 52, longitude: 5 };
    expect(withPlace({ ...alert, ...NO_FIX }, place)).to.deep.equal({ ...alert, ...place });
    expect(withPlace({ ...alert, ...NO_FIX }, undefined)).to.deep.equal(alert);
    expect(withPlace({ ...alert, latitude: 0, longitude: 5 }, place)).to.include({ latitude: 0, longitude: 5 });
  });
});

describe('rules and the accuracy of a fix', () => {
  it('a fix that is less exact than the zone is large enters none, and the next one that is exact does', async () => {
    const { report, alerts, store } = await createDepot({
      ...{ type: 'zone', zones: ['yard'], kind: 'forbidden', when: 'both', minimumStay: 0 },
    });
    await report(fix(0, 5_000));
    await report(fix(600, 0, { accuracy: 101 }));
    expect(alerts()).to.deep.equal([]);
    expect(store.state.zoneVisits.size).to.equal(0);
    await report(fix(660, 10, { accuracy: 100 }));
    // It may still be inside.
    await report(fix(720, 180, { accuracy: 90 }));
    await report(fix(780, 800));
    expect(alerts()).to.deep.equal(['660: entered yard', '780: left yard']);
  });

  it('the first fix, if it is not exact enough, sets no state: the device may have been inside', async () => {
    const { report, alerts } = await createDepot({ type: 'zone', zones: ['yard'], kind: 'forbidden', minimumStay: 0 });
    await report(fix(0, 20, { accuracy: 500 }));
    await report(fix(60, 10, { accuracy: 5 }));
    expect(alerts()).to.deep.equal([]);
  });

  it('a fix that may be within the radius is no movement', async () => {
    const { report, alerts } = await createDepot({ type: 'idle', minutes: 10, radius: 50 });
    for (let s = 0; s <= 1_500; s += 10)
      await report(s === 750 ? fix(s, 75, { speed: 0, accuracy: 60 }) : fix(s, 0, { speed: 0, accuracy: 4 }));
    expect(alerts()).to.deep.equal(['600: no movement for 10 min']);
  });

  it('the speed of two fixes, less their accuracy, counts where none is sent', async () => {
    const drive = async (own: Partial<Location>) => {
      const { report, alerts } = await createDepot({ type: 'speed', limit: 20, minimumDuration: 10 });
      for (let s = 0; s <= 100; s += 10) await report(fix(s, s < 30 ? 0 : 30 * (s - 20), own));
      return alerts();
    };
    expect(await drive({})).to.deep.equal(['40: 108 km/h, limit 72 km/h']);
    expect(await drive({ accuracy: 60 })).to.deep.equal([]);
    expect(await drive({ speed: 10 })).to.deep.equal([]);
  });
});
