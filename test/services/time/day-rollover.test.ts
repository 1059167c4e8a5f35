import { mock } from 'node:test';
import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import { createMidnightCron, type MidnightCron } from '../../../src/services/time/midnight-cron.js';
import { createClock } from '../../../src/time/clock.js';
import { createTime, type Time } from '../../../src/services/time/time.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { diskFull, gateStore } from '../../support/store/gated-store.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { createTestSources } from '../../support/time/clock-stub.js';

const silent: MidnightCron = { reschedule: () => undefined, stop: () => undefined };

describe('createDayRollover', () => {
  const folder = useFolder();
  const timeZone = 'Europe/Madrid';
  let store: Store;
  let clock: TestClock;
  let time: Time;
  let pass: (ms: number) => Promise<void>;
  let dates: string[];

  function run(boot: string, at = new Date(clock.now()).toISOString(), on: Pick<Store, 'state' | 'append'> = store) {
    clock = createTestClock(at, boot);
    const { timers, advance } = createTestTimers();
    const { set, sources } = createTestSources();
    let fire = (): void => undefined;
    const createCron = (options: { fire: () => void }): MidnightCron => {
      fire = options.fire;
      return silent;
    };
    const gnssTimeProtocols = new Set(['nmea0183']);
    time = createTime({
      clock,
      store: on,
      timeZone,
      timers,
      logger: silentLogger,
      gnssTimeProtocols,
      sources,
      createCron,
    });
    pass = async (ms) => {
      clock.advance(ms);
      await advance(ms);
      // Waits for the writes that this has started.
      await store.append([]);
    };
    time.start();
    return {
      set,
      fire: () => {
        fire();
      },
    };
  }

  beforeEach(async () => {
    clock = createTestClock();
    const stamps = { now: () => clock.now(), monotonic: () => clock.monotonic() };
    store = await openTestStore(folder(), {
      clock: Object.defineProperty({ ...stamps, boot: '' }, 'boot', { get: () => clock.boot }),
    });
    dates = [];
    store.subscribe((entries) => {
      for (const { kind, v } of entries) if (kind === 'day') dates.push(v.date);
    });
  });
  afterEach(async () => {
    await time.stop();
    await store.close();
  });

  it('each date gets one day entry, within seconds of its start', async () => {
    run('a');
    await pass(1_000);
    expect(dates).to.deep.equal(['2026-11-21']);
    await pass(Date.parse('2026-11-21T22:59:59Z') - clock.now());
    expect(dates).to.deep.equal(['2026-11-21']);
    await pass(10_000);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22']);
    for (let hours = 0; hours < 10; hours++) await pass(3_600_000);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22']);
  });

  it('the first cron event after midnight writes the entry, and later events write none', async () => {
    const { fire } = run('a', '2026-11-21T22:59:59.999Z');
    await pass(1);
    fire();
    fire();
    await pass(0);
    fire();
    await pass(0);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22']);
  });

  it('a start after a missed midnight writes the entry, and the next start writes none', async () => {
    for (const [boot, at] of [
      ['a', '2026-11-21T12:00:00Z'],
      ['b', '2026-11-21T18:00:00Z'],
      ['c', '2026-11-24T06:00:00Z'],
      ['d', '2026-11-24T07:00:00Z'],
    ] as const) {
      run(boot, at);
      await pass(1_000);
      await time.stop();
    }
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-24']);
  });

  it('a clock set forward writes an entry, and a clock set back does not repeat one', async () => {
    run('a', '2026-11-21T12:00:00Z');
    await pass(1_000);
    clock.step(12 * 3_600_000);
    await pass(10_000);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22']);
    clock.step(-12 * 3_600_000);
    await pass(10_000);
    expect(time.date()).to.equal('2026-11-22');
    clock.step(12 * 3_600_000);
    await pass(10_000);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22']);
  });

  it('the date of the counters never goes back, even before a step back is detected', async () => {
    run('a', '2026-11-21T22:59:00Z');
    await pass(1_000);
    clock.advance(60_000);
    expect(time.date()).to.equal('2026-11-22');
    clock.step(-120_000);
    expect(time.date()).to.equal('2026-11-22');
  });

  it('dates continue after a time server corrects an error of years, and none is repeated', async () => {
    const { set } = run('a', '2026-11-21T12:00:00Z');
    await pass(1_000);
    clock.step(10 * 365 * 86_400_000);
    await pass(10_000);
    expect(dates).to.deep.equal(['2026-11-21', '2036-11-18']);
    clock.step(-10 * 365 * 86_400_000);
    await pass(10_000);
    expect(time.quality()).to.equal('none');
    expect(time.date()).to.equal('2036-11-18');
    set.ntp = true;
    await pass(60_000);
    expect(time.quality()).to.equal('ntp');
    expect(time.date()).to.equal('2026-11-21');
    await pass(Date.parse('2026-11-22T12:00:00Z') - clock.now());
    expect(dates).to.deep.equal(['2026-11-21', '2036-11-18', '2026-11-22']);
  });

  it('an entry that cannot be written is retried', async () => {
    const gated = gateStore(store);
    run('a', '2026-11-21T12:00:00Z', gated);
    (await gated.next()).fail(diskFull());
    await pass(10_000);
    (await gated.next()).pass();
    await pass(0);
    expect(dates).to.deep.equal(['2026-11-21']);
  });

  it('an untrusted clock writes no entry until it is trusted', async () => {
    const { set } = run('a', '1970-01-01T00:00:10Z');
    await pass(3 * 86_400_000);
    expect(dates).to.deep.equal([]);
    clock.step(Date.parse('2026-11-25T12:00:00Z') - clock.now());
    set.ntp = true;
    await pass(10_000);
    expect(dates).to.deep.equal(['2026-11-25']);
  });
});

