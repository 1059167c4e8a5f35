import { pino } from 'pino';
import type { Receipt } from '../../../src/domain/report.js';
import type { Receive, Report } from '../../../src/domain/report.js';
import { createDevices, type Devices } from '../../../src/services/devices/devices.js';
import { createIngest } from '../../../src/services/ingest/ingest.js';
import type { UnknownDevicePolicy, UnknownDeviceSetting } from '../../../src/services/ingest/resolve-device.js';
import { createQuarantine } from '../../../src/services/ingest/quarantine.js';
import { createTestEdits } from './test-edits.js';
import { noLogBudgets } from '../store/no-log-budgets.js';
import { createUnknownDevices, type UnknownDevices } from '../../../src/services/devices/unknown-devices.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock, type TestClock } from '../time/clock.js';
import { fixAt } from '../store/records.js';
import { createTestTime } from '../time/test-time.js';

const port = { protocol: 'json', port: '/dev/ttyUSB0' };
export const always = { from: 0, to: Date.parse('2100-01-01T00:00:00Z'), limit: 10_000 };

/** Fixes of `deviceId` at these seconds, received over a serial port. */
export const receivedFixes = (deviceId: string, seconds: readonly number[], own: Partial<Report> = {}): Report => ({
  deviceId,
  locations: seconds.map(fixAt),
  alerts: [],
  source: port,
  bound: false,
  ...own,
});

export const quarantined = (accepted: number, duplicates = 0): Receipt => ({
  ok: true,
  value: { accepted, duplicates, quarantined: true },
});
export const stored = (accepted: number, duplicates = 0): Receipt => ({ ok: true, value: { accepted, duplicates } });

/** The services for unknown devices, over one store. */
export type UnknownWorld = {
  readonly receive: Receive;
  readonly devices: Devices;
  readonly unknownDevices: UnknownDevices;
  readonly clock: TestClock;
  /** the log lines */
  readonly log: readonly string[];
};

type Options = {
  readonly licenses?: number;
  readonly autoRegister?: boolean;
  readonly drops?: boolean;
  /** the settings of listeners, by path */
  readonly listeners?: Readonly<Record<string, UnknownDeviceSetting>>;
};

export function createUnknownWorld(store: Store, options: Options = {}): UnknownWorld {
  const { licenses = 2, autoRegister = false, drops = false, listeners = {} } = options;
  const clock = createTestClock();
  const time = createTestTime(clock);
  const { edits, exclusive } = createTestEdits();
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const devices = createDevices({ store, time, licenses: () => licenses, edits, exclusive });
  const quarantine = createQuarantine({ store, logBudgets: noLogBudgets, exclusive });
  const setting = drops ? 'drop' : autoRegister ? 'register' : 'quarantine';
  const unknown: UnknownDevicePolicy = { quarantine, settingOf: (path) => listeners[path] ?? setting, logger };
  return {
    receive: createIngest({ store, append: store.append, devices, time, unknown }),
    devices,
    unknownDevices: createUnknownDevices({ store, edits }),
    clock,
    log,
  };
}
