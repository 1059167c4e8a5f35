import { expect } from 'chai';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import { useApp } from '../support/gateway/app.js';
import { request } from '../support/api/client.js';
import { groupOf, nameOf } from '../support/api/examples.js';
import { zoneOf } from '../support/store/zones.js';
import { deviceOf, fixAt } from '../support/store/records.js';

const table = routes({} as RouteServices).filter(
  ({ access, responses }) => access !== 'anyone' && access !== 'optional' && Object.keys(responses).length > 0,
);

const DAY = '?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

/** What a display may call. */
const displayCalls: ReadonlySet<string> = new Set([
  'GET /api/devices',
  'GET /api/devices/:deviceId',
  'GET /api/devices/:deviceId/lastLocation',
  'GET /api/devices/:deviceId/locations',
  'POST /api/devices/:deviceId/locations',
  'GET /api/devices/:deviceId/alerts',
  'POST /api/devices/:deviceId/alerts',
  'GET /api/alerts',
  'GET /api/trails',
  'GET /api/zones',
  'GET /api/zones/:zoneId',
  'GET /api/zones/:zoneId/devices',
  'GET /api/zoneVisits',
  'POST /api/events/ticket',
  // What the dashboard needs to draw them; neither has data of the depot.
  'GET /api/map',
  'GET /api/map/yard',
  'GET /api/clock',
]);

describe('access of a display', () => {
  const app = useApp({
    seed: () =>
      Promise.resolve([
        { kind: 'device', v: deviceOf('bus') },
        { kind: 'device', v: deviceOf('van') },
        { kind: 'zone', v: zoneOf('any') },
        { kind: 'group', v: groupOf('inside', ['bus']) },
      ]),
  });

  it('a display reads devices, locations, alerts, events and the map of its scope, and calls nothing else', async () => {
    const created = await app.call('POST', '/api/displays', { name: 'Gate', group: 'inside' });
    const { body } = await request(app.url(), 'POST', '/api/Auth/Token', { display: created.body.key });
    const headers = { authorization: `Bearer ${String(body.token)}` };
    const send = (route: Route, device: string): ReturnType<typeof request> => {
      const path = route.path.replace(':deviceId', device).replace(/:\w+/g, 'any');
      const isRange = JSON.stringify(route.query?.schema ?? {}).includes('"from"');
      const query = isRange ? DAY : '';
      const range = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };
      const input = route.body === undefined ? undefined : displayCalls.has(nameOf(route)) ? range : {};
      return request(app.url(), route.method.toUpperCase(), path + query, input, headers);
    };
    for (const route of table) {
      const isAllowed = displayCalls.has(nameOf(route));
      const [inside, outside] = [await send(route, 'bus'), await send(route, 'van')];
      const expected = isAllowed ? (route.method === 'post' && route.body === undefined ? 201 : 200) : 403;
      expect(inside.status, nameOf(route)).to.equal(expected);
      expect(outside.status, nameOf(route)).to.equal(isAllowed && route.path.includes(':deviceId') ? 404 : expected);
      if (!isAllowed) expect(inside.body.code, nameOf(route)).to.equal('forbidden');
    }
    const devices = (await request(app.url(), 'GET', '/api/devices', undefined, headers)).body;
    expect((devices.devices as { id: string }[]).map(({ id }) => id)).to.deep.equal(['bus']);
    expect(devices).not.to.have.any.keys('apiUsage', 'apiDailyUsage');
    const post = await request(app.url(), 'POST', '/api/devices/bus/locations', fixAt(1), headers);
    expect(post).to.nested.include({ status: 403, 'body.code': 'forbidden' });
    const health = (await request(app.url(), 'GET', '/api/health', undefined, headers)).body;
    expect(health).to.have.all.keys('success', 'error', 'status', 'version');
  });
});
