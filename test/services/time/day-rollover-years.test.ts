import { expect } from 'chai';
import { localDate } from '../../../src/domain/clock/local-date.js';
import { silentLogger } from '../../../src/logger.js';
import { createTime } from '../../../src/services/time/time.js';
import { createTestClock } from '../../support/clock.js';
import { createMemoryStore } from '../../support/memory-store.js';
import { createTestTimers } from '../../support/test-timers.js';
import { createTestSources } from '../../support/trust.js';

/** Two years when `WAYPOST_ZONES=all`; otherwise the weeks around each change of the clocks of one year. */
const YEARS = process.env.WAYPOST_ZONES === 'all';
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const LOOK = 10_000;

const cases = ['running', 'off from 00:00 to 06:00', 'set 2 h to and fro', 'in 1970 at each start'] as const;
type Case = (typeof cases)[number];

/** Lives from `from` to `to` in steps of `step` ms; gives what was told, and every date on which the clock was believed. */
async function live(zone: string, what: Case, from: number, to: number, step: number) {
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
    const parts = { clock, store: memory, timeZone: zone, timers, logger: silentLogger, isGnssTime: () => false };
    const time = createTime({ ...parts, sources, createCron: () => silent });
    time.start();
    return { time, advance };
  }

  let running: ReturnType<typeof boot> | undefined;
  for (let now = from; now < to; now += step) {
    const isOff = what.startsWith('off') && Number(hours.format(now)) < 6;
    if (isOff) {
      await running?.time.stop();
      running = undefined;
      continue;
    }
    const day = Math.floor((now - from) / DAY);
    const minute = Math.floor((now - from) / MINUTE) % (24 * 60);
    if (what.startsWith('in 1970') && day % 7 === 0 && minute < step / MINUTE) {
      await running?.time.stop();
      running = boot(5_000);
      // Somebody sets it an hour later.
      offset = 1;
    }
    running ??= boot(now);
    if (offset === 1 && minute >= 60) {
      clock.step(now - clock.now());
      offset = 0;
    }
    if (what.startsWith('set') && minute === 9 * 60) clock.step(day % 2 === 0 ? 2 * HOUR : -2 * HOUR);
    if (what.startsWith('set') && minute === 22 * 60) clock.step(day % 2 === 0 ? -2 * HOUR : 2 * HOUR);
    clock.advance(step);
    // One look at the clock in each step, and there are more in life.
    await running.advance(LOOK);
    if (running.time.quality() !== 'none') trustedDates.add(localDate(clock.now(), zone));
  }
  await running?.time.stop();
  return { told: dates, believed: trustedDates };
}

/** The dates after the first one, in order: what began while the clock was believed, or was found to have begun. */
async function expectOnce(zone: string, what: Case, from: number, to: number, step = 5 * MINUTE): Promise<number> {
  const { told: dates, believed: trustedDates } = await live(zone, what, from, to, step);
  expect(dates, `${zone}, ${what}`).to.deep.equal([...trustedDates].sort());
  return dates.length;
}

describe('over years, the days told are those that there were, each once', () => {
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
  for (const what of cases) {
    it(`with the gateway ${what}`, async function () {
      this.timeout(3_600_000);
      for (const zone of zones) {
        if (YEARS) {
          expect(await expectOnce(zone, what, startMs, startMs + 731 * DAY, 10 * MINUTE)).to.be.at.least(730);
          continue;
        }
        for (const around of changesIn(zone, startMs, startMs + 366 * DAY)) {
          await expectOnce(zone, what, around - 60 * HOUR, around + 60 * HOUR, 10 * MINUTE);
        }
      }
    });
  }
});

/** The hours in which the clocks of a zone change, and the beginning where they never do. */
function changesIn(zone: string, from: number, to: number): number[] {
  const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', hour: '2-digit' });
  const offsetAt = (ms: number): string =>
    name.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const changes: number[] = [];
  for (let ms = from + 3 * DAY; ms < to; ms += DAY) if (offsetAt(ms) !== offsetAt(ms - DAY)) changes.push(ms);
  return changes.length === 0 ? [from + 3 * DAY] : changes;
}
