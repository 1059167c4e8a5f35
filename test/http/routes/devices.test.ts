import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('devices', () => {
  const app = useApp({
    config: { timeZone: 'Europe/Madrid' },
    seed: () =>
      usersWithKey(
        userOf('reader'),
        userOf('writer', { privileges: ['devices:write'] }),
        userOf('driver', { deviceId: 'bus' }),
      ),
  });
  const as = (userName: string): ReturnType<typeof signIn> => signIn(app.url(), { userName, apiKey: TEST_KEY });
  const bus = {
    id: 'bus',
    name: 'Bus 7',
    description: 'the blue one',
    min: '+34 600 000 000',
    tags: { line: '7' },
    expires: null,
    state: 'active',
    limits: { expires: { enabled: false, date: null }, dailyEmailLimit: 5, dailySmsLimit: 0 },
    usage: { date: '2026-11-21', emails: 0, sms: 0 },
    lastSeen: null,
    usualInterval: null,
    source: null,
  };

  before(async () => {
    const { name, description, min, tags } = bus;
    const sent = { id: 'bus', name, description, min, tags, limits: { dailyEmailLimit: 5, dailySmsLimit: 0 } };
    const answer = await app.call('POST', '/api/devices', sent);
    expectSuccess(answer, 201);
    expect(answer.body.device).to.deep.equal(bus);
  });

  it('a device is returned as created, with its computed fields', async () => {
    const answer = await app.call('GET', '/api/devices/bus');
    expectSuccess(answer);
    expect(answer.body.device).to.deep.equal(bus);
  });

  it('a device needs only an id', async () => {
    const answer = await app.call('POST', '/api/devices', { id: 'plain' });
    expect(answer.body.device).to.deep.equal({
      ...bus,
      id: 'plain',
      name: 'plain',
      description: '',
      min: '',
      tags: {},
      limits: { ...bus.limits, dailyEmailLimit: null, dailySmsLimit: null },
    });
  });

  it('devices are listed by id', async () => {
    await app.call('POST', '/api/devices', { id: 'aaa' });
    const answer = await app.call('GET', '/api/devices');
    expectSuccess(answer);
    const ids = (answer.body.devices as { id: string }[]).map(({ id }) => id);
    expect(ids)
      .to.include('aaa')
      .and.to.deep.equal([...ids].sort());
    expect(answer.body.devices).to.deep.include(bus);
  });

  it('a device can be posted as returned; fields set by the gateway are ignored', async () => {
    const { body } = await app.call('GET', '/api/devices/bus');
    const hostile = { state: 'expired', lastSeen: 5, source: [], usage: 'x', creation: 1, lastModified: 2 };
    const again = { ...(body.device as object), ...hostile, id: 'copy', success: true, error: null, apiUsage: 1 };
    const answer = await app.call('POST', '/api/devices', again);
    expectSuccess(answer, 201);
    expect(answer.body.device).to.deep.equal({ ...bus, id: 'copy' });
  });

  it('a device id is unique', async () => {
    const answer = await app.call('POST', '/api/devices', { id: 'bus' });
    expectFailure(answer, 'conflict', 'device bus already exists');
    expectSuccess(await app.call('POST', '/api/devices', { id: 'Bus' }), 201);
    expect((await app.call('GET', '/api/devices/bus')).body.device).to.deep.equal(bus);
  });

  it('parallel calls create a device once', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((n) => app.call('POST', '/api/devices', { id: 'twin', name: `${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
  });

  it('an id may be the name of an inherited property', async () => {
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expectFailure(await app.call('GET', `/api/devices/${id}`), 'not_found');
      expectSuccess(await app.call('POST', '/api/devices', { id }), 201);
      expect((await app.call('GET', `/api/devices/${id}`)).body.device).to.include({ id, name: id });
      expectSuccess(await app.call('POST', `/api/devices/${id}/locations`, fixAt(1)), 201);
      expect((await app.call('GET', `/api/devices/${id}/lastLocation`)).body.lastLocation).to.deep.equal(fixAt(1));
    }
  });

  it('a device has the time and the source of its last contact', async () => {
    await app.call('POST', '/api/devices', { id: 'seen' });
    await app.call('POST', '/api/devices/seen/locations', fixAt(1));
    expect((await app.call('GET', '/api/devices/seen')).body.device).to.deep.include({
      lastSeen: new Date(app.clock.now()).toISOString(),
      source: { protocol: 'http' },
    });
  });

  it('a device has its usual interval once it has reported twice, and a client cannot change it', async () => {
    await app.call('POST', '/api/devices', { id: 'hourly' });
    const read = async () => (await app.call('GET', '/api/devices/hourly')).body.device as Record<string, unknown>;
    await app.call('POST', '/api/devices/hourly/locations', fixAt(1));
    expect(await read()).to.include({ usualInterval: null });
    app.clock.advance(3_600_000);
    await app.call('POST', '/api/devices/hourly/locations', fixAt(2));
    expect(await read()).to.include({ usualInterval: 3_600 });
    expectSuccess(await app.call('PUT', '/api/devices/hourly', { ...(await read()), usualInterval: 5 }));
    expect(await read()).to.include({ usualInterval: 3_600 });
  });

  it('an invalid device is refused with the field that is wrong', async () => {
    for (const [body, error] of [
      [{}, '/id is missing'],
      [{ id: 5 }, '/id must be string'],
      [{ id: '' }, /^\/id must/],
      [{ id: 'x'.repeat(65) }, /^\/id must/],
      [{ id: 'a/b' }, /^\/id must have only letters/],
      [{ id: 'a\n' }, /^\/id must have only letters/],
      [{ id: 'x', color: 1 }, '/color is not a known field'],
      [{ id: 'x', 'a/b~c': 1 }, '/a~1b~0c is not a known field'],
      [{ id: 'x', limits: { dailyFaxLimit: 1 } }, '/limits/dailyFaxLimit is not a known field'],
      [{ id: 'x', tags: { a: 5 } }, '/tags/a must be string'],
      [{ id: 'x', tags: { '': 'x' } }, /^\/tags must/],
      [{ id: null }, '/id is missing'],
      [{ id: 'x', color: null }, '/color is not a known field'],
      [{ id: 'x', expires: '2026-11-21' }, /^\/expires must be an ISO 8601 time with its zone/],
      [{ id: 'x', expires: '2026-11-21T08:00:00' }, /^\/expires must be an ISO 8601 time with its zone/],
      [{ id: 'x', limits: { dailyEmailLimit: 1_000_001 } }, '/limits/dailyEmailLimit must be <= 1000000'],
      [{ id: 'x', limits: { dailySmsLimit: -1 } }, '/limits/dailySmsLimit must be >= 0'],
      [{ id: 'x', limits: { dailySmsLimit: 1.5 } }, /^\/limits\/dailySmsLimit must be integer/],
    ] as const) {
      expectFailure(await app.call('POST', '/api/devices', body), 'validation_failed', error);
    }
    expectFailure(await app.call('GET', '/api/devices/x'), 'not_found');
  });

  it('a device can be created only with devices:write', async () => {
    const [reader, writer] = [await as('reader'), await as('writer')];
    expect(await reader.call('POST', '/api/devices', { id: 'mine' })).to.nested.include({ 'body.code': 'forbidden' });
    expect(await writer.call('POST', '/api/devices', { id: 'mine' })).to.include({ status: 201 });
  });

  it('devices outside the scope of a user do not exist for that user', async () => {
    const driver = await as('driver');
    const { body } = await driver.call('GET', '/api/devices');
    expect((body.devices as { id: string }[]).map(({ id }) => id)).to.deep.equal(['bus']);
    expect(await driver.call('GET', '/api/devices/bus')).to.include({ status: 200 });
    for (const path of ['/api/devices/plain', '/api/devices/plain/lastLocation']) {
      const [hidden, absent] = [
        await driver.call('GET', path),
        await driver.call('GET', path.replace('plain', 'none')),
      ];
      expect(hidden).to.nested.include({ status: 404, 'body.code': 'not_found' });
      expect(String(hidden.body.error).replace('plain', 'none')).to.equal(absent.body.error);
    }
  });
});
