import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { groupOf } from '../../support/api/examples.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const DAY = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };

const fix = (store: string, n: number, deviceId: string): object => ({
  ...{ id: `${store}:${n}`, kind: 'location', deviceId, location: fixAt(n) },
});

type Posted = { accepted: number; duplicates: number; refused: { id: string; code: string; error: string }[] };

describe('depots: the gateways that forward their records', () => {
  const app = useApp({
    config: { licenses: { total: 4 } },
    seed: async () => [
      { kind: 'group', v: groupOf('north-group') },
      ...(await usersWithKey(
        userOf('north', { privileges: ['ingest'] }),
        userOf('south', { privileges: ['ingest'] }),
        userOf('reader', { privileges: ['devices:write'] }),
      )),
    ],
  });
  const tokens = new Map<string, string>();
  before(async () => {
    for (const userName of ['north', 'south', 'reader'])
      tokens.set(userName, (await signIn(app.url(), { userName, apiKey: TEST_KEY })).token);
  });
  const as = (name: string): { readonly call: typeof app.call } => ({
    call: (method, path, body) =>
      request(app.url(), method, path, body, { Authorization: `Bearer ${tokens.get(name) ?? app.admin().token}` }),
  });
  const send = (name: string, store: string, records: readonly object[], devices?: readonly object[]): Promise<Sent> =>
    as(name).call('POST', '/api/records', { store, records, ...(devices !== undefined && { devices }) });

  async function post(name: string, store: string, ...records: readonly object[]): Promise<Posted> {
    const { status, body } = await send(name, store, records);
    expect(status, JSON.stringify(body)).to.equal(201);
    const { accepted, duplicates, refused } = body as unknown as Posted;
    return { accepted, duplicates, refused };
  }
  const depots = async (name = 'admin'): Promise<Record<string, unknown>[]> =>
    (await (name === 'admin' ? app : as(name)).call('GET', '/api/depots')).body.depots as Record<string, unknown>[];
  const unknown = async (): Promise<unknown[]> =>
    ((await app.call('GET', '/api/unknownDevices')).body.unknownDevices as { id: string }[]).map(({ id }) => id);
  const stored = async (id: string): Promise<unknown> =>
    ((await app.call('POST', `/api/devices/${id}/locations`, DAY)).body.locations as { dateTime: string }[]).map(
      ({ dateTime }) => dateTime,
    );

  it('records of an unknown device wait in quarantine, and adoption imports them with their origin', async () => {
    expect(await post('north', 'north:abcdefgh', fix('north:abcdefgh', 1, 'bus'))).to.deep.include({ accepted: 1 });
    expect(await post('north', 'north:abcdefgh', fix('north:abcdefgh', 1, 'bus'))).to.deep.equal({
      ...{ accepted: 0, duplicates: 1, refused: [] },
    });
    expect(await unknown()).to.deep.equal(['bus']);
    expectSuccess(await app.call('POST', '/api/unknownDevices/bus/adopt'), 201);
    expect(await stored('bus')).to.deep.equal([fixAt(1).dateTime]);
    expect(await post('north', 'north:abcdefgh', fix('north:abcdefgh', 1, 'bus'))).to.deep.include({ duplicates: 1 });
    const { lastLocation } = (await app.call('GET', '/api/devices/bus/lastLocation')).body;
    expect(lastLocation).to.deep.include({ gateway: 'north' });
  });

  it('the id of a gateway belongs to the user who forwards its records first', async () => {
    const [depot] = await depots();
    expect(depot).to.deep.include({ gateway: 'north', name: 'north', userId: 'id-of-north' });
    const refused = await send('south', 'north:abcdefgh', [fix('north:abcdefgh', 2, 'bus')]);
    expectFailure(refused, 'forbidden');
    expect(refused.body.error).to.match(/^gateway north belongs to another account: /);
    expectFailure(
      await as('south').call('POST', '/api/records', { store: 'north:abcdefgh', records: [], newest: 9 }),
      'forbidden',
    );
    expect(await depots('south')).to.deep.equal([]);
    expect(await depots('north')).to.have.lengthOf(1);
    expectFailure(await as('reader').call('GET', '/api/depots'), 'forbidden');
  });

  it('records of a relayed gateway of another account are refused, the others are stored', async () => {
    const { accepted, refused } = await post(
      'south',
      'south:abcdefgh',
      fix('north:abcdefgh', 3, 'bus'),
      fix('south:abcdefgh', 40, 'bus'),
    );
    expect(accepted).to.equal(1);
    expect(refused.map(({ id, code }) => [id, code])).to.deep.equal([['north:abcdefgh:3', 'forbidden']]);
  });

  it('an acknowledgement of a relayed gateway of another account is refused, one of the own gateway is stored', async () => {
    const alert = { dateTime: fixAt(41).dateTime, alerts: ['SOSButton'] };
    const raised = { id: 'south:abcdefgh:41', kind: 'alert', deviceId: 'bus', alert };
    const acknowledged = { by: { id: 'x', name: 'Ana' }, at: fixAt(42).dateTime, note: '' };
    const acknowledge = (id: string): object => ({
      ...{ id, kind: 'acknowledgement', deviceId: 'bus', alertId: '41', alertSource: { id: raised.id }, acknowledged },
    });
    const { refused } = await post('south', 'south:abcdefgh', raised, acknowledge('north:abcdefgh:42'));
    expect(refused.map(({ id, code }) => [id, code])).to.deep.equal([['north:abcdefgh:42', 'forbidden']]);
    expect(refused[0]?.error).to.match(/^gateway north belongs to another account: /);
    expect(await post('south', 'south:abcdefgh', acknowledge('south:abcdefgh:43'))).to.deep.include({ accepted: 1 });
  });

  it('a device of a depot that registers takes a license and joins the group; without a license it waits', async () => {
    const [depot] = (await depots()).filter(({ gateway }) => gateway === 'north');
    const path = `/api/depots/${String(depot?.id)}`;
    const patch = { unknownDevices: 'register', group: 'north-group', name: 'North yard' };
    expectFailure(await as('north').call('PATCH', path, patch), 'forbidden');
    expectSuccess(await app.call('PATCH', path, patch), 200);
    const names = ['van-1', 'van-2', 'van-3', 'van-4'];
    const sent = names.map((id, at) => fix('north:abcdefgh', 10 + at, id));
    expect(await post('north', 'north:abcdefgh', ...sent)).to.deep.equal({ accepted: 4, duplicates: 0, refused: [] });
    expect((await app.call('GET', '/api/groups/north-group')).body.devices).to.have.lengthOf(3);
    expect(await unknown()).to.have.lengthOf(1);
  });

  it('a record is refused as not found if the depot refuses unknown devices, and if its id cannot be registered', async () => {
    const [depot] = (await depots()).filter(({ gateway }) => gateway === 'south');
    expectSuccess(await app.call('PATCH', `/api/depots/${String(depot?.id)}`, { unknownDevices: 'refuse' }), 200);
    const { refused } = await post('south', 'south:abcdefgh', fix('south:abcdefgh', 2, 'coach'));
    expect(refused.map(({ code }) => code)).to.deep.equal(['not_found']);
    expect(await unknown()).to.not.include('coach');
    const { refused: dots } = await post('north', 'north:abcdefgh', fix('north:abcdefgh', 30, '..'));
    expect(dots.map(({ code }) => code)).to.deep.equal(['not_found']);
  });

  it('a prepared depot becomes the next gateway of its user; a removed one is bound again', async () => {
    const made = await app.call('POST', '/api/depots', {
      ...{ name: 'West', userId: 'id-of-south', unknownDevices: 'quarantine', group: null },
    });
    expectSuccess(made, 201);
    expect(made.body).to.deep.include({ gateway: null });
    await post('south', 'west:abcdefgh', fix('west:abcdefgh', 1, 'bus'));
    const west = (await depots()).find(({ name }) => name === 'West');
    expect(west).to.deep.include({ gateway: 'west', userId: 'id-of-south' });
    expectSuccess(await app.call('DELETE', `/api/depots/${String(west?.id)}`), 200);
    await post('north', 'west:abcdefgh', fix('west:abcdefgh', 2, 'bus'));
    expect((await depots()).find(({ gateway }) => gateway === 'west')).to.deep.include({ userId: 'id-of-north' });
  });

  it('a depot names a user and a group that exist', async () => {
    const wrong = (body: object): Promise<Sent> => app.call('POST', '/api/depots', body);
    const group = await wrong({ name: 'East', userId: 'id-of-south', group: 'nowhere' });
    expectFailure(group, 'validation_failed');
    expect(group.body.error).to.equal('/group: group nowhere not found');
    expectFailure(await wrong({ name: 'East', userId: 'nobody' }), 'validation_failed');
    expectFailure(await wrong({ name: 'East', userId: 'id-of-south', unknownDevices: 'drop' }), 'validation_failed');
  });

  describe('acknowledgements of a depot', () => {
    type Acknowledged = { by: { name: string }; at: string; note: string } | null;
    const alertAt = (hours: number): object => ({
      dateTime: new Date(app.clock.now() - hours * 3_600_000).toISOString(),
      alerts: ['SOSButton'],
    });
    const acknowledgement = (id: string, alert: object, at: string): object => ({
      ...{ id, kind: 'acknowledgement', deviceId: 'bus', ...alert },
      acknowledged: { by: { id: 'x', name: 'admin' }, at, note: 'all clear' },
    });
    async function raised(body: object): Promise<string> {
      const sent = await app.call('POST', '/api/devices/bus/alerts', { alert: body });
      expectSuccess(sent, 201);
      return String((sent.body.alerts as { id: string }[])[0]?.id);
    }
    const acknowledgedOf = async (n: string): Promise<Acknowledged> =>
      (
        (await app.call('GET', '/api/alerts?from=2026-11-20T00:00:00Z&to=2026-11-22T00:00:00Z')).body.alerts as {
          id: string;
          acknowledged: Acknowledged;
        }[]
      ).find(({ id }) => id === n)?.acknowledged ?? null;
    const ownSource = async (n: string): Promise<object> => {
      const { store } = (await app.call('GET', '/api/records')).body;
      return { alertId: n, alertSource: { id: `${String(store)}:${n}` } };
    };

    it('an alert of this gateway takes the privilege messages, or a depot that acknowledges', async () => {
      const n = await raised(alertAt(2));
      const forged = acknowledgement('north:abcdefgh:900', await ownSource(n), '2026-01-01T00:00:00Z');
      const { accepted, refused } = await post('north', 'north:abcdefgh', forged);
      expect([accepted, refused.map(({ code }) => code)]).to.deep.equal([0, ['forbidden']]);
      expect(refused[0]?.error).to.match(
        / is of another gateway: give the user of the depot the privilege messages, or/,
      );
      expect(await acknowledgedOf(n)).to.equal(null);
      const [depot] = (await depots()).filter(({ gateway }) => gateway === 'north');
      expect(depot).to.deep.include({ acknowledges: false });
      expectSuccess(await app.call('PATCH', `/api/depots/${String(depot?.id)}`, { acknowledges: true }), 200);
      expect(await post('north', 'north:abcdefgh', forged)).to.deep.include({ accepted: 1, refused: [] });
      const shown = await acknowledgedOf(n);
      expect(shown?.by.name).to.equal('admin (North yard)');
      expect(shown?.at, 'not before the alert').to.equal(new Date(app.clock.now() - 7_200_000).toISOString());
      expectSuccess(await app.call('PATCH', `/api/depots/${String(depot?.id)}`, { acknowledges: false }), 200);
    });

    it('an alert of a depot is acknowledged by that depot, not by the user of another one, and not in the future', async () => {
      const alert = { id: 'north:abcdefgh:910', kind: 'alert', deviceId: 'bus', alert: alertAt(1) };
      expect(await post('north', 'north:abcdefgh', alert)).to.deep.include({ accepted: 1 });
      const source = { alertId: '910', alertSource: { id: 'north:abcdefgh:910' } };
      const late = '2027-01-01T00:00:00Z';
      for (const [id, named] of [
        ['south:abcdefgh:911', source],
        ['north:abcdefgh:911', { alertId: '910' }],
      ] as const) {
        const { refused } = await post('south', 'south:abcdefgh', acknowledgement(id, named, late));
        expect(
          refused.map(({ code }) => code),
          id,
        ).to.deep.equal(['forbidden']);
      }
      const own = await post(
        'north',
        'north:abcdefgh',
        acknowledgement('north:abcdefgh:912', { alertId: '910' }, late),
      );
      expect(own).to.deep.include({ accepted: 1, refused: [] });
      const alerts = (await app.call('GET', '/api/records?kinds=acknowledgement')).body.records as {
        acknowledged: NonNullable<Acknowledged>;
      }[];
      expect(alerts.at(-1)?.acknowledged).to.deep.include({
        at: new Date(app.clock.now()).toISOString(),
        note: 'all clear',
      });
    });
  });

  describe('names and groups', () => {
    const described = (id: string, name: string, ...groups: string[]): object => ({
      id,
      name,
      description: '',
      groups,
    });
    const deviceOf = async (id: string): Promise<unknown> =>
      ((await app.call('GET', `/api/devices/${id}`)).body.device as { name: string }).name;
    const groupsOf = async (id: string): Promise<string[]> =>
      ((await app.call('GET', '/api/groups')).body.groups as { name: string; devices: string[] }[])
        .filter(({ devices }) => devices.includes(id))
        .map(({ name }) => name);
    let n = 100;
    async function describeAll(name: string, ...devices: readonly object[]): Promise<void> {
      const { status, body } = await send(
        name,
        `${name}:abcdefgh`,
        [fix(`${name}:abcdefgh`, (n += 1), 'bus')],
        devices,
      );
      expect(status, JSON.stringify(body)).to.equal(201);
    }

    it('a device has the name and the groups that it has at its depot', async () => {
      await describeAll('north', described('bus', 'Bus 7', 'Buses'), described('later', 'Coach 9', 'Buses', 'Coaches'));
      expect(await deviceOf('bus')).to.equal('Bus 7');
      expect(await groupsOf('bus')).to.deep.equal(['North yard / Buses']);
      await describeAll('north', described('bus', 'Bus 8', 'Night'));
      expect(await deviceOf('bus')).to.equal('Bus 8');
      expect(await groupsOf('bus')).to.deep.equal(['North yard / Night']);
    });

    it('a name that was changed here stays', async () => {
      expectSuccess(await app.call('PATCH', '/api/devices/bus', { name: 'The old one' }), 200);
      await describeAll('north', described('bus', 'Bus 9', 'Night'));
      expect(await deviceOf('bus')).to.equal('The old one');
    });

    it('a device that another depot describes too follows the first one', async () => {
      await describeAll('south', described('bus', 'Line 5', 'South'));
      expect(await groupsOf('bus')).to.deep.equal(['North yard / Night']);
    });

    it('a device that is registered later gets the name and the groups that its depot has sent', async () => {
      expectSuccess(await app.call('DELETE', '/api/devices/van-1'), 200);
      expectSuccess(await app.call('POST', '/api/devices', { id: 'later' }), 201);
      expect(await deviceOf('later')).to.equal('Coach 9');
      expect(await groupsOf('later')).to.have.members(['North yard / Buses', 'North yard / Coaches']);
    });

    it('what cannot be read of a device is left out, and its records are stored', async () => {
      await describeAll('north', { id: 'bus' }, described('no spaces', 'x'), {
        ...described('bus', 'Bus 9', 'Late'),
        color: 'red',
      });
      expect(await groupsOf('bus')).to.deep.equal(['North yard / Late']);
    });

    it('the answer to a body without records has the depot, so names may be sent', async () => {
      const { body } = await as('north').call('POST', '/api/records', { store: 'north:abcdefgh', records: [] });
      expect(body.depot).to.deep.equal({ name: 'North yard' });
    });
  });

  it('depots and what waits for them are the same after a restart', async () => {
    const before = { depots: await depots(), unknown: await unknown() };
    await app.restart();
    expect({ depots: await depots(), unknown: await unknown() }).to.deep.equal(before);
  });
});
