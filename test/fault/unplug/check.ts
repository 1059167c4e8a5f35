import { expect } from 'chai';
import { historyOf } from '../../support/api/api-queries.js';
import type { Client } from '../../support/api/client.js';
import type { Fleet } from './fleet.js';

/** degrees; AIS has a resolution of 1/600,000 */
const TOLERANCE = 1e-6;

/**
 * Checks that a device's stored records are the ones it measured, each once, and include all acknowledged ones. Returns
 * the number of acknowledged records.
 */
export async function expectOwn(client: Client, fleet: Fleet, deviceId: string): Promise<number> {
  const { made, acknowledged, refused, dropped } = fleet.accountOf(deviceId);
  const stored = await historyOf(client, deviceId);
  const times = stored.map(({ dateTime }) => dateTime);
  const alerts = await alertTimesOf(client, deviceId);
  expect(new Set(times).size, `${deviceId}: twice`).to.equal(times.length);
  expect(new Set(alerts).size, `${deviceId}: alerts twice`).to.equal(alerts.length);
  expect(without(times, made.location), `${deviceId}: never measured`).to.deep.equal([]);
  expect(without(alerts, made.alert), `${deviceId}: never raised`).to.deep.equal([]);
  const elsewhere = stored.filter(({ dateTime, latitude, longitude }) => {
    const position = fleet.positionAt(deviceId, Date.parse(dateTime));
    return Math.abs(position.latitude - latitude) > TOLERANCE || Math.abs(position.longitude - longitude) > TOLERANCE;
  });
  expect(elsewhere, `${deviceId}: position of another device`).to.deep.equal([]);
  expect(without(acknowledged.location, times), `${deviceId}: lost`).to.deep.equal([]);
  expect(without(acknowledged.alert, alerts), `${deviceId}: alerts lost`).to.deep.equal([]);
  expect([...refused.location, ...refused.alert], `${deviceId}: refused`).to.deep.equal([]);
  expect([...dropped.location, ...dropped.alert], `${deviceId}: dropped`).to.deep.equal([]);
  expect(times, `${deviceId}: nothing stored`).not.to.be.empty;
  return acknowledged.location.length + acknowledged.alert.length;
}

async function alertTimesOf({ call }: Client, deviceId: string): Promise<string[]> {
  const range = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', limit: 500 };
  const { body } = await call('POST', `/api/devices/${deviceId}/alerts`, range);
  expect(body.next, 'more alerts than one page').to.equal(undefined);
  return (body.alerts as readonly { readonly dateTime: string }[]).map(({ dateTime }) => dateTime);
}

function without(some: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return some.filter((one) => !known.has(one));
}