describe('createMidnightCron', () => {
  const { Date: realDate } = globalThis;
  let fireCount = 0;
  let cron: MidnightCron;
  let stepped = 0;

  /** Mocks the process clock that the library reads, and its timers. */
  function setUp(now: string, timeZone: string): void {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse(now) });
    fireCount = 0;
    stepped = 0;
    // A step of the wall clock does not advance timers.
    const ticking = Date;
    globalThis.Date = new Proxy(ticking, {
      construct: (target, given) =>
        new target(...((given.length === 0 ? [target.now() + stepped] : given) as [number])),
      get: (target, name) => (name === 'now' ? () => target.now() + stepped : (Reflect.get(target, name) as unknown)),
    });
    cron = createMidnightCron({ timeZone, fire: () => (fireCount += 1) });
    cron.reschedule();
  }
  const hour = async (): Promise<void> => {
    mock.timers.tick(3_600_000);
    for (let tick = 0; tick < 5; tick++) await Promise.resolve();
  };
  const hours = async (count: number): Promise<void> => {
    for (let passed = 0; passed < count; passed++) await hour();
  };

  afterEach(() => {
    cron.stop();
    globalThis.Date = realDate;
    mock.timers.reset();
  });

  it('the cron job fires at midnight of its time zone', async () => {
    setUp('2026-11-21T12:00:00Z', 'Europe/Madrid');
    await hours(10);
    expect(fireCount).to.equal(0);
    await hours(2);
    expect(fireCount).to.equal(1);
    await hours(24);
    expect(fireCount).to.equal(2);
  });

  it('the cron job does not fire if midnight does not exist', async () => {
    setUp('2026-09-05T12:00:00Z', 'America/Santiago');
    await hours(24);
    expect(fireCount).to.equal(0);
  });

  it('the cron job misses a clock step until it is rescheduled', async () => {
    setUp('2026-11-21T00:30:00Z', 'UTC');
    stepped = 23 * 3_600_000;
    await hours(2);
    expect(fireCount).to.equal(0);
    cron.reschedule();
    await hours(21);
    expect(fireCount).to.equal(0);
    await hours(2);
    expect(fireCount).to.equal(1);
  });

  it('the cron job is not scheduled while the clock is untrusted, and rescheduled after a step', async () => {
    setUp('2026-11-21T12:00:00Z', 'UTC');
    const calls: string[] = [];
    const { timers, advance } = createTestTimers();
    const { sources } = createTestSources();
    const clock = createTestClock('1970-01-01T00:00:10Z');
    const store = { state: { newest: '', days: [] }, append: () => Promise.resolve([]) } as unknown as Store;
    const createCron = (): MidnightCron => ({
      reschedule: () => calls.push('reschedule'),
      stop: () => calls.push('stop'),
    });
    const gnssTimeProtocols = new Set(['nmea0183']);
    const options = {
      clock,
      store,
      timeZone: 'UTC',
      timers,
      logger: silentLogger,
      gnssTimeProtocols,
      sources,
      createCron,
    };
    const time = createTime(options);
    time.start();
    await advance(60_000);
    expect(calls).to.deep.equal([]);
    clock.step(createClock().now());
    await advance(10_000);
    expect(calls).to.deep.equal(['reschedule']);
    clock.step(7_200_000);
    await advance(10_000);
    expect(calls).to.deep.equal(['reschedule', 'stop', 'reschedule']);
    await time.stop();
  });
});
