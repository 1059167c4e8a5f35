import { silentLogger } from '../../../src/logger.js';
import { createRuleRunner, type RuleRunner } from '../../../src/services/alert-rules/rule-runner.js';
import type { AlertMessages } from '../../../src/services/outbox/alert-messages.js';
import type { Change, TrackerChange } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { deviceOf } from '../../support/store/records.js';
import { alertRuleOf, zoneOf } from '../../support/store/zones.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { fixOf, rulesOf, ZONES, zoneShapeOf } from '../alerts/script.js';

/** Alert rules on a store, with devices that follow the script; the number of a change is the second of its fix. */

export const DEVICES = [0, 1, 2];
export const deviceIdOf = (device: number): string => `tracker-${device}`;

/** A report takes a block of numbers, and the devices take turns. */
const BLOCK = 10;
export const MAX_REPORT = BLOCK - 1;
export const nextBlock = (number: number): number => Math.ceil(number / BLOCK) * BLOCK;
const deviceAt = (number: number): number => Math.floor(number / BLOCK) % DEVICES.length;

export const recordOf = (number: number): TrackerChange => {
  const device = deviceAt(number);
  return {
    kind: 'location',
    v: { deviceId: deviceIdOf(device), location: fixOf(device, number), source: { protocol: 'load' } },
  };
};

/** Devices, zones and rules; the ids of these are their names. */
export const depotChanges = (): Change[] => [
  ...DEVICES.map((device): Change => ({ kind: 'device', v: deviceOf(deviceIdOf(device)) })),
  ...ZONES.map((name): Change => ({ kind: 'zone', v: zoneOf(name, { shape: zoneShapeOf(name) }) })),
  ...Object.entries(rulesOf((zone) => zone)).map(([name, settings]): Change => ({
    kind: 'alert-rule',
    v: alertRuleOf(name, settings),
  })),
];

/** The rules of the gateway; `append` stores a report. */
export function createRules(
  store: Pick<Store, 'state' | 'subscribe' | 'append'>,
  clock: TestClock = createTestClock('2026-11-22T00:00:00.000Z'),
  appendWithMessages: AlertMessages['appendWithMessages'] = async (records, others = []) => {
    await store.append([...others, ...records]);
  },
): RuleRunner {
  const { timers } = createTestTimers();
  const time = createTestTime(clock);
  return createRuleRunner({ store, appendWithMessages, time, timers, attentionNames: () => [], logger: silentLogger });
}
