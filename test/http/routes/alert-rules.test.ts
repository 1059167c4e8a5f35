import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';

const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';
const YARD = { type: 'circle', center: [5, 52.5], radius: 100 };

describe('zones and alert rules', () => {
  const app = useApp();
  let count = 0;

  async function newDevice(): Promise<string> {
    const id = `bus-${(count += 1)}`;
    await app.call('POST', '/api/devices', { id });
    return id;
  }
  const newZone = async (own: object = {}): Promise<string> =>
    String((await app.call('POST', '/api/zones', { name: `Yard ${(count += 1)}`, shape: YARD, ...own })).body.id);
  const createRule = (body: object): Promise<Sent> =>
    app.call('POST', '/api/alertRules', { name: `Rule ${(count += 1)}`, ...body });
  const newRule = async (body: object): Promise<string> => {
    const created = await createRule(body);
    expectSuccess(created, 201);
    return String(created.body.id);
  };
  const post = (device: string, second: number, own: object = {}): Promise<Sent> =>
    app.call('POST', `/api/devices/${device}/locations`, {
      dateTime: new Date(Date.UTC(2026, 10, 21, 7) + second * 1_000).toISOString(),
      ...{ latitude: 52.5, longitude: 5.01, ...own },
    });
  const INSIDE = { longitude: 5 };
  async function alertsOf(device: string): Promise<Record<string, unknown>[]> {
    return (await app.call('GET', `/api/devices/${device}/alerts?${DAY}`)).body.alerts as Record<string, unknown>[];
  }
  const namesOf = async (device: string): Promise<unknown[]> =>
    (await alertsOf(device)).map(({ alerts, text }) => `${String(alerts)}: ${String(text)}`);

  it('a device that enters a forbidden zone raises an alert that names the rule', async () => {
    const [device, zone] = [await newDevice(), await newZone({ name: 'Quarry' })];
    const rule = await newRule({ type: 'zone', zones: [zone], devices: [device], attention: true });
    expectSuccess(await post(device, 0), 201);
    expect(await alertsOf(device)).to.deep.equal([]);
    expect((await post(device, 10, { ...INSIDE, speed: 4 })).body).to.include({ accepted: 1, duplicates: 0 });
    const [alert] = await alertsOf(device);
    expect(alert).to.deep.include({
      alerts: ['ForbiddenArea'],
      text: 'entered Quarry, 14 km/h',
      rule,
      attention: true,
    });
    expect(alert).to.deep.include({ dateTime: '2026-11-21T07:00:10.000Z', latitude: 52.5, longitude: 5 });
    const { body } = await app.call('GET', '/api/records?kinds=alert&after=0');
    expect(JSON.stringify(body.records)).to.include(rule);
  });

  it('a record that is sent again or arrives late raises nothing', async () => {
    const [device, zone] = [await newDevice(), await newZone()];
    await newRule({ type: 'zone', zones: [zone], devices: [device], when: 'both' });
    for (const [second, own] of [
      [0, {}],
      [10, INSIDE],
      [10, INSIDE],
      [5, INSIDE],
      [7, {}],
    ] as const)
      await post(device, second, own);
    expect(await namesOf(device)).to.have.lengthOf(1);
  });

  it('several records of one request are evaluated in order of their time', async () => {
    const [device, zone] = [await newDevice(), await newZone()];
    await newRule({ type: 'zone', zones: [zone], devices: [device], when: 'both' });
    const at = (second: number, longitude: number): object => ({
      ...{ latitude: 52.5, longitude },
      dateTime: new Date(Date.UTC(2026, 10, 21, 7) + second * 1_000).toISOString(),
    });
    await app.call('POST', `/api/devices/${device}/locations`, [at(30, 5.01), at(20, 5), at(0, 5.01), at(10, 5)]);
    const times = (await alertsOf(device)).map(({ dateTime }) => dateTime);
    expect(times).to.deep.equal(['2026-11-21T07:00:10.000Z', '2026-11-21T07:00:30.000Z']);
  });

  it('records that are posted at the same time raise one alert', async () => {
    const [device, zone] = [await newDevice(), await newZone()];
    await newRule({ type: 'zone', zones: [zone], devices: [device] });
    await post(device, 0);
    await Promise.all([10, 11, 12, 13, 14].map((second) => post(device, second, INSIDE)));
    expect(await namesOf(device)).to.have.lengthOf(1);
  });

  it('the alert of a rule and that of a tracker at the same moment are different alerts', async () => {
    const device = await newDevice();
    for (const limit of [10, 20]) await newRule({ type: 'speed', limit, minimumDuration: 0, devices: [device] });
    await post(device, 0, { speed: 5 });
    await post(device, 10, { speed: 30 });
    const own = { alerts: ['SpeedLimit'], dateTime: '2026-11-21T07:00:10Z' };
    const posted = await app.call('POST', `/api/devices/${device}/alerts`, own);
    expect(posted.body).to.include({ accepted: 1 });
    expect(await alertsOf(device)).to.have.lengthOf(3);
  });

  it('the first fix after a rule or its zone was changed raises nothing', async () => {
    const [device, zone] = [await newDevice(), await newZone()];
    const rule = await newRule({ type: 'zone', zones: [zone], devices: [device] });
    await post(device, 0);
    app.clock.advance(1_000);
    await app.call('PATCH', `/api/zones/${zone}`, { description: 'larger' });
    await post(device, 10, INSIDE);
    await post(device, 20);
    app.clock.advance(1_000);
    await app.call('PATCH', `/api/alertRules/${rule}`, { buffer: 15 });
    await post(device, 30, INSIDE);
    expect(await alertsOf(device)).to.deep.equal([]);
  });

  it('a rule that is disabled or outside of its hours raises nothing', async () => {
    const device = await newDevice();
    const speed = { type: 'speed', limit: 10, minimumDuration: 0, devices: [device] };
    await newRule({ ...speed, enabled: false });
    await newRule({ ...speed, activeHours: { from: '22:00', to: '06:00' } });
    await newRule({ ...speed, activeHours: { from: '06:00', to: '22:00', days: [6] } });
    await post(device, 0, { speed: 5 });
    await post(device, 10, { speed: 30 });
    expect(await alertsOf(device)).to.have.lengthOf(1);
  });

  it('the state of a rule survives a restart', async () => {
    const [device, zone] = [await newDevice(), await newZone()];
    await newRule({ type: 'zone', zones: [zone], devices: [device], when: 'both' });
    await post(device, 0);
    await post(device, 10, INSIDE);
    await app.restart();
    await post(device, 20, INSIDE);
    await post(device, 30);
    expect(await namesOf(device)).to.have.lengthOf(2);
  });

  it('the devices in a zone are listed, those that the caller may see', async () => {
    const [inside, outside, zone] = [await newDevice(), await newDevice(), await newZone({ home: true })];
    await post(inside, 0, INSIDE);
    await post(inside, 60, INSIDE);
    await post(outside, 0);
    const { body } = await app.call('GET', `/api/zones/${zone}/devices`);
    expect(body.devices).to.deep.equal([{ deviceId: inside, since: '2026-11-21T07:00:00.000Z' }]);
    expect(body.total).to.be.a('number').above(1);
    await post(inside, 70);
    expect((await app.call('GET', `/api/zones/${zone}/devices`)).body.devices).to.deep.equal([]);
    await post(inside, 80, INSIDE);
    const visits = (await app.call('GET', '/api/zoneVisits')).body.zoneVisits as { deviceId: string; zone: string }[];
    expect(visits.filter((visit) => visit.zone === zone)).to.deep.equal([
      { deviceId: inside, since: '2026-11-21T07:01:20.000Z', zone },
    ]);
    await app.call('DELETE', `/api/devices/${inside}`);
    expect((await app.call('GET', `/api/zones/${zone}/devices`)).body.devices).to.deep.equal([]);
  });

  it('at most one zone is the home of the depot', async () => {
    const [first, second] = [await newZone({ home: true }), await newZone({ home: true })];
    expect((await app.call('GET', `/api/zones/${first}`)).body.home).to.equal(false);
    expect((await app.call('GET', `/api/zones/${second}`)).body.home).to.equal(true);
  });

  it('a zone that a rule names stays until the rule is gone', async () => {
    const zone = await newZone();
    const rule = await newRule({ name: 'Night yard', type: 'zone', zones: [zone], all: true });
    expectFailure(await app.call('DELETE', `/api/zones/${zone}`), 'conflict', /Night yard/);
    expectSuccess(await app.call('DELETE', `/api/alertRules/${rule}`));
    expectSuccess(await app.call('DELETE', `/api/zones/${zone}`));
  });

  it('a device or group that is removed leaves the rules that name it', async () => {
    const device = await newDevice();
    const group = String((await app.call('POST', '/api/groups', { name: 'Trucks', devices: [device] })).body.id);
    const speed = { type: 'speed', limit: 10 };
    const [byDevice, byGroup] = [
      await newRule({ ...speed, devices: [device] }),
      await newRule({ ...speed, groups: [group] }),
    ];
    await app.call('DELETE', `/api/groups/${group}`);
    await app.call('DELETE', `/api/devices/${device}`);
    const rule = await app.call('GET', `/api/alertRules/${byDevice}`);
    expect(rule.body).to.deep.include({ devices: [], groups: [] });
    expect((await app.call('GET', `/api/alertRules/${byGroup}`)).body).to.deep.include({ devices: [], groups: [] });
    expectSuccess(await app.call('PUT', `/api/alertRules/${byDevice}`, rule.body));
  });

  it('a rule is returned with the defaults of its type, and accepted as it was returned', async () => {
    const created = await createRule({ name: 'Fast', type: 'speed', limit: 25, all: true });
    expect(created.body.alertRule).to.deep.include({
      type: 'speed',
      limit: 25,
      minimumDuration: 10,
      enabled: true,
      all: true,
    });
    const path = `/api/alertRules/${String(created.body.id)}`;
    const { body } = await app.call('GET', path);
    expectSuccess(await app.call('PUT', path, body));
    expect((await app.call('PATCH', path, { limit: 30 })).body.limit).to.equal(30);
    expect((await app.call('GET', '/api/alertRules')).body.alertRules).to.be.an('array').that.is.not.empty;
  });

  it('a rule that means nothing is refused, and the message says what to do', async () => {
    const refused: readonly (readonly [object, RegExp])[] = [
      [{ type: 'speed', limit: 5 }, /^\/devices is missing: name devices or groups, or set all to true/],
      [{ type: 'speed', limit: 5, all: true, groups: [], devices: ['ghost'] }, /exclude each other/],
      [{ type: 'speed', limit: 5, devices: ['ghost'] }, /^\/devices\/0: device ghost not found/],
      [{ type: 'zone', zones: ['ghost'], all: true }, /^\/zones\/0: zone ghost not found/],
      [{ type: 'speed', all: true }, /^\/limit is missing/],
      [{ type: 'speed', limit: 5, percent: 5, all: true }, /^\/percent is not a known field/],
      [{ type: 'flood', all: true }, /type/],
      [{ type: 'temperature', all: true }, /^\/above is missing/],
      [{ type: 'temperature', above: 2, below: 3, all: true }, /^\/below must be lower/],
      [{ type: 'speed', limit: 5, all: true, activeHours: { from: '25:00', to: '06:00' } }, /^\/activeHours\/from/],
    ];
    for (const [body, message] of refused) expectFailure(await createRule(body), 'validation_failed', message);
  });

  it('zones go out as GeoJSON and come back', async () => {
    const polygon = {
      type: 'polygon',
      coordinates: [
        [
          [5, 52],
          [6, 52],
          [6, 53],
          [5, 52],
        ],
      ],
    };
    const corridor = {
      type: 'corridor',
      coordinates: [
        [5, 52],
        [6, 52],
      ],
      width: 40,
    };
    for (const shape of [polygon, corridor]) await newZone({ shape, color: '#1f77b4' });
    const before = (await app.call('GET', '/api/zones')).body.zones as { name: string; shape: object }[];
    const headers = { Authorization: `Bearer ${app.admin().token}` };
    const response = await fetch(`${app.url()}/api/zones?format=geojson`, { headers });
    expect(response.headers.get('content-type')).to.equal('application/geo+json');
    const file = (await response.json()) as { features: { properties: { name: string } }[] };
    expect(file.features).to.have.lengthOf(before.length);
    for (const { properties } of file.features) properties.name = `Copy of ${properties.name}`;
    const imported = await app.call('POST', '/api/zones/import', file);
    expectSuccess(imported, 201);
    const shapes = (imported.body.zones as { shape: object }[]).map(({ shape }) => shape);
    expect(shapes).to.deep.equal(before.map(({ shape }) => shape));
    expectFailure(await app.call('POST', '/api/zones/import', file), 'conflict', /already exists/);
    const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [5, 52] } };
    expectFailure(await app.call('POST', '/api/zones/import', point), 'validation_failed', /radius is missing/);
  });

  it('a preview counts the alerts of a rule that is not stored', async () => {
    const device = await newDevice();
    for (const second of [0, 60, 120]) await post(device, second, { battery: second === 60 ? 5 : 90 });
    const before = (await app.call('GET', '/api/alertRules')).body.alertRules;
    const at = (ms: number): string => new Date(app.clock.now() + ms).toISOString();
    const previewed = await app.call('POST', '/api/alertRules/preview', { type: 'battery', devices: [device] });
    expectSuccess(previewed, 200);
    expect(previewed.body.preview).to.deep.equal({
      ...{ alerts: 1, devices: 1, devicesTotal: 1, complete: true },
      ...{ from: at(-7 * 86_400_000), to: at(0) },
      newest: [{ deviceId: device, dateTime: '2026-11-21T07:01:00.000Z', alerts: ['BatteryLow'], text: 'battery 5 %' }],
    });
    expect((await app.call('GET', '/api/alertRules')).body.alertRules).to.deep.equal(before);
    const rule = { type: 'battery', devices: [device], percent: 0 };
    expectFailure(await app.call('POST', '/api/alertRules/preview', rule), 'validation_failed', /percent/);
  });
});
