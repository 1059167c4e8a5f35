import { existsSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createTrips } from '../../../src/services/history/trips.js';
import { silentLogger } from '../../../src/logger.js';
import type { Change } from '../../../src/schema/entry.js';
import type { User } from '../../../src/schema/accounts/user.js';
import { openStore } from '../../../src/store/store.js';
import { createClock } from '../../../src/time/clock.js';
import { deviceOf } from '../../support/store/records.js';
import { userOf } from '../../support/api/users.js';

/**
 * Trips of one device with a long history: `node … trips.js FOLDER [records]`, 3 million by default, of a year. The folder is
 * made, and reused if it exists.
 */

const [, , folder = '', count = '3000000'] = process.argv;
const DAY = 86_400_000;
const FIRST = Date.UTC(2025, 0, 1);
const RECORDS = Number(count);
const STEP = (365 * DAY) / RECORDS;
const BATCH = 1_000;

/** Drives for 50 minutes of each hour, stands for 10. */
const record = (index: number): Change => {
  const ms = Math.round(FIRST + index * STEP);
  const minute = (ms / 60_000) % 60;
  const turn = (2 * Math.PI * (ms % 3_000_000)) / 3_000_000;
  const isStanding = minute >= 50;
  const angle = isStanding ? 0 : turn;
  return {
    kind: 'location',
    v: {
      deviceId: 'bus',
      location: {
        dateTime: new Date(ms).toISOString(),
        latitude: 52 + 0.05 * Math.sin(angle),
        longitude: 5 + 0.08 * Math.cos(angle),
        speed: isStanding ? 0.1 : 12.5,
        course: 184.2,
      },
      source: { protocol: 'http' },
    },
  };
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const isNew = !existsSync(folder);
const clock = createClock();
const store = await openStore({
  folder,
  clock,
  logger: silentLogger,
  segmentBytes: 8_388_608,
  snapshotBytes: 8_388_608,
  retention: { days: 0, bytes: 0 },
});
if (isNew) {
  await store.append([{ kind: 'device', v: deviceOf('bus') }]);
  for (let at = 0; at < RECORDS; at += BATCH)
    await store.append(Array.from({ length: Math.min(BATCH, RECORDS - at) }, (_, index) => record(at + index)));
}
const device = store.state.devices.get('bus');
if (device === undefined) throw new Error('the folder has no device bus: name a new one');
const time = { now: () => clock.now(), monotonic: () => performance.now() };
const trips = createTrips({ store, time, devices: { find: () => ({ ok: true, value: device }) } as never });
const user: User = userOf('bench');
for (const [name, days, runs] of [
  ['day', 1, 100],
  ['month', 31, 8],
] as const) {
  const times: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  global.gc?.();
  const before = process.memoryUsage().rss;
  delay.enable();
  for (let run = 0; run < runs; run += 1) {
    const from = FIRST + ((run * 37) % (365 - days)) * DAY;
    const begun = performance.now();
    const found = await trips.range(user, 'bus', { from, to: from + days * DAY });
    times.push(performance.now() - begun);
    if (!found.ok || found.value.trips.length < 20 * days) throw new Error('an answer is wrong');
  }
  delay.disable();
  const figures = { p50: quantile(times, 0.5), p99: quantile(times, 0.99), held: delay.max / 1e6 };
  const rss = (process.memoryUsage().rss - before) / 1e6;
  console.log(
    name,
    Object.entries({ ...figures, 'RSS grew, MB': rss })
      .map(([key, ms]) => `${key} ${ms.toFixed(1)}`)
      .join(', '),
  );
}
await store.close();
