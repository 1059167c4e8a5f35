import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { request, signIn, type Answer, type Client } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { openEvents } from '../../support/api/event-source.js';
import { groupOf } from '../../support/api/examples.js';
import { commandOf } from '../../support/channels/commands.js';
import { messageOf } from '../../support/channels/messages.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf, fixAt, locationOf, quarantinedOf } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import type { Privilege } from '../../../src/schema/accounts/privileges.js';

const RANGE = 'from=2026-11-01T00:00:00Z&to=2026-11-30T00:00:00Z';
const PRIVILEGES: Privilege[] = ['devices:write', 'ingest', 'messages', 'commands'];

const alertOf = (deviceId: string, second: number): Change => ({
  kind: 'alert',
  v: {
    deviceId,
    alert: { dateTime: fixAt(second).dateTime, alerts: ['SOSButton'] },
    source: { protocol: 'http' },
  },
});

describe('registration by a restricted user', () => {
  const app = useApp({
    config: { licenses: { total: 6 } },
    seed: async () => [
      { kind: 'group', v: groupOf('north') },
      { kind: 'group', v: groupOf('south', ['sold', 'theirs']) },
      { kind: 'device', v: deviceOf('sold') },
      { kind: 'device', v: deviceOf('theirs') },
      locationOf('sold', fixAt(1)),
      alertOf('sold', 1),
      {
        kind: 'telemetry',
        v: { deviceId: 'sold', dateTime: fixAt(1).dateTime, values: { battery: 77 }, source: { protocol: 'http' } },
      },
      { kind: 'message', v: messageOf('sold') },
      { kind: 'command', v: commandOf('sold') },
      { kind: 'device-removed', v: { id: 'sold' } },
      quarantinedOf('parked', fixAt(1)),
      quarantinedOf('parked', fixAt(2)),
      ...(await usersWithKey(
        userOf('north', { group: 'north', privileges: PRIVILEGES }),
        userOf('only', { deviceId: 'sold', privileges: PRIVILEGES }),
      )),
    ],
  });
  const clients = new Map<string, Client>();
  before(async () => {
    for (const userName of ['north', 'only']) {
      clients.set(userName, await signIn(app.url(), { userName, apiKey: TEST_KEY }));
    }
  });
  const as = (name: string): Client => clients.get(name) ?? app.admin();

  const register = (name: string, id: string): Promise<{ status: number; body: Answer; headers: Headers }> =>
    request(app.url(), 'POST', '/api/devices', { id }, { Authorization: `Bearer ${as(name).token}` });

  async function read(name: string, path: string): Promise<Record<string, unknown>> {
    const answer = await as(name).call('GET', path);
    expect(answer.status, path).to.equal(200);
    return answer.body;
  }

  async function textOf(name: string, path: string): Promise<string> {
    const response = await fetch(app.url() + path, { headers: { Authorization: `Bearer ${as(name).token}` } });
    return response.text();
  }

  /** The locations that a replay of all events has of the device, up to the one of `second`. */
  async function replayed(name: string, id: string, second: number): Promise<unknown[]> {
    const events = await openEvents(app.url(), { token: as(name).token, lastEventId: 0 });
    const found: unknown[] = [];
    for (;;) {
      const { data } = (await events.next('location')) as { data: { deviceId: string; location: Location } };
      if (data.deviceId === id) found.push(data.location.dateTime);
      if (data.deviceId === id && data.location.dateTime === fixAt(second).dateTime) break;
    }
    const others = events.received.filter(
      ({ type, data }) => ['message', 'command', 'alert'].includes(type) && isAbout(data, id),
    );
    events.close();
    return [...found, ...others.map(({ type }) => type)];
  }

  /** What a user can read about a device, by number. */
  async function countsOf(name: string, id: string): Promise<Record<string, number>> {
    const length = (list: unknown): number => (list as unknown[]).filter((one) => isAbout(one, id)).length;
    const device = `/api/devices/${id}`;
    return {
      locations: length((await read(name, `${device}/locations?${RANGE}`)).locations),
      alerts: length((await read(name, `${device}/alerts?${RANGE}`)).alerts),
      newest: length((await read(name, `/api/alerts?${RANGE}`)).alerts),
      records: length((await read(name, '/api/records')).records),
      messages: length((await read(name, `/api/messages?deviceId=${id}`)).messages),
      commands: length((await read(name, `/api/commands?deviceId=${id}`)).commands),
    };
  }
  const NOTHING = { locations: 0, alerts: 0, newest: 0, records: 0, messages: 0, commands: 0 };

  it('a restricted user sees of a removed device of others only what comes after they registered it', async () => {
    expectSuccess(await register('north', 'sold'), 201);
    expect(await countsOf('north', 'sold')).to.deep.equal(NOTHING);
    expect(await read('north', '/api/devices/sold/lastLocation')).to.include({ lastLocation: null });
    expect((await read('north', '/api/devices/sold')).device).to.include({ lastSeen: null, source: null });
    for (const id of ['4', '5', '6', '7', '8', '9']) {
      for (const kind of ['messages', 'commands']) {
        expect((await as('north').call('GET', `/api/${kind}/${id}`)).status, `${kind} ${id}`).to.equal(404);
      }
    }
    // A repeated record does not give away what is stored, nor does an alert without a position.
    const { latitude, longitude, dateTime } = fixAt(1);
    const day = { from: '2026-11-01T00:00:00Z', to: '2026-11-30T00:00:00Z' };
    const repeated = await as('north').call('POST', '/api/devices/sold/locations', {
      ...day,
      location: { dateTime, latitude, longitude },
    });
    expect(repeated.body.locations).to.deep.equal([{ dateTime, latitude, longitude }]);
    const posted = await as('north').call('POST', '/api/devices/sold/alerts', { alertName: 'SOSButton' });
    expect(posted.body.alerts).to.have.nested.property('[0].alerts');
    expect(posted.body.alerts).to.not.have.nested.property('[0].latitude');
    expectSuccess((await as('north').call('POST', '/api/devices/sold/locations', fixAt(100))) as never, 201);
    expect(await countsOf('north', 'sold')).to.deep.equal({
      ...NOTHING,
      locations: 1,
      alerts: 1,
      newest: 1,
      records: 2,
    });
    expect(await read('north', '/api/devices/sold/lastLocation')).to.deep.include({
      lastLocation: { ...fixAt(100), hasCriticalAlert: true },
    });
    for (const format of ['gpx', 'csv', 'geojson', 'ndjson']) {
      const file = await textOf('north', `/api/devices/sold/locations?${RANGE}&format=${format}`);
      expect(file, format).to.contain('00:01:40').and.not.contain('00:00:01');
    }
    expect(await replayed('north', 'sold', 100)).to.deep.equal([fixAt(100).dateTime, 'alert']);
    expect(await countsOf('only', 'sold')).to.deep.include({ locations: 1, alerts: 1 });
  });

  it('an unrestricted user sees what came before', async () => {
    expect(await countsOf('admin', 'sold')).to.deep.equal({
      ...{ locations: 2, alerts: 2, newest: 2, records: 4, messages: 1, commands: 1 },
    });
  });

  it('the quarantined records of an unknown device become its history for unrestricted users only', async () => {
    expectSuccess(await register('north', 'parked'), 201);
    expect(await countsOf('north', 'parked')).to.deep.equal(NOTHING);
    expect(await read('north', '/api/devices/parked/lastLocation')).to.include({ lastLocation: null });
    expect(await countsOf('admin', 'parked')).to.include({ locations: 2, records: 2 });
    expect(await read('admin', '/api/devices/parked/lastLocation')).to.deep.include({ lastLocation: fixAt(2) });
    expect((await read('admin', '/api/unknownDevices')).unknownDevices).to.deep.equal([]);
    // A fix that is older than the last location of before changes nothing for others, and is not shown as the last one.
    expectSuccess((await as('north').call('POST', '/api/devices/parked/locations', fixAt(0))) as never, 201);
    expect(await countsOf('north', 'parked')).to.include({ locations: 1 });
    expect(await read('north', '/api/devices/parked/lastLocation')).to.include({ lastLocation: null });
    expect((await read('north', '/api/devices/parked')).device).to.deep.include({ source: { protocol: 'http' } });
  });

  it('a restricted user sees the same after a restart', async () => {
    await app.change([]);
    for (const userName of ['north']) clients.set(userName, await signIn(app.url(), { userName, apiKey: TEST_KEY }));
    expect(await countsOf('north', 'sold')).to.include({ locations: 1, records: 2 });
    expect(await countsOf('north', 'parked')).to.include({ locations: 1, records: 1 });
  });

  it('the answer is the same for the id of a device of others and for a free one without a license', async () => {
    const refusal = (id: string): string =>
      `device ${id} cannot be registered: no license is free, or the id is not available to restricted users; an ` +
      'unrestricted user with devices:write sees which';
    expectFailure(await register('north', 'theirs'), 'conflict', refusal('theirs'));
    for (const id of ['a', 'b', 'c']) expectSuccess(await register('north', id), 201);
    expectFailure(await register('north', 'free'), 'conflict', refusal('free'));
    expectFailure(await register('north', 'theirs'), 'conflict', refusal('theirs'));
    expectFailure(await register('north', 'a'), 'conflict', 'device a already exists');
    expectFailure(await app.call('POST', '/api/devices', { id: 'theirs' }), 'conflict', 'device theirs already exists');
    expect(await textOf('admin', '/metrics')).to.contain('waypost_refusals_total{kind="device_id_unavailable"} 3');
  });
});

/** Records of one device have no id of it. */
const isAbout = (data: unknown, deviceId: string): boolean =>
  (data as { readonly deviceId?: string }).deviceId === undefined ||
  (data as { deviceId: string }).deviceId === deviceId;
