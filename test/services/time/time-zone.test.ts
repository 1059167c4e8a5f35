import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import { createTime, type Time } from '../../../src/services/time/time.js';
import type { Store } from '../../../src/store/store.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestSources } from '../../support/time/clock-stub.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { startTime } from '../../support/time/running-time.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const HOUR_MS = 3_600_000;
const MADRID = 'Europe/Madrid';

describe('a changed time zone', () => {
  const folder = useFolder();
  let store: Store;
  let clock: TestClock;
  let time: Time;
  let dates: string[];

  async function run(start: string): Promise<Awaited<ReturnType<typeof startTime>>> {
    clock = createTestClock(start, 'a');
    store = await openTestStore(folder(), { clock });
    dates = [];
    store.subscribe((entries) => {
      for (const { kind, v } of entries) if (kind === 'day') dates.push(v.date);
    });
    const running = await startTime(clock, store);
    ({ time } = running);
    return running;
  }
  afterEach(async () => {
    await time.stop();
    await store.close();
  });

  it('a new zone begins a date at once, on both sides of midnight, and never twice', async () => {
    const { pass } = await run('2026-11-21T22:30:00Z');
    await pass(1_000);
    expect(dates).to.deep.equal(['2026-11-21']);
    time.setTimeZone('Asia/Tokyo');
    expect(time.date()).to.equal('2026-11-22');
    await pass(0);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22']);
    for (const zone of ['UTC', MADRID, 'America/New_York', 'Asia/Tokyo', 'UTC']) {
      time.setTimeZone(zone);
      await pass(10_000);
      expect(time.date(), zone).to.equal('2026-11-22');
    }
    for (let hours = 0; hours < 24; hours++) await pass(HOUR_MS);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22']);
    await pass(2 * HOUR_MS);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22', '2026-11-23']);
  });

  it('a zone with the previous date keeps the counters at the later one, also after a restart', async () => {
    const { pass } = await run('2026-11-22T00:30:00Z');
    await pass(1_000);
    expect(time.date()).to.equal('2026-11-22');
    time.setTimeZone('America/New_York');
    await pass(10_000);
    await time.stop();
    const next = await startTime(clock, store);
    ({ time } = next);
    time.setTimeZone('America/New_York');
    await next.pass(10_000);
    expect(time.date()).to.equal('2026-11-22');
    expect(dates).to.deep.equal(['2026-11-22']);
  });

  it('each date begins once, whatever zones follow each other on a verified clock', async () => {
    const { set, pass } = await run('2026-11-21T09:00:00Z');
    set.ntp = true;
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC', 'Asia/Tokyo', 'America/New_York', MADRID];
    for (let step = 0; step < 200; step++) {
      time.setTimeZone(zones[(step * 7 + Math.floor(step / 6)) % zones.length] ?? 'UTC');
      await pass(HOUR_MS / 2 + (step % 5) * (HOUR_MS / 4));
    }
    expect(new Set(dates).size).to.equal(dates.length);
    expect(dates.length).to.be.at.least(7);
  });

  it('the cron job of a new zone replaces that of the previous one, and the same zone changes nothing', async () => {
    clock = createTestClock('2026-11-21T12:00:00Z', 'a');
    store = await openTestStore(folder(), { clock });
    const [scheduled, stopped]: [string[], string[]] = [[], []];
    time = createTime({
      ...{ clock, store, timeZone: MADRID, timers: createTestTimers().timers, logger: silentLogger },
      gnssTimeProtocols: new Set<string>(),
      sources: createTestSources().sources,
      createCron: ({ timeZone }) => ({
        reschedule: () => scheduled.push(timeZone),
        stop: () => stopped.push(timeZone),
      }),
    });
    time.start();
    time.setTimeZone('Asia/Tokyo');
    time.setTimeZone('Asia/Tokyo');
    expect(scheduled).to.deep.equal([MADRID, 'Asia/Tokyo']);
    expect(stopped).to.deep.equal([MADRID]);
    await store.append([]);
  });
});
