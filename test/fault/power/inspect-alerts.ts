import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../src/errors.js';
import type { Store } from '../../../src/store/store.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { createTestClock } from '../../support/time/clock.js';
import { alertKey, expectedAlerts } from '../alerts/oracle.js';
import { ALWAYS, rulesOf, secondOf, type RuleName } from '../alerts/script.js';
import { createRules, depotChanges, deviceIdOf, DEVICES, recordOf } from './alert-depot.js';
import type { Complaint, Inspection } from './check.js';
import { USUAL_SIZES } from './sizes.js';
import { everyPage, openSmallStore } from './stored.js';
import { batch } from './workload.js';

const ALL = { from: Date.parse(ALWAYS.from), to: Date.parse(ALWAYS.to), limit: 300 };
const RULES = rulesOf((zone) => zone);
const isRule = (name: string): name is RuleName => Object.hasOwn(RULES, name);
/** Numbers that no load sends, to check that the store can be written to after the cut. */
const FURTHER = batch(900_000, 9);

async function secondsOf({ history }: Store, device: number): Promise<number[]> {
  const range = { deviceId: deviceIdOf(device), ...ALL };
  const locations = await everyPage((cursor) => history.locations({ ...range, ...cursor }));
  return locations.map(({ dateTime }) => secondOf(dateTime)).sort((a, b) => a - b);
}

/** The numbers of all stored records. */
export const secondsIn = async (store: Store): Promise<number[]> =>
  (await Promise.all(DEVICES.map((device) => secondsOf(store, device)))).flat();

async function alertsOf({ history }: Store, device: number): Promise<string[]> {
  const range = { deviceId: deviceIdOf(device), ...ALL };
  const alerts = await everyPage((cursor) => history.alerts({ ...range, ...cursor }));
  return alerts.map(({ dateTime, rule = '', alerts: [name = ''] }) =>
    isRule(rule) ? alertKey(secondOf(dateTime), rule, name) : `an alert of rule ${rule}`,
  );
}

/** Starts the store on the content of the disk, and compares its alerts, states and visits with those of its records. */
export async function inspectAlerts(folder: string): Promise<Inspection> {
  let store: Store;
  const clock = createTestClock('2026-11-23T00:00:00.000Z');
  const sizes = { ...USUAL_SIZES, retention: { days: 0, bytes: 0 } };
  try {
    store = await openSmallStore(join(folder, 'data'), clock, sizes);
  } catch (error) {
    return { sequences: [], complaints: [{ fault: 'does not start', text: messageOf(error) }] };
  }
  try {
    const { reason, losses } = store.status();
    if (reason !== null) return { sequences: [], complaints: [{ fault: 'does not start', text: reason }] };
    const complaints: Complaint[] = losses.map((text) => ({ fault: 'loss reported', text }));
    const sequences: number[] = [];
    for (const device of DEVICES) {
      const seconds = await secondsOf(store, device);
      sequences.push(...seconds);
      complaints.push(...wrongAlerts(await alertsOf(store, device), expectedAlerts(device, seconds)));
      complaints.push(...(await wrongStates(store, device, seconds)));
    }
    complaints.push(...(await stuck(store)));
    return { sequences, complaints };
  } finally {
    await store.close();
  }
}

function wrongAlerts(found: readonly string[], expected: readonly string[]): Complaint[] {
  const [there, due] = [new Set(found), new Set(expected)];
  const missing = expected.filter((key) => !there.has(key));
  const invented = found.filter((key) => !due.has(key));
  const twice = found.filter((key, index) => found.indexOf(key) !== index);
  return [
    ...missing.map((key): Complaint => ({ fault: 'lost', text: `alert ${key}` })),
    ...invented.map((key): Complaint => ({ fault: 'invented', text: `alert ${key}` })),
    ...twice.map((key): Complaint => ({ fault: 'twice', text: `alert ${key}` })),
  ];
}

/** The states and visits of a device must be those of a gateway that received the same records without a power cut. */
async function wrongStates({ state }: Store, device: number, seconds: readonly number[]): Promise<Complaint[]> {
  const id = deviceIdOf(device);
  const undisturbed = createMemoryStore(() => createTestClock());
  await undisturbed.append(depotChanges());
  const rules = createRules(undisturbed);
  for (const second of seconds) await rules.append([recordOf(second)]);
  const wrong = (['ruleStates', 'zoneVisits'] as const).filter((name) => {
    const [own, other] = [state[name].get(id), undisturbed.state[name].get(id)].map((one) => one ?? {});
    return !isDeepStrictEqual(own, other);
  });
  return wrong.map((name) => ({ fault: 'lost', text: `${name} of ${id} differ from those of its records` }));
}

async function stuck(store: Store): Promise<Complaint[]> {
  try {
    await createRules(store).append(FURTHER.map(recordOf));
    const stored = new Set(await secondsIn(store));
    const missing = FURTHER.filter((number) => !stored.has(number));
    return missing.length === 0 ? [] : [{ fault: 'stuck', text: `${missing.join(', ')} are not found` }];
  } catch (error) {
    return [{ fault: 'stuck', text: messageOf(error) }];
  }
}
