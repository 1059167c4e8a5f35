import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

/**
 * A third-party client: its types are generated from the OpenAPI document of the gateway. Prints the outcome of a
 * call per line; a response other than a success ends it.
 */

const { GATEWAY = '', KEY = '' } = process.env;
const api = createClient<paths>({ baseUrl: GATEWAY });

function dataOf<T>({ data, error, response }: { data?: T; error?: { error: string }; response: Response }): T {
  console.log(`${response.status} ${new URL(response.url).pathname}`);
  if (data === undefined) throw new Error(error?.error ?? response.statusText);
  return data;
}

const { token } = dataOf(await api.POST('/api/Auth/Token', { body: { userName: 'admin', apiKey: KEY } }));
api.use({
  onRequest({ request }) {
    request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  },
});

dataOf(await api.POST('/api/devices', { body: { id: 'bus-7', name: 'Bus 7' } }));
const params = { path: { deviceId: 'bus-7' } };

// Both kinds of patch have types.
const renamed = dataOf(
  await api.PATCH('/api/devices/{deviceId}', {
    params,
    body: { name: 'Bus 8', description: null },
    headers: { 'Content-Type': 'application/merge-patch+json' },
  }),
);
const patched = dataOf(
  await api.PATCH('/api/devices/{deviceId}', {
    params,
    body: [{ op: 'replace', path: '/name', value: `${renamed.device.name}, blue` }],
    headers: { 'Content-Type': 'application/json-patch+json' },
  }),
);
console.log(patched.device.name);

const location = { dateTime: '2026-01-21T08:22:34Z', latitude: 40.4, longitude: -3.7, speed: 12.5 };
dataOf(await api.POST('/api/devices/{deviceId}/locations', { params, body: { location } }));
const { lastLocation } = dataOf(await api.GET('/api/devices/{deviceId}/lastLocation', { params }));
console.log(lastLocation?.speed);
const range = { from: '2026-01-21T00:00:00Z', to: '2026-01-22T00:00:00Z' };
const history = dataOf(await api.GET('/api/devices/{deviceId}/locations', { params: { ...params, query: range } }));
// The same call also serves files, as text.
console.log(typeof history === 'string' ? history : history.locations.length);

const alert = { alerts: ['SOSButton'], dateTime: '2026-01-21T08:22:35Z' };
dataOf(await api.POST('/api/devices/{deviceId}/alerts', { params, body: { alert } }));
const { alerts } = dataOf(await api.GET('/api/alerts', { params: { query: range } }));
console.log(alerts[0]?.deviceId, alerts[0]?.alerts[0]);

const { group } = dataOf(await api.POST('/api/groups', { body: { name: 'North', devices: ['bus-7'] } }));
dataOf(
  await api.PATCH('/api/groups/{groupId}', { params: { path: { groupId: group.id } }, body: { description: 'Depot' } }),
);
dataOf(await api.DELETE('/api/groups/{groupId}', { params: { path: { groupId: group.id } } }));
dataOf(await api.DELETE('/api/devices/{deviceId}', { params }));

const missing = await api.GET('/api/devices/{deviceId}', { params });
console.log(missing.response.status, missing.error?.code);
