import { expect } from 'chai';
import type { DeviceView } from '../../../src/schema/devices/device.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { fixAt } from '../../support/store/records.js';

const PAST = '2026-11-21T07:00:00.000Z';
const END = '2026-12-01T00:00:00.000Z';

describe('changes of devices', () => {
  const app = useApp({ config: { licenses: { total: 3 } } });
  const licenses = async (): Promise<unknown> => (await app.call('GET', '/api/licenses')).body.licenses;
  const create = (id: string, own: object = {}): Promise<Sent> => app.call('POST', '/api/devices', { id, ...own });
  const get = async (id: string): Promise<DeviceView> =>
    (await app.call('GET', `/api/devices/${id}`)).body.device as DeviceView;

  afterEach(async () => {
    const { devices } = (await app.call('GET', '/api/devices')).body as unknown as { devices: DeviceView[] };
    for (const { id } of devices) await app.call('DELETE', `/api/devices/${id}`);
  });

  it('PUT replaces a device and accepts a device as returned', async () => {
    await create('bus', { name: 'Bus 7', tags: { line: '7' }, expires: END, limits: { dailySmsLimit: 3 } });
    const given = await app.call('GET', '/api/devices/bus');
    const back = await app.call('PUT', '/api/devices/bus', { ...given.body, ...(given.body.device as object) });
    expectSuccess(back);
    expect(back.body.device).to.deep.equal(given.body.device);
    const bare = await app.call('PUT', '/api/devices/bus', {});
    expect(bare.body.device).to.deep.include({ id: 'bus', name: 'bus', tags: {}, expires: null });
    expectFailure(await app.call('PUT', '/api/devices/bus', { id: 'van' }), 'validation_failed', /^\/id must be bus/);
    expectFailure(await app.call('PUT', '/api/devices/ghost', {}), 'not_found');
  });

  it('the expiry is taken from the field that was changed', async () => {
    await create('bus', { expires: END });
    const later = '2027-01-01T00:00:00.000Z';
    const shown = await get('bus');
    const byField = await app.call('PUT', '/api/devices/bus', { ...shown, expires: later });
    expect(byField.body.device).to.deep.include({ expires: later });
    const limits = { ...shown.limits, expires: { enabled: true, date: END } };
    const byLimit = await app.call('PATCH', '/api/devices/bus', { limits });
    expect(byLimit.body.device).to.deep.include({ expires: END });
    const off = await app.call('PATCH', '/api/devices/bus', [
      { op: 'replace', path: '/limits/expires/enabled', value: false },
    ]);
    expect(off.body.device).to.deep.include({ expires: null });
    const again = await app.call('PATCH', '/api/devices/bus', [{ op: 'replace', path: '/expires', value: later }]);
    expect(again.body.device).to.deep.nested.include({ 'limits.expires': { enabled: true, date: later } });
  });

  it('reactivating a device needs a free license, and expiry or deletion frees one', async () => {
    for (const id of ['a', 'b', 'c']) expectSuccess(await create(id), 201);
    expect(await licenses()).to.deep.include({ total: 3, used: 3, available: 0 });
    expectFailure(await create('d'), 'no_license');
    expectSuccess(await create('old', { expires: PAST }), 201);
    expectFailure(await app.call('PATCH', '/api/devices/old', { expires: END }), 'no_license');
    expectFailure(await app.call('PUT', '/api/devices/old/limits', {}), 'no_license');
    expectSuccess(await app.call('PATCH', '/api/devices/a', { expires: PAST }));
    expect(await licenses()).to.deep.include({ total: 3, used: 2, available: 1 });
    expectFailure(await app.call('POST', '/api/devices/a/locations', fixAt(1)), 'device_expired');
    expectSuccess(await app.call('PATCH', '/api/devices/old', { expires: END }));
    expectSuccess(await app.call('DELETE', '/api/devices/b'));
    expect(await licenses()).to.deep.include({ total: 3, used: 2, available: 1 });
  });

  it('parallel calls cannot share the last license', async () => {
    for (const id of ['a', 'b']) await create(id);
    await create('old', { expires: PAST });
    const answers = await Promise.all([
      create('c'),
      create('d'),
      app.call('PATCH', '/api/devices/old', { expires: null }),
    ]);
    expect(answers.filter(({ body }) => body.success)).to.have.lengthOf(1);
    expect(await licenses()).to.deep.include({ total: 3, used: 3, available: 0 });
  });

  it('PUT sets the limits, which are returned with their usage', async () => {
    await create('bus');
    const path = '/api/devices/bus/limits';
    const limits = { expires: { enabled: true, date: END }, dailyEmailLimit: 0, dailySmsLimit: 1_000_000 };
    for (const body of [limits, { limits }, { limits, usage: { date: '2026-11-21', emails: 9, sms: 9 } }]) {
      const answer = await app.call('PUT', path, body);
      expectSuccess(answer);
      const shown = { limits, usage: { date: '2026-11-21', emails: 0, sms: 0 } };
      expect(answer.body).to.deep.include(shown);
      expect((await app.call('GET', path)).body).to.deep.include(shown);
    }
    expect(await get('bus')).to.deep.include({ expires: END, limits });
    for (const [body, error] of [
      [{ dailySmsLimit: -1 }, /^\/dailySmsLimit/],
      [{ dailySmsLimit: 1_000_001 }, /^\/dailySmsLimit/],
      [{ dailyEmailLimit: 1.5 }, /^\/dailyEmailLimit/],
      [{ expires: { enabled: true } }, /^\/limits\/expires\/date is missing/],
      [{ monthlyLimit: 1 }, '/monthlyLimit is not a known field'],
    ] as const) {
      expectFailure(await app.call('PUT', path, body), 'validation_failed', error);
    }
    expectFailure(await app.call('GET', '/api/devices/ghost/limits'), 'not_found');
  });

  it('the history of a deleted device is available when the device is registered again', async () => {
    await create('bus');
    await app.call('POST', '/api/devices/bus/locations', fixAt(1));
    expectSuccess(await app.call('DELETE', '/api/devices/bus'));
    for (const path of ['', '/lastLocation', '/limits']) {
      expectFailure(await app.call('GET', `/api/devices/bus${path}`), 'not_found');
    }
    await create('bus');
    expect((await app.call('GET', '/api/devices/bus/lastLocation')).body.lastLocation).to.deep.include({
      dateTime: fixAt(1).dateTime,
    });
  });

  it('the list is filtered by group and state, page by page', async () => {
    await create('a');
    await create('b');
    await create('old', { expires: PAST });
    const { body } = await app.call('POST', '/api/groups', { name: 'North', devices: ['old', 'b'] });
    const ids = async (query: string): Promise<string[]> => {
      const answer = await app.call('GET', `/api/devices${query}`);
      return ((answer.body.devices ?? []) as DeviceView[]).map(({ id }) => id);
    };
    expect(await ids('')).to.deep.equal(['a', 'b', 'old']);
    expect(await ids(`?group=${String(body.id)}`)).to.deep.equal(['b', 'old']);
    expect(await ids('?group=no-such')).to.deep.equal([]);
    expect(await ids('?state=expired')).to.deep.equal(['old']);
    expect(await ids('?state=active&limit=1&offset=1')).to.deep.equal(['b']);
    for (const query of ['?limit=0', '?limit=x', '?state=lost', '?offset=-1', '?group=a%20b']) {
      expectFailure(await app.call('GET', `/api/devices${query}`), 'validation_failed', /^query: /);
    }
    await app.call('DELETE', `/api/groups/${String(body.id)}`);
  });
});
