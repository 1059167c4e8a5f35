import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { errnoOf } from '../../../src/errors.js';
import type { Entry } from '../../../src/schema/entry.js';
import type { Retention } from '../../../src/store/log/retention.js';
import { createTestClock } from '../../support/time/clock.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** records an hour */
const POSTS = 8;

/** The time at which the oldest entry of the log was written, ms since 1970. */
async function oldestWritten(data: string): Promise<number> {
  const log = join(data, 'log');
  const names = (await readdir(log)).filter((name) => name.endsWith('jsonl')).sort();
  for (const name of names) {
    const text = await readFile(join(log, name), 'utf8');
    const lines = text.split('\n').filter((line) => line !== '');
    if (lines.length > 0) return Math.min(...lines.map((line) => Date.parse((JSON.parse(line) as Entry).at)));
  }
  return Infinity;
}

/** 60 days of hourly starts take minutes. */
const DAYS = Number(process.env.WAYPOST_RETENTION_DAYS ?? 3);

/** What a kill leaves: files that are replaced meanwhile are copied again. */
function copyRunning(from: string, to: string): void {
  try {
    cpSync(from, to, { recursive: true });
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    rmSync(to, { recursive: true, force: true });
    copyRunning(from, to);
  }
}

type Reach = { days: number; bytes: number; leastDays: number };

describe('retention of a gateway that is restarted again and again', () => {
  const folder = useFolder();

  /** Starts every hour, on what a stop or a kill left; returns how far the log reached at most. */
  async function restartHourly(retention: Retention, isKilled: boolean): Promise<Reach> {
    const clock = createTestClock();
    const begun = clock.now();
    const reach: Reach = { days: 0, bytes: 0, leastDays: Infinity };
    let data = join(folder(), 'data');
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      const store = await openTestStore(data, { clock, segmentBytes: 8_388_608, snapshotBytes: 8_388_608, retention });
      store.applyRetention();
      await store.append(Array.from({ length: POSTS }, (_, place) => locationOf('bus', fixAt(hour * POSTS + place))));
      const image = join(folder(), `after-${hour}`);
      if (isKilled) copyRunning(data, image);
      await store.close();
      expect(store.status().losses).to.deep.equal([]);
      expect(store.state.lastLocations.get('bus')).to.deep.equal(fixAt(hour * POSTS + POSTS - 1));
      reach.bytes = Math.max(reach.bytes, store.status().bytes);
      const age = (clock.now() - (await oldestWritten(data))) / DAY;
      reach.days = Math.max(reach.days, age);
      if (clock.now() - begun > (retention.days + 1) * DAY) reach.leastDays = Math.min(reach.leastDays, age);
      if (isKilled) rmSync(data, { recursive: true });
      if (isKilled) data = image;
      clock.advance(HOUR);
    }
    return reach;
  }

  for (const [how, isKilled] of [
    ['stopped', false],
    ['killed', true],
  ] as const) {
    it(`a gateway that is ${how} every hour keeps no record longer than \`days\`, and at most a day or a 24th less`, async () => {
      const days = Math.ceil(DAYS / 8);
      const reach = await restartHourly({ days, bytes: 0 }, isKilled);
      console.log(`      at most ${reach.days.toFixed(2)} of ${days} days, at least ${reach.leastDays.toFixed(2)}`);
      expect(reach.days).to.be.at.most(days);
      expect(reach.leastDays).to.be.at.least(days * (23 / 24) - HOUR / DAY);
    });
  }

  it('the log of a gateway that is restarted every hour is never larger than `bytes`', async () => {
    const limit = DAYS * 6_000;
    const reach = await restartHourly({ days: 0, bytes: limit }, false);
    console.log(`      at most ${reach.bytes} of ${limit} bytes`);
    expect(reach.bytes).to.be.within(limit / 2, limit);
  });

  it('a start with lower limits deletes only what both snapshots hold and no uplink needs', async () => {
    const [data, unlimited] = [join(folder(), 'data'), { days: 0, bytes: 0 }];
    const fill = await openTestStore(data, { retention: unlimited });
    const after = { alerts: 0, history: 0 };
    await fill.append([{ kind: 'uplink-begun', v: { name: 'center', address: 'rest http://center', after } }]);
    for (let second = 0; second < 200; second += 1) await fill.append([locationOf('bus', fixAt(second))]);
    const full = fill.status().bytes;
    await fill.close();

    const held = await openTestStore(data, { retention: { days: 0, bytes: 10_000, uplinkBytes: 1_000_000 } });
    held.applyRetention();
    await held.append([locationOf('bus', fixAt(200))]);
    const { n } = held.state;
    for (const lane of ['alerts', 'history'] as const)
      await held.append([{ kind: 'uplink-cursor', v: { name: 'center', lane, n, settled: [], generation: '' } }]);
    expect(held.status().bytes).to.be.greaterThan(full);
    held.applyRetention();
    await eventually('the log fits', () => held.status().bytes <= 10_000);
    const keptFrom = held.state.keptFrom ?? 0;
    expect(keptFrom).to.be.greaterThan(100);
    for (const name of ['state.json', 'state.1.json']) {
      const { n: covered } = JSON.parse(readFileSync(join(data, name), 'utf8').split('\n')[0] ?? '') as { n: number };
      expect(covered, name).to.be.at.least(keptFrom - 1);
    }
    await held.close();
    // The previous snapshot and the rest of the log make the same state.
    writeFileSync(join(data, 'state.json'), 'x', { mode: 0o600 });
    const again = await openTestStore(data, { retention: unlimited });
    expect(again.state.n).to.equal(n + 2);
    expect(again.state.lastLocations.get('bus')).to.deep.equal(fixAt(200));
    await again.close();
  });
});
