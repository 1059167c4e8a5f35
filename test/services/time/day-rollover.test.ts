import { mock } from 'node:test';
import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import { createMidnightCron, type MidnightCron } from '../../../src/services/time/midnight-cron.js';
import { createClock } from '../../../src/time/clock.js';
import { createTime, type Time } from '../../../src/services/time/time.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock, type TestClock } from '../../support/clock.js';
import { useFolder } from '../../support/folder.js';
import { diskFull, gateStore } from '../../support/gated-store.js';
import { openTestStore } from '../../support/store.js';
import { createTestTimers } from '../../support/test-timers.js';
import { createTestSources } from '../../support/trust.js';

const silent: MidnightCron = { reschedule: () => undefined, stop: () => undefined };

describe('the turn of the day', () => {
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
    const isGnssTime = (): boolean => true;
    time = createTime({ clock, store: on, timeZone, timers, logger: silentLogger, isGnssTime, sources, createCron });
    pass = async (ms) => {
      clock.advance(ms);
      await advance(ms);
      // What was begun by that is on the disk.
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

  it('is told once for each date, within seconds of its beginning', async () => {
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

  it('is told at the first ring of a bell that is right, and a second ring tells nothing', async () => {
    const { fire } = run('a', '2026-11-21T22:59:59.999Z');
    await pass(1);
    fire();
    fire();
    await pass(0);
    fire();
    await pass(0);
    expect(dates).to.deep.equal(['2026-11-21', '2026-11-22']);
  });

  it('is told at the start when the gateway was off at midnight, and not again at the next start', async () => {
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

  it('is told after the clock was put forward, and not again after it was put back', async () => {
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

  it('brings no day back to who counts, even before it was noticed that the clock went back', async () => {
    run('a', '2026-11-21T22:59:00Z');
    await pass(1_000);
    clock.advance(60_000);
    expect(time.date()).to.equal('2026-11-22');
    clock.step(-120_000);
    expect(time.date()).to.equal('2026-11-22');
  });

  it('goes on after a time server has taken back a mistake of years, and tells no date twice', async () => {
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

  it('is told later when it can not be written at once', async () => {
    const gated = gateStore(store);
    run('a', '2026-11-21T12:00:00Z', gated);
    (await gated.next()).fail(diskFull());
    await pass(10_000);
    (await gated.next()).pass();
    await pass(0);
    expect(dates).to.deep.equal(['2026-11-21']);
  });

  it('is not told by a clock in doubt: it is once the clock is right', async () => {
    const { set } = run('a', '1970-01-01T00:00:10Z');
    await pass(3 * 86_400_000);
    expect(dates).to.deep.equal([]);
    clock.step(Date.parse('2026-11-25T12:00:00Z') - clock.now());
    set.ntp = true;
    await pass(10_000);
    expect(dates).to.deep.equal(['2026-11-25']);
  });
});

describe('the bell of node-cron, whose faults the watch makes good', () => {
  const { Date: realDate } = globalThis;
  let fireCount = 0;
  let cron: MidnightCron;
  let stepped = 0;

  /** The library reads the clock of the process: it is made to be at `now`, with timers that go by it. */
  function setUp(now: string, timeZone: string): void {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse(now) });
    fireCount = 0;
    stepped = 0;
    // Timers do not go by the wall clock: it is set without them.
    const ticking = Date;
    globalThis.Date = new Proxy(ticking, {
      construct: (made, given) => new made(...((given.length === 0 ? [made.now() + stepped] : given) as [number])),
      get: (made, name) => (name === 'now' ? () => made.now() + stepped : (Reflect.get(made, name) as unknown)),
    });
    cron = createMidnightCron({ timeZone, fire: () => (fireCount += 1) });
    cron.reschedule();
  }
  const hour = async (): Promise<void> => {
    mock.timers.tick(3_600_000);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const hours = async (count: number): Promise<void> => {
    for (let passed = 0; passed < count; passed++) await hour();
  };

  afterEach(() => {
    cron.stop();
    globalThis.Date = realDate;
    mock.timers.reset();
  });

  it('rings at midnight of its zone', async () => {
    setUp('2026-11-21T12:00:00Z', 'Europe/Madrid');
    await hours(10);
    expect(fireCount).to.equal(0);
    await hours(2);
    expect(fireCount).to.equal(1);
    await hours(24);
    expect(fireCount).to.equal(2);
  });

  it('does not ring where midnight does not exist', async () => {
    setUp('2026-09-05T12:00:00Z', 'America/Santiago');
    await hours(24);
    expect(fireCount).to.equal(0);
  });

  it('does not notice that the clock was set, until it is set anew itself', async () => {
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

  it('is not set while the clock is in doubt, as in 1970, and set anew once it is right', async () => {
    setUp('2026-11-21T12:00:00Z', 'UTC');
    const did: string[] = [];
    const { timers, advance } = createTestTimers();
    const { sources } = createTestSources();
    const clock = createTestClock('1970-01-01T00:00:10Z');
    const store = { state: { newest: '', days: [] }, append: () => Promise.resolve([]) } as unknown as Store;
    const createCron = (): MidnightCron => ({ reschedule: () => did.push('set'), stop: () => did.push('stop') });
    const isGnssTime = (): boolean => true;
    const parts = { clock, store, timeZone: 'UTC', timers, logger: silentLogger, isGnssTime, sources, createCron };
    const time = createTime(parts);
    time.start();
    await advance(60_000);
    expect(did).to.deep.equal([]);
    clock.step(createClock().now());
    await advance(10_000);
    expect(did).to.deep.equal(['set']);
    clock.step(7_200_000);
    await advance(10_000);
    expect(did).to.deep.equal(['set', 'stop', 'set']);
    await time.stop();
  });
});
