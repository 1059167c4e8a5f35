import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Location } from '../../../src/schema/records/location.js';
import type { Client } from '../api/client.js';
import { fixAt } from '../store/records.js';

/** The fixes sent for a device and those acknowledged, as seconds of `fixAt`. */
export type Account = { readonly deviceId: string; sent: number; readonly acknowledged: Set<number> };

export const openAccount = (deviceId: string): Account => ({ deviceId, sent: 0, acknowledged: new Set() });

type Writing = {
  /** the fix of a second; small by default */
  readonly fix?: (second: number) => Location;
  readonly until?: () => boolean;
  /** false: stop at the first refusal */
  readonly again?: boolean;
};

const RETRY_MS = 5;

/**
 * Posts fixes until the gateway is gone or `until` resolves. A refused fix is sent again, as a tracker
 * would, and must be stored once only. Resolves with the counts of all statuses other than 201.
 */
export async function writeOverHttp(
  client: Client,
  own: Account,
  { fix = fixAt, until = () => false, again = true }: Writing = {},
): Promise<ReadonlyMap<number, number>> {
  const refusals = new Map<number, number>();
  let acknowledged = true;
  let second = 0;
  while (!until()) {
    if (acknowledged) second = own.sent++;
    try {
      const { status } = await client.call('POST', `/api/devices/${own.deviceId}/locations`, fix(second));
      acknowledged = status === 201;
      if (acknowledged) own.acknowledged.add(second);
      else {
        refusals.set(status, (refusals.get(status) ?? 0) + 1);
        if (!again) break;
        await delay(RETRY_MS);
      }
    } catch {
      break;
    }
  }
  return refusals;
}

/** Asserts: no acknowledged fix is lost, none is stored twice, and none was never sent. */
export async function expectKept(client: Client, { deviceId, sent, acknowledged }: Account): Promise<void> {
  // Copied before the store is read, because more may be acknowledged meanwhile.
  const promised = [...acknowledged];
  const stored = await everything(client, deviceId);
  const kept = new Set(stored);
  expect(kept.size, `${deviceId}: twice`).to.equal(stored.length);
  const lost = promised.filter((second) => !kept.has(second));
  expect(lost, `${deviceId}: lost`).to.deep.equal([]);
  const invented = stored.filter((second) => second >= sent);
  expect(invented, `${deviceId}: never sent`).to.deep.equal([]);
}

/** The seconds of all stored fixes of the device, read page by page. */
async function everything(client: Client, deviceId: string): Promise<number[]> {
  const day = { from: '2026-11-21T00:00:00Z', to: '2027-11-21T00:00:00Z' };
  const found: number[] = [];
  let cursor: unknown;
  do {
    const query = cursor === undefined ? day : { ...day, cursor };
    const { body } = await client.call('POST', `/api/devices/${deviceId}/locations`, query);
    const locations = body.locations as { dateTime: string }[];
    for (const { dateTime } of locations) found.push((Date.parse(dateTime) - Date.parse(day.from)) / 1000);
    cursor = body.next;
  } while (cursor !== undefined);
  return found;
}
