import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../../src/logger.js';
import type { Change } from '../../../src/schema/entry.js';
import { openStore } from '../../../src/store/store.js';
import { createClock } from '../../../src/time/clock.js';
import { deviceOf as storedDevice } from '../../support/store/records.js';
import { deviceOf } from '../measure/gateway.js';
import { POSITION } from '../measure/position.js';

/** A data folder with records that no uplink has sent. */

const GROUP = 5_000;
/** interval of a fleet: a fix every 30 s */
const INTERVAL_MS = 30_000;
const DAY_MS = 86_400_000;
/** Before all loads of a run, which begin 300 days ago, so that those are newer than the last location of a device. */
const DAYS_AGO = 380;

export const DEVICE_COUNT = 200;
export const deviceIds: readonly string[] = Array.from({ length: DEVICE_COUNT }, (_, i) => deviceOf(i));

function recordAt(i: number, begin: number): Change {
  const dateTime = new Date(begin + Math.floor(i / DEVICE_COUNT) * INTERVAL_MS).toISOString();
  const location = { dateTime, ...POSITION };
  return { kind: 'location', v: { deviceId: deviceOf(i % DEVICE_COUNT), location, source: { protocol: 'http' } } };
}

/** The records of all devices, interleaved, as a gateway without an uplink stored them. */
export async function fillTemplate(folder: string, records: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const sizes = { segmentBytes: 8_388_608, snapshotBytes: 8_388_608, retention: { days: 0, bytes: 0 } };
  const store = await openStore({ folder, clock: createClock(), logger: silentLogger, ...sizes });
  await store.append(deviceIds.map((id): Change => ({ kind: 'device', v: storedDevice(id) })));
  const begin = Math.floor(Date.now() / 1000) * 1000 - DAYS_AGO * DAY_MS;
  for (let i = 0; i < records; i += GROUP)
    await store.append(Array.from({ length: Math.min(GROUP, records - i) }, (_, at) => recordAt(i + at, begin)));
  await store.close();
}

/** Puts the records into the folder of a gateway. */
export function copyTemplate(template: string, folder: string): void {
  cpSync(template, join(folder, 'data'), { recursive: true });
}
