import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import type { UnnamedRuleInput } from '../../../src/schema/alert-rules/alert-rule.js';
import type { RulePreview } from '../../../src/schema/alert-rules/rule-preview.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import { createRulePreviews } from '../../../src/services/alert-rules/preview.js';
import { createRuleRunner } from '../../../src/services/alert-rules/rule-runner.js';
import { silentLogger } from '../../../src/logger.js';
import type { HistoryQuery } from '../../../src/store/history/history.js';
import type { Store } from '../../../src/store/store.js';
import { userOf } from '../../support/api/users.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { alertRuleOf, zoneOf } from '../../support/store/zones.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MANAGER = userOf('manager', { privileges: ['messages'] });
const SOURCE = { protocol: 'json' } as const;

describe('the preview of an alert rule', () => {
  const folder = useFolder();
  const clock = createTestClock();
  const now = clock.now();
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore(folder(), { clock });
    await store.append(['bus', 'van', 'car'].map((id): Change => ({ kind: 'device', v: deviceOf(id) })));
    await store.append([{ kind: 'zone', v: zoneOf('yard') }]);
  });
  afterEach(() => store.close());

  const fix = (deviceId: string, ago: number, own: Partial<Location> = {}): Change => ({
    kind: 'location',
    v: {
      deviceId,
      location: { dateTime: new Date(now - ago).toISOString(), latitude: 52.5, longitude: 5.1, ...own },
      source: SOURCE,
    },
  });
  const preview = async (input: object, monotonic = clock.monotonic, isGone = () => false): Promise<RulePreview> => {
    const { preview } = createRulePreviews({ store, time: createTestTime(clock, { monotonic }) });
    return valueOf(await preview(MANAGER, { all: true, ...input } as UnnamedRuleInput, isGone));
  };

  it('a preview counts what the rule would have raised in the last seven days, and stores nothing', async () => {
    await store.append([
      ...[8 * DAY, 7 * DAY - HOUR, DAY, 0].flatMap((ago) => [
        fix('bus', ago + 300_000, { longitude: 5.2 }),
        fix('bus', ago, { longitude: 5, speed: 4 }),
      ]),
      fix('van', 2 * DAY),
      fix('van', DAY, { longitude: 5 }),
    ]);
    const { n } = store.state;
    const found = await preview({ type: 'zone', zones: ['yard'] });
    expect(found).to.include({ alerts: 4, devices: 3, devicesTotal: 3, complete: true });
    expect(found).not.to.have.property('reason');
    expect([found.from, found.to].map((at) => Date.parse(at))).to.deep.equal([now - 7 * DAY, now]);
    expect(found.newest[0]).to.deep.equal({
      deviceId: 'bus',
      dateTime: new Date(now).toISOString(),
      alerts: ['ForbiddenArea'],
      text: 'entered yard, 14 km/h',
    });
    expect(store.state.n).to.equal(n);
    expect(await preview({ type: 'zone', zones: ['yard'], all: false, devices: ['van'] })).to.include({
      ...{ alerts: 1, devices: 1, devicesTotal: 1 },
    });
  });

  it('the newest ten of many alerts are named', async () => {
    const battery = (index: number): number => (index % 2 === 0 ? 10 : 90);
    for (const device of ['bus', 'van'])
      await store.append(
        Array.from({ length: 40 }, (_, index) => fix(device, index * HOUR, { battery: battery(index) })),
      );
    const found = await preview({ type: 'battery' });
    expect(found).to.include({ alerts: 40, complete: true });
    expect(found.newest.map(({ dateTime }) => (now - Date.parse(dateTime)) / HOUR)).to.deep.equal([
      0, 0, 2, 2, 4, 4, 6, 6, 8, 8,
    ]);
  });

  it('alerts outside the active hours do not count', async () => {
    await store.append(
      Array.from({ length: 48 }, (_, index) => fix('bus', index * HOUR, { speed: index % 2 ? 0 : 30 })),
    );
    const rule = { type: 'speed', limit: 25, minimumDuration: 0 };
    const all = (await preview(rule)).alerts ?? 0;
    const day = (await preview({ ...rule, activeHours: { from: '08:00', to: '20:00' } })).alerts ?? 0;
    const night = (await preview({ ...rule, activeHours: { from: '20:00', to: '08:00' } })).alerts ?? 0;
    expect(all).to.equal(24);
    expect([day, night]).to.deep.equal([12, 12]);
  });

  it('a preview counts what the gateway raised with the same rule', async () => {
    const rule = alertRuleOf('rule', { type: 'idle', minutes: 30, radius: 50 });
    await store.append([{ kind: 'alert-rule', v: rule }]);
    const runner = createRuleRunner({
      ...{ store, timers: createTestTimers().timers, attentionNames: () => [], logger: silentLogger },
      time: createTestTime(clock),
      appendWithMessages: async (records, others = []) => {
        await store.append([...others, ...records]);
      },
    });
    for (let minute = 600; minute > 0; minute -= 5) {
      const isMoving = Math.floor(minute / 60) % 2 === 0;
      const change = fix('bus', minute * 60_000, {
        longitude: 5 + (isMoving ? minute / 100 : 0),
        speed: isMoving ? 9 : 0,
      });
      if (change.kind === 'location') await runner.append([change]);
    }
    const query = { deviceId: 'bus', from: now - DAY, to: now, limit: 100 };
    const raised = valueOf(await store.history.alerts(query)).records.map(
      ({ dateTime, text }) => `${dateTime} ${text}`,
    );
    const { newest } = await preview({ type: 'idle', minutes: 30 });
    expect(raised).to.have.lengthOf(5);
    expect(newest.map(({ dateTime, text }) => `${dateTime} ${text}`).reverse()).to.deep.equal(raised);
  });

  it('a silent rule counts by the times of the reports, and its reason is that restarts are not known', async () => {
    await store.append([
      ...[0, 1, 2, 3, 4, 40, 41, 42].map((minute) => fix('bus', DAY - minute * 60_000)),
      {
        kind: 'alert',
        v: {
          ...{ deviceId: 'bus', source: SOURCE },
          alert: { dateTime: new Date(now - DAY + 50 * 60_000).toISOString(), alerts: ['SOSButton'] },
        },
      },
    ]);
    const found = await preview({ type: 'silent', minutes: 12 });
    expect(found).to.include({ alerts: 2, reason: 'restarts_unknown', complete: true });
    expect(
      found.newest.map(({ dateTime, alerts, text }) => [Date.parse(dateTime) - now + DAY, ...alerts, text]),
    ).to.eql([
      [62 * 60_000, 'GPSOff', 'no report for 12 min'],
      [16 * 60_000, 'GPSOff', 'no report for 12 min'],
    ]);
    expect(await preview({ type: 'silent' })).to.include({ alerts: 2 });
  });

  it('a rule about reports without a fix cannot be counted, because history does not keep them', async () => {
    const found = await preview({ type: 'noFix' });
    expect(found).to.deep.include({ alerts: null, reason: 'not_in_history', devices: 0, devicesTotal: 3, newest: [] });
    expect(found.complete).to.equal(false);
  });

  it('a preview holds for a shorter time of all devices where the time does not suffice for seven days', async () => {
    for (const device of ['bus', 'van', 'car'])
      await store.append(
        Array.from({ length: 7 * 24 }, (_, hour) => fix(device, hour * HOUR, { battery: hour % 2 ? 90 : 5 })),
      );
    // A look at the clock takes 1 ms, so a record takes some.
    const costing = (ms: number) => {
      let elapsed = 0;
      return () => (elapsed += ms);
    };
    const counts = new Map<number, [days: number, devices: number]>();
    for (const ms of [0.01, 4, 5, 6, 12]) {
      const found = await preview({ type: 'battery' }, costing(ms));
      const days = (Date.parse(found.to) - Date.parse(found.from)) / DAY;
      expect(found.complete, `${ms} ms`).to.equal(days === 7 && found.devices === 3);
      expect(found.alerts, `${ms} ms`).to.equal(found.devices * 12 * days);
      counts.set(ms, [days, found.devices]);
    }
    expect([...counts.values()].slice(0, 4)).to.deep.equal([
      [7, 3],
      [4, 3],
      [2, 3],
      [1, 3],
    ]);
    expect(counts.get(12)?.[0]).to.equal(1);
    expect(counts.get(12)?.[1]).to.be.within(1, 2);
  });

  it('a preview ends when its client has gone', async () => {
    for (const device of ['bus', 'van', 'car'])
      await store.append(Array.from({ length: 100 }, (_, hour) => fix(device, hour * HOUR)));
    let elapsed = 0;
    let pages = 0;
    const history = {
      ...store.history,
      locations: (query: HistoryQuery) => {
        pages += 1;
        return store.history.locations(query);
      },
    };
    const time = createTestTime(clock, { monotonic: () => (elapsed += 20) });
    const { preview } = createRulePreviews({ store: { ...store, history }, time });
    const gone = await preview(MANAGER, { type: 'battery', all: true }, () => pages > 0);
    expect(gone).to.include({ ok: false, code: 'conflict' });
    expect(pages).to.equal(1);
  });

  it('a preview is refused where creating the rule would be', async () => {
    const { preview } = createRulePreviews({ store, time: createTestTime(clock) });
    const ask = async (user: Parameters<typeof preview>[0], input: UnnamedRuleInput) => {
      const asked = await preview(user, input, () => false);
      return asked.ok ? undefined : asked.code;
    };
    expect(await ask(userOf('reader', { privileges: [] }), { type: 'battery', all: true })).to.equal('forbidden');
    expect(await ask({ ...MANAGER, deviceId: 'bus' }, { type: 'battery', all: true })).to.equal('forbidden');
    expect(await ask(MANAGER, { type: 'battery' })).to.equal('validation_failed');
    expect(await ask(MANAGER, { type: 'zone', all: true, zones: ['gone'] })).to.equal('validation_failed');
  });
});
