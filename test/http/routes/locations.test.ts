import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const day = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T23:59:59.999Z' };

describe('posting locations', () => {
  const app = useApp({
    seed: () => usersWithKey(userOf('reader'), userOf('driver', { deviceId: 'bus', privileges: ['ingest'] })),
  });
  const post = (body: unknown, deviceId = 'bus'): Promise<Sent> =>
    app.call('POST', `/api/devices/${deviceId}/locations`, body);
  const stored = async (deviceId = 'bus'): Promise<unknown> => (await post(day, deviceId)).body.locations;
  const last = async (deviceId = 'bus'): Promise<unknown> =>
    (await app.call('GET', `/api/devices/${deviceId}/lastLocation`)).body.lastLocation;
  let deviceCount = 0;
  /** registers a device for one test */
  async function fresh(): Promise<string> {
    const id = `d${(deviceCount += 1)}`;
    expectSuccess(await app.call('POST', '/api/devices', { id }), 201);
    return id;
  }

  before(() => app.call('POST', '/api/devices', { id: 'bus' }));

  it('every form of the body is accepted', async () => {
    const id = await fresh();
    for (const [index, body] of [
      fixAt(0),
      [fixAt(1)],
      { location: fixAt(2) },
      { locations: [fixAt(3)] },
      { ...day, ...fixAt(4) },
      { ...day, location: fixAt(5) },
      { ...day, locations: [fixAt(6)] },
      { from: day.from, location: fixAt(7) },
      { to: fixAt(8).dateTime, ...fixAt(8) },
    ].entries()) {
      const answer = await post(body, id);
      expectSuccess(answer, 201);
      expect(answer.body, String(index)).to.include({ accepted: 1, duplicates: 0 });
    }
    expect(await stored(id)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8].map(fixAt));
  });

  it('a body in any other form is refused', async () => {
    for (const [body, error] of [
      [{}, '/from is missing'],
      [[], /^the body must NOT have fewer than 1 items/],
      [{ locations: [] }, /^\/locations must NOT have fewer than 1 items/],
      [{ locations: fixAt(1) }, '/locations must be array'],
      [{ location: [fixAt(1)] }, '/location must be object'],
      [{ location: fixAt(1), locations: [fixAt(2)] }, '/location is not a known field'],
      [{ location: fixAt(1), speed: 3 }, '/speed is not a known field'],
      [{ ...fixAt(1), limit: 5 }, '/limit is not a known field'],
      [Array.from({ length: 1001 }, (_, i) => fixAt(i)), /^the body must NOT have more than 1000 items/],
    ] as const) {
      expectFailure(await post(body), 'validation_failed', error);
    }
  });

  it('a body that stores and has both ends of a range is answered with the locations as stored', async () => {
    const id = await fresh();
    await post({ ...fixAt(2), course: 90 }, id);
    const { body } = await post({ ...day, locations: [fixAt(3), { ...fixAt(1), battery: 50.4 }, fixAt(2)] }, id);
    expect(body).to.deep.include({ accepted: 2, duplicates: 1 });
    expect(body.locations).to.deep.equal([fixAt(3), { ...fixAt(1), battery: 50 }, { ...fixAt(2), course: 90 }]);
    expect((await post({ from: day.from, ...fixAt(4) }, id)).body).not.to.have.property('locations');
  });

  it('unknown fields are ignored and named, null is left out, and the rest is stored', async () => {
    const id = await fresh();
    const odd = { ...fixAt(1), battery: null, altitud: 3, attributes: { a: 1, b: null } };
    const { body } = await post({ locations: [fixAt(0), odd], vendor: { x: 1 }, from: null, 'a/b': 1, gone: null }, id);
    expect(body).to.deep.include({ accepted: 2, ignored: ['/locations/1/altitud', '/vendor', '/a~1b'] });
    expect(await stored(id)).to.deep.equal([fixAt(0), { ...fixAt(1), attributes: { a: 1 } }]);
    const found = await post({ ...day, location: null, limit: null, order: 'desc' }, id);
    expect(found.body).to.deep.include({ locations: await stored(id), ignored: ['/order'] });
    expect((await post(day, id)).body).not.to.have.property('ignored');
  });

  it('the response names the first 32 ignored fields, cut to 256 characters, and names of prototypes are refused', async () => {
    const id = await fresh();
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${'x'.repeat(300)}${i}`, i]));
    const ignored = (await post({ location: { ...fixAt(1), ...many } }, id)).body.ignored as string[];
    expect(ignored).to.have.lengthOf(32);
    for (const pointer of ignored) expect(pointer).to.match(/^\/location\/x{246}$/);
    const text = `{"location":{"__proto__":{"a":1},"dateTime":"${fixAt(2).dateTime}","latitude":1,"longitude":2}}`;
    expectFailure(await post(text, id), 'validation_failed', /must not have a field __proto__/);
    const named = { location: { ...fixAt(2), constructor: 1 } };
    expectFailure(await post(named, id), 'validation_failed', 'the body must not have a field constructor');
  });

  it('a location above 16 KiB is refused with its pointer', async () => {
    const long = {
      ...fixAt(2),
      attributes: Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`a${i}`, 'x'.repeat(1000)])),
    };
    const error =
      /^\/locations\/1\/attributes is too long: the location has \d+ bytes as JSON, at most 16384 are allowed$/;
    expectFailure(await post({ locations: [fixAt(1), long] }), 'validation_failed', error);
  });

  it('the error has the pointer of the wrong field in the form that was sent', async () => {
    const high = { ...fixAt(1), latitude: 90.1 };
    const good = [fixAt(1), fixAt(2)];
    const year = { ...fixAt(1), dateTime: '9999-12-31T23:30:00-01:00' };
    const twice = { ...fixAt(1), mileage: 1, milleage: 1 };
    for (const [body, error] of [
      [high, '/latitude must be <= 90'],
      [[...good, high], '/2/latitude must be <= 90'],
      [{ location: high }, '/location/latitude must be <= 90'],
      [{ locations: [...good, high] }, '/locations/2/latitude must be <= 90'],
      [year, '/dateTime must be from 1970 to 9999'],
      [[...good, year], '/2/dateTime must be from 1970 to 9999'],
      [{ location: year }, '/location/dateTime must be from 1970 to 9999'],
      [{ locations: [...good, year] }, '/locations/2/dateTime must be from 1970 to 9999'],
      [[...good, twice], /^\/2\/mileage and \/milleage are the same field/],
      [{ ...day, ...fixAt(-1) }, '/dateTime must lie between /from and /to'],
      [{ ...day, location: fixAt(86_400) }, '/location/dateTime must lie between /from and /to'],
      [{ ...day, locations: [...good, fixAt(-1)] }, '/locations/2/dateTime must lie between /from and /to'],
      [{ ...day, from: '2026-11-22T00:00:00Z', ...fixAt(1) }, '/dateTime must lie between /from and /to'],
    ] as const) {
      expectFailure(await post(body), 'validation_failed', error);
    }
  });

  it('values outside their bounds are refused', async () => {
    for (const wrong of [
      { latitude: -90.0001 },
      { longitude: 180.0001 },
      { latitude: '52.5' },
      { latitude: null },
      { speed: -1 },
      { course: -0.1 },
      { course: 360.1 },
      { battery: 101 },
      { fuel: -0.1 },
      { inputs: [true, null] },
      { outputs: Array.from({ length: 65 }, () => true) },
      { alertTexts: ['x'.repeat(257)] },
      { accessoriesAttributes: [{ nested: {} }] },
      { hasCriticalAlert: 'yes' },
      { warningTexts: 'x' },
      { attributes: { nested: {} } },
      { attributes: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`a${i}`, i])) },
    ]) {
      expectFailure(
        await post({ ...fixAt(1), ...wrong }),
        'validation_failed',
        new RegExp(`^/${Object.keys(wrong)[0]}`),
      );
    }
  });

  it('a batch with one invalid record stores nothing', async () => {
    const id = await fresh();
    expectFailure(await post([fixAt(1), { ...fixAt(2), longitude: 181 }, fixAt(3)], id), 'validation_failed');
    expectFailure(await post([fixAt(1), { ...fixAt(2), mileage: 1, milleage: 1 }], id), 'validation_failed');
    expect(await stored(id)).to.deep.equal([]);
    expect(await last(id)).to.equal(null);
  });

  it('every accepted field is stored, a course of 360 as 0 and mileage as milleage', async () => {
    const id = await fresh();
    const full = {
      ...fixAt(1),
      battery: 0,
      fuel: 100,
      fuel2: 5,
      temperature: -20.5,
      temperature2: 4,
      sensorTime1: 1,
      sensorTime2: 2,
      sensorTime3: 3,
      sensorTime4: 4,
      inactiveSeconds: 60,
      rpm: 900,
      warningTexts: ['door', ''],
      alertTexts: ['Speeding'],
      alerts: ['High Speed'],
      warnings: ['Low Fuel'],
      hasCriticalAlert: true,
      accessoriesAttributes: [{ accessoryType: 'sensor' }, {}],
      inputs: [true, false],
      outputs: [],
      altitude: -3.5,
      accuracy: 2.5,
      satellites: 9,
      attributes: { driver: 'Ana', locked: true, g: 0.1 },
    };
    await post({ ...full, course: 360, mileage: 12.5 }, id);
    expect(await last(id)).to.deep.equal({ ...full, course: 0, milleage: 12.5 });
    expect(await stored(id)).to.deep.equal([await last(id)]);
  });

  it('times are stored in UTC with milliseconds and require a time zone', async () => {
    const id = await fresh();
    const at = (dateTime: string): Promise<Sent> => post({ ...fixAt(0), dateTime }, id);
    expectSuccess(await at('2026-11-21T05:30:00+05:30'), 201);
    expectSuccess(await at('2026-11-21T00:00:00.1239Z'), 201);
    expect(await stored(id)).to.deep.equal([fixAt(0), { ...fixAt(0), dateTime: '2026-11-21T00:00:00.123Z' }]);
    for (const invalid of [
      '2026-11-21T00:00:00',
      '2026-11-21',
      '1763683200',
      '',
      '2026-02-30T00:00:00Z',
      '2026-12-31T23:59:60Z',
    ]) {
      expectFailure(await at(invalid), 'validation_failed', /^\/dateTime must be an ISO 8601 time with its zone/);
    }
  });

  it('duplicates within a batch, across posts and in another time zone are counted and stored once', async () => {
    const id = await fresh();
    const receipt = async (body: unknown): Promise<unknown[]> => {
      const answer = await post(body, id);
      expectSuccess(answer, 201);
      return [answer.body.accepted, answer.body.duplicates];
    };
    expect(await receipt([fixAt(1), fixAt(2), fixAt(1)])).to.deep.equal([2, 1]);
    expect(await receipt([fixAt(2), fixAt(3)])).to.deep.equal([1, 1]);
    expect(await receipt({ ...fixAt(3), dateTime: '2026-11-21T01:00:03+01:00' })).to.deep.equal([0, 1]);
    expect(await receipt({ ...fixAt(3), speed: 99 })).to.deep.equal([0, 1]);
    expect(await receipt({ ...fixAt(3), latitude: 52.501 })).to.deep.equal([1, 0]);
    expect(await stored(id)).to.deep.equal([1, 2, 3].map(fixAt).concat({ ...fixAt(3), latitude: 52.501 }));
  });

  it('parallel posts store a location once', async () => {
    const id = await fresh();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => post([fixAt(1), fixAt(10 + i)], id)));
    const accepted = answers.reduce((sum, { body }) => sum + Number(body.accepted), 0);
    const duplicates = answers.reduce((sum, { body }) => sum + Number(body.duplicates), 0);
    expect([accepted, duplicates]).to.deep.equal([11, 9]);
    expect(await stored(id)).to.have.lengthOf(11);
  });

  it('the same location of two devices is not a duplicate', async () => {
    const [first, second] = [await fresh(), await fresh()];
    await post(fixAt(1), first);
    expect((await post(fixAt(1), second)).body).to.include({ accepted: 1, duplicates: 0 });
  });

  it('the last location is the newest by its own time, not by arrival', async () => {
    const id = await fresh();
    await post(fixAt(100), id);
    await post([fixAt(50), fixAt(99)], id);
    expect(await last(id)).to.deep.equal(fixAt(100));
    await post(fixAt(101), id);
    expect(await last(id)).to.deep.equal(fixAt(101));
  });

  it('a fix from the future is stored, but never becomes the last location', async () => {
    const id = await fresh();
    const now = (app.clock.now() - Date.parse(day.from)) / 1000;
    await post(fixAt(now + 600), id);
    expect(await last(id)).to.deep.equal(fixAt(now + 600));
    expect((await post(fixAt(now + 601), id)).body).to.include({ accepted: 1 });
    expect(await last(id)).to.deep.equal(fixAt(now + 600));
    expect(await stored(id)).to.deep.equal([fixAt(now + 600), fixAt(now + 601)]);
    await post(fixAt(now + 1), id);
    expect(await last(id)).to.deep.equal(fixAt(now + 600));
  });

  it('a post for an unknown device is not found', async () => {
    expectFailure(await post(fixAt(1), 'none'), 'not_found', 'device none not found');
    expectFailure(await post(day, 'none'), 'not_found');
    expectFailure(await app.call('GET', '/api/devices/none/lastLocation'), 'not_found');
  });

  it('posting requires the privilege ingest, a query does not', async () => {
    const reader = await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY });
    const refused = await reader.call('POST', '/api/devices/bus/locations', fixAt(1));
    expect(refused).to.nested.include({ status: 403, 'body.code': 'forbidden' });
    expect(await reader.call('POST', '/api/devices/bus/locations', day)).to.include({ status: 200 });
  });

  it('a user restricted to a device gets a 404 for every other', async () => {
    const driver = await signIn(app.url(), { userName: 'driver', apiKey: TEST_KEY });
    expect(await driver.call('POST', '/api/devices/bus/locations', fixAt(5))).to.include({ status: 201 });
    const id = await fresh();
    for (const body of [fixAt(5), day]) {
      const answer = await driver.call('POST', `/api/devices/${id}/locations`, body);
      expect(answer).to.nested.include({ status: 404, 'body.code': 'not_found' });
    }
    expect(await stored(id)).to.deep.equal([]);
  });
});
