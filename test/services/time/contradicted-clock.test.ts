import { expect } from 'chai';
import type { Time } from '../../../src/services/time/time.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { startTime, type RunningTime } from '../../support/time/running-time.js';

const source = { protocol: 'nmea0183', port: '/dev/gps' };
const HOUR_MS = 3_600_000;

describe('a clock that trackers contradict', () => {
  let clock: TestClock;
  let time: Time;
  let set: RunningTime['set'];
  let pass: RunningTime['pass'];

  async function boot(at = '2026-11-25T12:00:00.000Z'): Promise<void> {
    clock = createTestClock(at);
    ({ time, set, pass } = await startTime(
      clock,
      createMemoryStore(() => clock),
    ));
  }
  afterEach(() => time.stop());

  const fix = (instant: number, port: string, deviceId = `on ${port}`): void => {
    const location = { dateTime: new Date(instant).toISOString(), latitude: 0, longitude: 0 };
    time.observe({ deviceId, locations: [location], source: { ...source, port } });
  };
  /** Three fixes of a tracker on each port, `by` ms ahead of the clock. */
  async function fixes(by: number, ...ports: readonly string[]): Promise<void> {
    for (let count = 0; count < 3; count++) {
      for (const port of ports) fix(clock.now() + by, port);
      await pass(10_000);
    }
  }

  const confirmations = {
    'a battery-backed clock': async () => {
      set.rtc = clock.now();
      await pass(0);
    },
    'another tracker, until ten minutes ago': async () => {
      await fixes(0, '/dev/honest');
      await pass(700_000);
      expect(time.quality()).to.equal('saved');
    },
    'time servers, until now': async () => {
      set.ntp = true;
      await pass(60_000);
      expect(time.quality()).to.equal('ntp');
      set.ntp = null;
      await pass(60_000);
      expect(time.quality()).to.equal('saved');
    },
  };
  for (const [name, confirm] of Object.entries(confirmations)) {
    it(`one tracker does not contradict a clock that was confirmed by ${name}, and two trackers do`, async () => {
      await boot();
      await confirm();
      await fixes(HOUR_MS, '/dev/hostile');
      if (set.rtc !== null) set.rtc = clock.now();
      expect(time.quality()).to.be.oneOf(['rtc', 'saved']);
      await fixes(HOUR_MS + 1_000, '/dev/hostile', '/dev/other');
      expect(time.quality()).to.equal('none');
    });
  }

  it('one tracker contradicts again a clock that was set since it was confirmed', async () => {
    await boot();
    await fixes(0, '/dev/honest');
    expect(time.quality()).to.equal('gps');
    clock.step(-HOUR_MS);
    await pass(10_000);
    await fixes(HOUR_MS, '/dev/honest');
    expect(time.quality()).to.equal('none');
  });

  it('two trackers that disagree do not contradict a confirmed clock, nor do two against two', async () => {
    await boot();
    await fixes(0, '/dev/honest');
    for (let count = 0; count < 3; count++) {
      fix(clock.now() + HOUR_MS, '/dev/a');
      fix(clock.now() + 2 * HOUR_MS, '/dev/b');
      await pass(10_000);
    }
    expect(time.quality()).to.equal('gps');
    for (let count = 0; count < 3; count++) {
      for (const port of ['/dev/honest', '/dev/honest-2']) fix(clock.now(), port);
      for (const port of ['/dev/a', '/dev/b']) fix(clock.now() + HOUR_MS, port);
      await pass(10_000);
    }
    expect(time.quality()).to.equal('gps');
  });

  it('many ids on one port do not contradict a confirmed clock', async () => {
    await boot();
    await fixes(0, '/dev/honest');
    for (let count = 0; count < 3; count++) {
      for (let id = 0; id < 300; id++) fix(clock.now() + HOUR_MS, '/dev/hostile', `id-${id}`);
      fix(clock.now(), '/dev/honest');
      await pass(10_000);
    }
    expect(time.quality()).to.equal('gps');
  });

  it('accounts expire by the later of the time of the clock and that of the trackers while the clock is untrusted', async () => {
    await boot();
    expect(time.accountNow()).to.equal(clock.now());
    await fixes(HOUR_MS, '/dev/a');
    expect(time.quality()).to.equal('none');
    expect(time.accountNow()).to.equal(clock.now() + HOUR_MS);
    expect(time.trustedNow()).to.be.lessThan(clock.now());
    clock.step(HOUR_MS);
    await pass(10_000);
    await fixes(-HOUR_MS, '/dev/a');
    expect(time.quality()).to.equal('none');
    expect(time.accountNow()).to.equal(clock.now());
    await time.stop();
    await boot('1970-01-01T00:00:00Z');
    expect(time.accountNow()).to.equal(time.trustedNow());
  });
});
