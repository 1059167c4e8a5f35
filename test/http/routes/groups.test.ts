import { expect } from 'chai';
import type { Group } from '../../../src/schema/devices/group.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { userOf } from '../../support/api/users.js';

const PATCH = { 'Content-Type': 'application/json-patch+json' };

describe('groups', () => {
  const app = useApp();
  const create = (body: object): Promise<Sent> => app.call('POST', '/api/groups', body);
  const createGroup = async (body: object): Promise<Group> => (await create(body)).body.group as Group;

  before(async () => {
    for (const id of ['bus', 'van']) await app.call('POST', '/api/devices', { id });
  });

  it('a group is returned at the top level and under its name', async () => {
    const answer = await create({ name: 'North', description: 'depot', devices: ['bus', 'van'] });
    expectSuccess(answer, 201);
    const { group, success, error, apiUsage, apiDailyUsage, ...fields } = answer.body;
    expect([success, error, apiUsage, apiDailyUsage]).not.to.include(undefined);
    expect(fields).to.deep.equal(group);
    expect(group).to.deep.include({ name: 'North', description: 'depot', devices: ['bus', 'van'] });
    const { id, creation, lastModified } = group as Group;
    expect([creation, lastModified]).to.deep.equal(['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z']);
    const single = await app.call('GET', `/api/groups/${id}`);
    expect(single.body.group).to.deep.equal(group);
    expect(((await app.call('GET', '/api/groups')).body.groups as Group[]).map((each) => each.id)).to.include(id);
  });

  it('a group name is unique without regard to case', async () => {
    await create({ name: 'Straße' });
    expectFailure(await create({ name: 'STRAßE' }), 'conflict', /^\/name/);
    const other = await createGroup({ name: 'Allee' });
    expectFailure(await app.call('PATCH', `/api/groups/${other.id}`, { name: 'straße' }), 'conflict', /^\/name/);
    expectSuccess(await app.call('PATCH', `/api/groups/${other.id}`, { name: 'ALLEE' }));
    for (const name of ['', ' ', ' x', 'x ', 7, null])
      expectFailure(await create({ name }), 'validation_failed', /^\/name/);
  });

  it('a name that looks like a pattern or a sentence stays as it is in the failure and its message', async () => {
    for (const name of ['{name}', '<b>{field}</b>', "d'{x}", 'the disk is full']) {
      await create({ name });
      const { body } = await create({ name });
      expect(body).to.deep.include({
        error: `/name: group ${name} already exists`,
        message: { id: 'group.nameTaken', values: { name } },
        field: '/name',
      });
    }
  });

  it('a group holds registered devices, each once', async () => {
    expectFailure(
      await create({ name: 'a', devices: ['bus', 'ghost'] }),
      'validation_failed',
      /^\/devices\/1: .*ghost/,
    );
    expectFailure(await create({ name: 'a', devices: ['bus', 'bus'] }), 'validation_failed', /^\/devices/);
    expectFailure(await create({ name: 'a', devices: 'bus' }), 'validation_failed', '/devices must be array');
  });

  it('PUT replaces a group and accepts a group as returned', async () => {
    const group = await createGroup({ name: 'Whole', description: 'x', devices: ['bus'] });
    app.clock.advance(1000);
    const { body } = await app.call('GET', `/api/groups/${group.id}`);
    const back = await app.call('PUT', `/api/groups/${group.id}`, body);
    expectSuccess(back);
    expect(back.body.group).to.deep.equal(group);
    const bare = await app.call('PUT', `/api/groups/${group.id}`, { name: 'Whole' });
    const lastModified = '2026-11-21T08:00:01.000Z';
    expect(bare.body.group).to.deep.include({ description: '', devices: [], creation: group.creation, lastModified });
    expectFailure(await app.call('PUT', `/api/groups/${group.id}`, {}), 'validation_failed', '/name is missing');
    expectFailure(await app.call('PUT', '/api/groups/ghost', { name: 'g' }), 'not_found');
  });

  it('a JSON Patch applies all operations or none, with either media type', async () => {
    const group = await createGroup({ name: 'Patched', devices: ['bus'] });
    const path = `/api/groups/${group.id}`;
    const operations = [
      { op: 'test', path: '/name', value: 'Patched' },
      { op: 'add', path: '/devices/-', value: 'van' },
    ];
    for (const [headers, devices] of [
      [PATCH, ['bus', 'van']],
      [{}, ['bus', 'van', 'van']],
    ] as const) {
      const answer = await app.call('PATCH', path, operations, headers);
      if (devices.length === 2) expect((answer.body.group as Group).devices).to.deep.equal(devices);
      else expectFailure(answer, 'validation_failed', /^\/devices/);
    }
    const failing = [
      { op: 'replace', path: '/description', value: 'x' },
      { ...operations[0], value: 'other' },
    ];
    expectFailure(await app.call('PATCH', path, failing), 'conflict', '/1: the test of /name failed');
    const fixed = [{ op: 'replace', path: '/creation', value: '2020-01-01T00:00:00Z' }];
    expectFailure(await app.call('PATCH', path, fixed), 'validation_failed', '/creation cannot be changed');
    const { body } = await app.call('GET', path);
    expect(body.group).to.deep.include({ description: '', devices: ['bus', 'van'] });
  });

  it('an invalid patch is refused', async () => {
    const { id } = await createGroup({ name: 'Strict' });
    for (const patch of [
      [{ op: 'paint', path: '/name', value: 'x' }],
      [{ op: 'add', path: 'name', value: 'x' }],
      [{ op: 'add', path: '/name' }],
      [{ op: 'move', path: '/name' }],
      [7],
      { devices: [{}] },
      { name: null },
      [{ op: 'replace', path: '/name', value: null }],
    ]) {
      expectFailure(await app.call('PATCH', `/api/groups/${id}`, patch), 'validation_failed');
    }
    expectFailure(await app.call('PATCH', `/api/groups/${id}`, '7'), 'validation_failed');
  });

  it('a group can be deleted unless users are restricted to it', async () => {
    const { id } = await createGroup({ name: 'Going' });
    await app.change([{ kind: 'user', v: userOf('guest', { group: id }) }]);
    expectFailure(await app.call('DELETE', `/api/groups/${id}`), 'conflict', /guest/);
    await app.change([{ kind: 'user', v: userOf('guest') }]);
    const gone = await app.call('DELETE', `/api/groups/${id}`);
    expectSuccess(gone);
    expect(Object.keys(gone.body)).to.have.members(['success', 'error', 'apiUsage', 'apiDailyUsage']);
    expectFailure(await app.call('GET', `/api/groups/${id}`), 'not_found');
    expectFailure(await app.call('DELETE', `/api/groups/${id}`), 'not_found');
  });

  it('deleting a device removes it from its groups in the same step', async () => {
    await app.call('POST', '/api/devices', { id: 'cab' });
    const { id } = await createGroup({ name: 'Cabs', devices: ['bus', 'cab'] });
    expectSuccess(await app.call('DELETE', '/api/devices/cab'));
    expect(((await app.call('GET', `/api/groups/${id}`)).body.group as Group).devices).to.deep.equal(['bus']);
  });
});
