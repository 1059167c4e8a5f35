import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import type { Location } from '../../../src/schema/records/location.js';
import type { AlertView } from '../../../src/schema/records/alert.js';
import { openStore } from '../../../src/store/store.js';
import type { Client } from '../../support/api/client.js';
import { openAccount, type Account } from '../../support/gateway/fix-account.js';
import { createTestClock } from '../../support/time/clock.js';
import { alertKey, type AlertKey } from './oracle.js';
import { ALWAYS, fixOf, lateFixOf, rulesOf, secondOf, ZONES, zoneShapeOf, type RuleName } from './script.js';

/** Devices whose alerts are known, in a gateway that is asked over HTTP. */

/** A tracker; `resends`: after an answer that never came, it sends the same records again, else the next ones. */
export type Tracker = Account & { readonly number: number; readonly resends: boolean; unanswered: readonly number[] };

export const trackerOf = (number: number): Tracker => ({
  ...openAccount(`tracker-${number}`),
  number,
  resends: number % 2 === 0,
  unanswered: [],
});

const MAX_RECORDS = 5;
/** Each report whose first record divides by this brings a late record. */
const LATE_EVERY = 7;

async function createNamed(client: Client, path: string, body: object): Promise<string> {
  const created = await client.call('POST', path, body);
  expect(created.status, JSON.stringify(created.body)).to.equal(201);
  return String(created.body.id);
}

/** Registers the trackers and creates zones and rules; returns the names of the rules by id. */
export async function prepareDepot(
  client: Client,
  trackers: readonly Tracker[],
): Promise<ReadonlyMap<string, RuleName>> {
  for (const { deviceId } of trackers) await client.call('POST', '/api/devices', { id: deviceId });
  const zones = new Map<string, string>();
  for (const name of ZONES)
    zones.set(name, await createNamed(client, '/api/zones', { name, shape: zoneShapeOf(name) }));
  const rules = Object.entries(rulesOf((zone) => zones.get(zone) ?? '')) as [RuleName, object][];
  const names = new Map<string, RuleName>();
  for (const [name, settings] of rules)
    names.set(await createNamed(client, '/api/alertRules', { name, all: true, ...settings }), name);
  return names;
}

/** Posts reports of one to five records until the gateway is gone. */
export async function writeReports(client: Client, tracker: Tracker): Promise<void> {
  try {
    for (;;) {
      const again = tracker.resends ? tracker.unanswered : [];
      const count = 1 + (tracker.sent % MAX_RECORDS);
      const seconds = again.length > 0 ? again : Array.from({ length: count }, () => tracker.sent++);
      tracker.unanswered = seconds;
      const fixes = seconds.map((second) => fixOf(tracker.number, second));
      const isLate = tracker.acknowledged.size > 0 && (seconds[0] ?? 0) % LATE_EVERY === 0;
      const body = isLate ? [...fixes, lateFixOf(seconds[0] ?? 0)] : fixes;
      const { status } = await client.call('POST', `/api/devices/${tracker.deviceId}/locations`, body);
      if (status !== 201) {
        await delay(5);
        continue;
      }
      for (const second of seconds) tracker.acknowledged.add(second);
      tracker.unanswered = [];
    }
  } catch {
    // The gateway was killed.
  }
}

export async function everyPage<Item>(client: Client, path: string, field: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: unknown;
  do {
    const { body } = await client.call('POST', path, { ...ALWAYS, ...(cursor !== undefined && { cursor }) });
    items.push(...(body[field] as Item[]));
    cursor = body.next;
  } while (cursor !== undefined);
  return items;
}

export const storedSeconds = async (client: Client, { deviceId }: Tracker): Promise<number[]> =>
  (await everyPage<Location>(client, `/api/devices/${deviceId}/locations`, 'locations')).map(({ dateTime }) =>
    secondOf(dateTime),
  );

/** The alerts of a device, as the oracle names them, with duplicates. */
export async function storedAlerts(
  client: Client,
  { deviceId }: Tracker,
  rules: ReadonlyMap<string, RuleName>,
): Promise<AlertKey[]> {
  const alerts = await everyPage<AlertView>(client, `/api/devices/${deviceId}/alerts`, 'alerts');
  return alerts.map(({ dateTime, rule = '', alerts: names }) => {
    const known = rules.get(rule);
    if (known === undefined) throw new Error(`an alert of ${deviceId} names the rule '${rule}'`);
    return alertKey(secondOf(dateTime), known, names.join());
  });
}

/** Posts these seconds to a gateway that is not killed. */
export async function postAll(client: Client, { deviceId, number }: Tracker, stored: readonly number[]): Promise<void> {
  const seconds = stored.toSorted((a, b) => a - b);
  for (let from = 0; from < seconds.length; from += 500) {
    const fixes = seconds.slice(from, from + 500).map((second) => fixOf(number, second));
    const { status } = await client.call('POST', `/api/devices/${deviceId}/locations`, fixes);
    expect(status).to.equal(201);
  }
}

/** The states of rules and the visits in the store of a gateway that has ended, by device. */
export async function statesIn(folder: string, trackers: readonly Tracker[]): Promise<object[]> {
  const sizes = { segmentBytes: 262_144, snapshotBytes: 131_072, retention: { days: 0, bytes: 0 } };
  const store = await openStore({ folder, clock: createTestClock(), logger: silentLogger, ...sizes });
  const { ruleStates, zoneVisits } = store.state;
  const states = trackers.map(({ deviceId }) => ({
    deviceId,
    rules: ruleStates.get(deviceId),
    visits: zoneVisits.get(deviceId) ?? {},
  }));
  await store.close();
  return states;
}
