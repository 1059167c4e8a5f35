import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCore } from '../../../src/core.js';
import type { Receive } from '../../../src/domain/report.js';
import { valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import type { Alert } from '../../../src/schema/records/alert.js';
import type { Location } from '../../../src/schema/records/location.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import type { GatewayInfo } from '../../../src/serial/session/port-reader.js';
import { createDevices } from '../../../src/services/devices/devices.js';
import { createIngest } from '../../../src/services/ingest/ingest.js';
import { createUnknownDevicePolicy } from '../../../src/services/ingest/resolve-device.js';
import type { Clock, Timers } from '../../../src/time/clock.js';
import { everyLocation } from '../store/store.js';
import { createTestSources } from '../time/clock-stub.js';
import { createTestTimers } from '../time/test-timers.js';
import type { Sample } from './case-outcome.js';

/** T, for which the cases have examples. */
export const EXAMPLE_TIME = Date.UTC(2026, 10, 26, 10);
/** The writes arrive ten minutes after T. */
const START = EXAMPLE_TIME + 600_000;
/** Shorter than every time that ports and protocols wait for. */
const STEP_MS = 50;

/** The kinds of entries that hold what a tracker sent. */
const STORED: ReadonlySet<string> = new Set(['location', 'alert', 'telemetry', 'quarantined']);

/** Store, clock and ingest of a gateway, by timers of the test. */
export type CaseGateway = {
  readonly receive: Receive;
  readonly info: GatewayInfo;
  readonly timers: Timers;
  readonly now: () => number;
  /** the records and values stored so far */
  readonly stored: () => number;
  /** the reports that are not settled */
  readonly unsettled: () => number;
  /** Lets time pass in short steps; `settled` is awaited after each, for what the timers started. */
  readonly pass: (ms: number, settled?: () => Promise<void>) => Promise<void>;
  readonly sample: (deviceId: string) => Sample;
  readonly locationsOfAll: () => Promise<ReadonlyMap<string, readonly Location[]>>;
  readonly alertsOf: (deviceId: string) => Promise<readonly Alert[]>;
  readonly close: () => Promise<void>;
};

/** `hasTimeServer`: false for a machine that only kept its time */
export async function openCaseGateway(hasTimeServer: boolean): Promise<CaseGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-case-'));
  const { timers, advance } = createTestTimers();
  const clock: Clock = { now: () => START + timers.now(), monotonic: timers.now, boot: 'caseboot' };
  const { set, sources } = createTestSources();
  if (hasTimeServer) set.ntp = true;
  const config = valueOf(validateConfig({ serial: { unknownDevices: 'register' } }));
  const core = await openCore({ config, data: folder }, { clock, logger: silentLogger, timers, clockSources: sources });
  const { store, time } = core;
  const unknown = createUnknownDevicePolicy({
    ...core,
    setting: () => 'register',
    listenerSettings: new Map(),
  });
  const devices = createDevices({ ...core, licenses: () => config.licenses.total });
  const ingest = createIngest({ ...core, append: store.append, devices, unknown });
  let unsettled = 0;
  let stored = 0;
  store.subscribe((entries) => (stored += entries.filter(({ kind }) => STORED.has(kind)).length));
  time.start();
  await store.append([]);

  return {
    async receive(report) {
      unsettled += 1;
      try {
        return await ingest(report);
      } finally {
        unsettled -= 1;
      }
    },
    info: { now: time.now, clockQuality: time.quality, gatewayId: 'case' },
    timers,
    now: clock.now,
    stored: () => stored,
    unsettled: () => unsettled,
    async pass(ms, settled = () => Promise.resolve()) {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        await advance(Math.min(STEP_MS, ms - passed));
        await settled();
      }
    },
    sample: (deviceId) => ({
      now: clock.now(),
      quality: time.quality(),
      last: store.state.lastLocations.get(deviceId),
    }),
    async locationsOfAll() {
      const found = new Map<string, readonly Location[]>();
      // A fix that does not count is stored for its values alone.
      for (const id of store.state.devices.keys())
        found.set(
          id,
          (await everyLocation(store, id)).filter(({ unfit }) => unfit === undefined),
        );
      return found;
    },
    async alertsOf(deviceId) {
      const always = { from: 0, to: Date.parse('9999-12-31T00:00:00Z'), limit: 1_000 };
      return valueOf(await store.history.alerts({ deviceId, ...always })).records;
    },
    async close() {
      await time.stop();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
