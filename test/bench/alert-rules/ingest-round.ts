import { setTimeout as delay } from 'node:timers/promises';
import { CHANNEL_MODULES } from '../../../src/channels/index.js';
import type { Report } from '../../../src/domain/report.js';
import { failure } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { createRuleRunner } from '../../../src/services/alert-rules/rule-runner.js';
import { createIngest } from '../../../src/services/ingest/ingest.js';
import { createAlertMessages } from '../../../src/services/outbox/alert-messages.js';
import { createWaiting } from '../../../src/services/outbox/waiting.js';
import { openStore } from '../../../src/store/store.js';
import { createTestEdits } from '../../support/gateway/test-edits.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { createVehicles, depotChanges, deviceIdOf, DEVICES } from './depot.js';

/**
 * Ingests the fixes of all devices, one a second, into a store on disk, and prints what a record costs:
 * `node … ingest-round.js FOLDER with|without paced|together WARM_UP_SECONDS SECONDS`. `paced`: in real time, spread over
 * the second; `together`: all devices at once, one second after the other, so that little else than the record costs.
 */

export type IngestRound = {
  readonly cpuUs: number;
  /** of the log, a record */
  readonly bytes: number;
  readonly alerts: number;
  readonly states: number;
  readonly visits: number;
};

const SLICES = 20;
const [folder = '', mode = '', pace = '', warmUp = '0', measured = '1'] = process.argv.slice(2);
const begin = Date.UTC(2026, 10, 20, 8);

const clock = createTestClock(new Date(begin).toISOString());
const sizes = { segmentBytes: 8_388_608, snapshotBytes: 8_388_608, retention: { days: 0, bytes: 0 } };
const store = await openStore({ folder, clock, logger: silentLogger, ...sizes });
await store.append(depotChanges(mode === 'with'));

const time = createTestTime(clock);
const { appendWithMessages } = createAlertMessages({
  ...{ store, time, formats: CHANNEL_MODULES, ttl: () => 86_400, waiting: createWaiting(store) },
  ...{ refusals: { note: () => undefined }, logBudgets: { hasRoom: () => true } },
  exclusive: createTestEdits().exclusive,
});
const rules = createRuleRunner({
  ...{ store, appendWithMessages, time, attentionNames: () => [], logger: silentLogger },
  timers: createTestTimers().timers,
});
const receive = createIngest({
  ...{ store, append: rules.append, time },
  devices: { register: () => Promise.resolve(failure('not_found', 'devices are registered already')) },
});

const counts = { alert: 0, 'rule-state': 0, 'zone-visit': 0 };
let isCounted = false;
store.subscribe((entries) => {
  if (!isCounted) return;
  for (const { kind } of entries) if (kind in counts) counts[kind as keyof typeof counts] += 1;
});

/** The reports of each second, made before anything is measured. */
function reportsOf(seconds: number, from: number): Report[][] {
  const vehicles = createVehicles(DEVICES);
  return Array.from({ length: seconds }, (_, second) =>
    vehicles.map((vehicle, device) => {
      const { satellites, ...fix } = vehicle.fixAt(begin + (from + second) * 1_000);
      const location = { ...fix, ...(satellites > 0 && { satellites }) };
      const source = { protocol: 'nmea0183', port: `/dev/ttyUSB${device % 16}` };
      return { deviceId: deviceIdOf(device), locations: [location], alerts: [], source, bound: true };
    }),
  );
}

async function send(seconds: readonly Report[][], isPaced: boolean): Promise<void> {
  for (const reports of seconds) {
    clock.advance(1_000);
    if (!isPaced) {
      await Promise.all(reports.map(receive));
      continue;
    }
    const share = Math.ceil(reports.length / SLICES);
    const sent: Promise<unknown>[] = [];
    for (let slice = 0; slice < SLICES; slice += 1) {
      sent.push(...reports.slice(slice * share, (slice + 1) * share).map(receive));
      await delay(1_000 / SLICES);
    }
    await Promise.all(sent);
  }
}

const [warm, count] = [Number(warmUp), Number(measured)];
await send(reportsOf(warm, 0), false);
const seconds = reportsOf(count, warm);
const records = count * DEVICES;
isCounted = true;
const before = { cpu: process.cpuUsage(), bytes: store.status().bytes };
await send(seconds, pace === 'paced');
const { user, system } = process.cpuUsage(before.cpu);
const round: IngestRound = {
  cpuUs: (user + system) / records,
  bytes: (store.status().bytes - before.bytes) / records,
  alerts: counts.alert,
  states: counts['rule-state'],
  visits: counts['zone-visit'],
};
await store.close();
process.stdout.write(`${JSON.stringify(round)}\n`);
