import { expect } from 'chai';
import type { AlertView } from '../../../src/schema/records/alert.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import {
  ALERT_RANGE,
  GROUP_PATCH,
  GROUP_POST,
  GROUP_PUT,
  LOCATION_BODY,
  LOCATION_RANGE,
} from '../../support/api/public-bodies.js';

describe('the bodies of the public documentation', () => {
  const app = useApp({});
  const { location } = LOCATION_BODY;
  const stored = { ...location, dateTime: '2024-06-01T12:00:00.000Z' };

  before(async () => {
    for (const id of ['device123', 'dev-123', 'dev-456']) await app.call('POST', '/api/devices', { id });
  });

  it('a location is stored with every field, answered as stored, and found again', async () => {
    const path = '/api/devices/device123/locations';
    const posted = await app.call('POST', path, LOCATION_BODY);
    expectSuccess(posted, 201);
    expect(posted.body).to.deep.include({ accepted: 1, duplicates: 0, locations: [stored] });
    expect(posted.body).to.include.keys('apiUsage', 'apiDailyUsage').and.not.to.have.property('ignored');
    const found = await app.call('POST', path, LOCATION_RANGE);
    expectSuccess(found);
    expect(found.body.locations).to.deep.equal([stored]);
    expect((await app.call('GET', '/api/devices/device123/lastLocation')).body.lastLocation).to.deep.equal(stored);
    const again = await app.call('POST', path, LOCATION_BODY);
    expect(again.body).to.deep.include({ accepted: 0, duplicates: 1, locations: [stored] });
  });

  it('a stored location raises no alert and is in every file', async () => {
    const query = `from=${LOCATION_RANGE.from}&to=${LOCATION_RANGE.to}`;
    const { body } = await app.call('GET', `/api/devices/device123/alerts?${query}`);
    expect(body.alerts).to.deep.equal([]);
    const file = async (format: string): Promise<string> => {
      const url = `${app.url()}/api/devices/device123/locations?${query}&format=${format}`;
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${app.admin().token}` } });
      expect(answer.status, format).to.equal(200);
      return answer.text();
    };
    const { latitude, longitude, ...properties } = stored;
    expect(JSON.parse(await file('geojson'))).to.have.deep.nested.property('features[0]', {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties,
    });
    expect(JSON.parse(await file('ndjson'))).to.deep.equal(stored);
    const csv = await file('csv');
    for (const field of Object.keys(stored)) expect(csv.split('\r\n')[0]?.split(',')).to.include(field);
    expect(csv).to.contain('"[""High Speed""]"').and.to.contain('"[true,false,true]"');
    expect(await file('gpx')).to.contain('<gpxtpx:speed>60.5</gpxtpx:speed><gpxtpx:course>180</gpxtpx:course>');
  });

  it('alerts are found by name, with the notifications that were sent', async () => {
    const path = '/api/devices/device123/alerts';
    const alert = { dateTime: '2024-06-01T12:00:00Z', alerts: ['Speeding Alert'], text: 'x' };
    expectSuccess(await app.call('POST', path, alert), 201);
    const found = await app.call('POST', path, ALERT_RANGE);
    expectSuccess(found);
    const [view] = found.body.alerts as AlertView[];
    expect(view).to.deep.include({ alerts: ['Speeding Alert'], notifications: [], text: 'x' });
  });

  it('a group is created, replaced and patched', async () => {
    const created = await app.call('POST', '/api/groups', GROUP_POST);
    expectSuccess(created, 201);
    expect(created.body).to.deep.include(GROUP_POST);
    const path = `/api/groups/${String(created.body.id)}`;
    expect((await app.call('PUT', path, GROUP_PUT)).body).to.deep.include(GROUP_PUT);
    const patched = await app.call('PATCH', path, GROUP_PATCH);
    expect(patched.body).to.deep.include({ ...GROUP_PUT, name: 'Updated Name' });
  });
});

describe('a resource that a client reads, edits and sends back whole', () => {
  const app = useApp({});
  const entities = {
    '/api/devices': { id: 'bus', name: 'Bus', tags: { depot: 'north' } },
    '/api/groups': { name: 'North', description: 'yard' },
    '/api/users': { name: 'ana', email: 'ana@example.org', country: 'ES', timeZone: 'Europe/Madrid', message: 'hello' },
    '/api/notifications': { name: 'Night', emails: ['night@example.org'], quietMinutes: 5 },
    '/api/templates': { name: 'Vans', protocol: 'queclink', description: 'red' },
  } as const;
  const paths = new Map<string, string>();
  /** The entity as the API returns it. */
  const read = async (collection: string): Promise<Record<string, unknown>> => {
    const { body } = await app.call('GET', paths.get(collection) ?? '');
    const noun = collection.replace('/api/', '').replace(/s$/, '');
    return body[noun] as Record<string, unknown>;
  };
  const put = async (collection: string, body: unknown): Promise<Sent> =>
    app.call('PUT', paths.get(collection) ?? '', body);

  before(async () => {
    for (const [collection, body] of Object.entries(entities)) {
      const created = await app.call('POST', collection, body);
      expectSuccess(created, 201);
      const noun = collection.replace('/api/', '').replace(/s$/, '');
      paths.set(collection, `${collection}/${(created.body[noun] as { id: string }).id}`);
    }
  });

  for (const collection of Object.keys(entities)) {
    it(`PUT of ${collection} takes the whole response, edited`, async () => {
      const { body } = await app.call('GET', paths.get(collection) ?? '');
      const answer = await put(collection, { ...(await read(collection)), ...body, description: undefined });
      expectSuccess(answer);
      expect(answer.body).not.to.have.property('ignored');
    });

    it(`PUT of ${collection} takes null for every optional field as left out`, async () => {
      const before = await read(collection);
      const required = { id: before.id, name: before.name, email: before.email, country: before.country };
      // A rule needs a recipient.
      const { timeZone, protocol, emails } = before;
      const kept = { ...required, timeZone, protocol, emails };
      const nulls = Object.fromEntries(Object.keys(before).map((field) => [field, null]));
      const withNulls = await put(collection, { ...nulls, ...dropUndefined(kept), password: undefined });
      expectSuccess(withNulls);
      const after = await read(collection);
      expectSuccess(await put(collection, dropUndefined(kept)));
      const times = { lastModified: '', modification: '' };
      expect({ ...after, ...times }).to.deep.equal({ ...(await read(collection)), ...times });
    });

    it(`PATCH of ${collection} with null removes a field, by JSON Patch as by Merge Patch`, async () => {
      const path = paths.get(collection) ?? '';
      const described = (description: string): Promise<Sent> => app.call('PATCH', path, { description });
      const field = collection === '/api/notifications' ? 'quietMinutes' : 'description';
      if (field === 'description') expectSuccess(await described('old'));
      for (const op of ['add', 'replace']) {
        const patched = await app.call('PATCH', path, [{ op, path: `/${field}`, value: null }]);
        expectSuccess(patched);
        const merged = await app.call('PATCH', path, { [field]: null });
        expect((await read(collection))[field]).to.equal(field === 'description' ? '' : 2);
        expect(patched.body[field]).to.deep.equal(merged.body[field]);
      }
    });
  }

  it('null keeps its meaning where it is a value', async () => {
    const limits = {
      dailySmsLimit: null,
      dailyEmailLimit: 5,
      expires: { enabled: true, date: '2027-01-01T00:00:00.000Z' },
    };
    expectSuccess(await put('/api/devices', { limits }));
    expect(await read('/api/devices')).to.deep.nested.include({
      'limits.dailySmsLimit': null,
      'limits.dailyEmailLimit': 5,
    });
    const path = paths.get('/api/devices') ?? '';
    const patched = await app.call('PATCH', path, [{ op: 'replace', path: '/limits/expires', value: null }]);
    expectSuccess(patched);
    expect(await read('/api/devices')).to.include({ expires: null });
    const user = await app.call('PATCH', paths.get('/api/users') ?? '', [
      { op: 'replace', path: '/group', value: null },
    ]);
    expect(user.body).to.include({ group: null });
  });

  it('unknown fields of groups and users are ignored and named, those of other resources are refused', async () => {
    for (const collection of ['/api/groups', '/api/users']) {
      const before = await read(collection);
      const answer = await put(collection, { ...before, vendor: { deep: [1] }, other: null });
      expect(answer.body.ignored, collection).to.deep.equal(['/vendor']);
      const patch = [{ op: 'add', path: '/vendor', value: 1 }];
      const patched = await app.call('PATCH', paths.get(collection) ?? '', patch);
      expect(patched.body.ignored, collection).to.deep.equal(['/vendor']);
      expect(await read(collection)).not.to.have.property('vendor');
    }
    for (const collection of ['/api/devices', '/api/notifications', '/api/templates']) {
      const answer = await put(collection, { ...(await read(collection)), vendor: 1 });
      expectFailure(answer, 'validation_failed', '/vendor is not a known field');
    }
  });
});

const dropUndefined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
