import { expect } from 'chai';
import { localDate } from '../../../src/domain/clock/local-date.js';
import { silentLogger } from '../../../src/logger.js';
import { createTime } from '../../../src/services/time/time.js';
import { createTestClock } from '../../support/time/clock.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { createTestSources } from '../../support/time/clock-stub.js';

/** Two years when `WAYPOST_ZONES=all`; otherwise the days around each change of the offset in one year. */
const YEARS = process.env.WAYPOST_ZONES === 'all';
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const CHECK = 10_000;

const CASES = ['running', 'off from 00:00 to 06:00', 'set 2 h forward and back', 'in 1970 at each start'] as const;
type Case = (typeof CASES)[number];

/** Runs from `from` to `to` in steps of `step` ms; gives the dates with an entry, and the dates with a trusted clock. */
async function simulate(zone: string, condition: Case, from: number, to: number, step: number) {
  let clock = createTestClock(new Date(from).toISOString());
  const memory = createMemoryStore(() => clock);
  const dates: string[] = [];
  memory.subscribe((entries) => {
    for (const entry of entries) if (entry.kind === 'day') dates.push(entry.v.date);
  });
  const trustedDates = new Set<string>();
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  let boots = 0;
  let offset = 0;

  function boot(at: number) {
    clock = createTestClock(new Date(at).toISOString(), `boot-${(boots += 1)}`);
    const { timers, advance } = createTestTimers();
    const { sources } = createTestSources();
    const silent = { reschedule: () => undefined, stop: () => undefined };
    const options = {
      clock,
      store: memory,
      timeZone: zone,
      timers,
      logger: silentLogger,
      gnssTimeProtocols: new Set<string>(),
    };
    const time = createTime({ ...options, sources, createCron: () => silent });
    time.start();
    return { time, advance };
  }

  let running: ReturnType<typeof boot> | undefined;
  for (let now = from; now < to; now += step) {
    const isOff = condition.startsWith('off') && Number(hours.format(now)) < 6;
    if (isOff) {
      await running?.time.stop();
      running = undefined;
      continue;
    }
    const day = Math.floor((now - from) / DAY);
    const minute = Math.floor((now - from) / MINUTE) % (24 * 60);
    if (condition.startsWith('in 1970') && day % 7 === 0 && minute < step / MINUTE) {
      await running?.time.stop();
      running = boot(5_000);
      // It is set an hour later.
      offset = 1;
    }
    running ??= boot(now);
    if (offset === 1 && minute >= 60) {
      clock.step(now - clock.now());
      offset = 0;
    }
    if (condition.startsWith('set') && minute === 9 * 60) clock.step(day % 2 === 0 ? 2 * HOUR : -2 * HOUR);
    if (condition.startsWith('set') && minute === 22 * 60) clock.step(day % 2 === 0 ? -2 * HOUR : 2 * HOUR);
    clock.advance(step);
    // One check of the clock per step; a real gateway checks more often.
    await running.advance(CHECK);
    if (running.time.quality() !== 'none') trustedDates.add(localDate(clock.now(), zone));
  }
  await running?.time.stop();
  return { dates, trustedDates };
}

/** Expects one entry per date on which the clock was trusted, in order. */
async function expectOnce(zone: string, condition: Case, from: number, to: number, step = 5 * MINUTE): Promise<number> {
  const { dates, trustedDates } = await simulate(zone, condition, from, to, step);
  expect(dates, `${zone}, ${condition}`).to.deep.equal([...trustedDates].sort());
  return dates.length;
}

describe('day entries over years', () => {
  const startMs = Date.parse('2026-11-20T12:00:00Z');
  const zones = [
    'UTC',
    'Europe/Madrid',
    'America/Santiago',
    'America/Havana',
    'Africa/Cairo',
    'Asia/Beirut',
    'Atlantic/Azores',
  ];
  for (const condition of CASES) {
    it(`each trusted date gets exactly one entry, gateway ${condition}`, async function () {
      this.timeout(3_600_000);
      for (const zone of zones) {
        if (YEARS) {
          expect(await expectOnce(zone, condition, startMs, startMs + 731 * DAY, 10 * MINUTE)).to.be.at.least(730);
          continue;
        }
        for (const around of changesIn(zone, startMs, startMs + 366 * DAY)) {
          await expectOnce(zone, condition, around - 60 * HOUR, around + 60 * HOUR, 10 * MINUTE);
        }
      }
    });
  }
});

/** The days on which the offset of a zone changes; the start if it never does. */
function changesIn(zone: string, from: number, to: number): number[] {
  const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', hour: '2-digit' });
  const offsetAt = (ms: number): string =>
    name.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const changes: number[] = [];
  for (let ms = from + 3 * DAY; ms < to; ms += DAY) if (offsetAt(ms) !== offsetAt(ms - DAY)) changes.push(ms);
  return changes.length === 0 ? [from + 3 * DAY] : changes;
}
