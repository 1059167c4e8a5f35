import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { signIn, type Answer, type Client } from '../../support/api/client.js';
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
  const clients = new Map<string, Client>();
  before(async () => {
    for (const userName of ['north', 'south', 'reader'])
      clients.set(userName, await signIn(app.url(), { userName, apiKey: TEST_KEY }));
  });
  const as = (name: string): Client => clients.get(name) ?? app.admin();
  const send = (name: string, store: string, records: readonly object[]): Promise<{ status: number; body: Answer }> =>
    as(name).call('POST', '/api/records', { store, records });

  async function post(name: string, store: string, ...records: readonly object[]): Promise<Posted> {
    const { status, body } = await send(name, store, records);
    expect(status, JSON.stringify(body)).to.equal(201);
    const { accepted, duplicates, refused } = body as unknown as Posted;
    return { accepted, duplicates, refused };
  }
  const depots = async (name = 'admin'): Promise<Record<string, unknown>[]> =>
    (await (name === 'admin' ? app.call('GET', '/api/depots') : as(name).call('GET', '/api/depots'))).body
      .depots as Record<string, unknown>[];
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

  it('with "register", a license is taken and the device joins the group; without a license it waits', async () => {
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

  it('with "refuse", and at an id that cannot be registered, the record is refused as not found', async () => {
    const [depot] = (await depots()).filter(({ gateway }) => gateway === 'south');
    expectSuccess(await app.call('PATCH', `/api/depots/${String(depot?.id)}`, { unknownDevices: 'refuse' }), 200);
    const { refused } = await post('south', 'south:abcdefgh', fix('south:abcdefgh', 2, 'coach'));
    expect(refused.map(({ code }) => code)).to.deep.equal(['not_found']);
    expect(await unknown()).to.not.include('coach');
    const { refused: dots } = await post('north', 'north:abcdefgh', fix('north:abcdefgh', 30, '..'));
    expect(dots.map(({ code }) => code)).to.deep.equal(['not_found']);
  });

  it('a prepared depot becomes the next gateway of its user; a removed one is bound anew', async () => {
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
    const wrong = (body: object): Promise<{ status: number; body: Answer }> => app.call('POST', '/api/depots', body);
    const group = await wrong({ name: 'East', userId: 'id-of-south', group: 'nowhere' });
    expectFailure(group, 'validation_failed');
    expect(group.body.error).to.equal('/group: group nowhere not found');
    expectFailure(await wrong({ name: 'East', userId: 'nobody' }), 'validation_failed');
    expectFailure(await wrong({ name: 'East', userId: 'id-of-south', unknownDevices: 'drop' }), 'validation_failed');
  });

  it('depots and what waits for them are the same after a restart', async () => {
    const before = { depots: await depots(), unknown: await unknown() };
    await app.restart();
    expect({ depots: await depots(), unknown: await unknown() }).to.deep.equal(before);
  });
});
