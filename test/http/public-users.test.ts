import { expect } from 'chai';
import { useApp } from '../support/gateway/app.js';
import { request } from '../support/api/client.js';
import { expectSuccess } from '../support/api/envelope.js';
import { groupOf } from '../support/api/examples.js';
import { deviceOf } from '../support/store/records.js';

/** The bodies of users as the public documentation of the tracking service shows them. */
const posted = {
  name: 'Jane Doe',
  email: 'jane.doe@example.com',
  country: 'USA',
  timeZone: 'America/Los_Angeles',
  description: 'New user for the marketing department',
  tags: { role: 'user', department: 'marketing' },
  privileges: ['read', 'write'],
  group: 'Marketing',
  deviceId: 'dev-12345',
  adminDevices: 2,
  from: '2023-01-01T00:00:00Z',
  expires: '2024-01-01T00:00:00Z',
  password: 'P@ssw0rd123',
  creation: '2023-01-01T00:00:00Z',
  modification: '2023-06-01T00:00:00Z',
  lastLogin: '2024-05-01T00:00:00Z',
};
const patch = [
  { op: 'replace', path: '/email', value: 'nuevo_email@example.com' },
  { op: 'add', path: '/tags', value: { vip: 'true' } },
];
const answered = {
  success: true,
  apiUsage: 150,
  apiDailyUsage: 15,
  id: 'usr-12345',
  name: 'John Doe',
  email: 'john.doe@example.com',
  country: 'USA',
  timeZone: 'America/New_York',
  description: 'System Administrator',
  message: null,
  disabled: false,
  disabledMessage: null,
  tags: { role: 'admin' },
  privileges: ['read', 'write', 'execute'],
  group: 'Admins',
  deviceId: 'dev-67890',
  adminDevices: 5,
  from: '2023-01-01T00:00:00Z',
  expires: '2024-01-01T00:00:00Z',
  password: null,
  creation: '2023-01-01T00:00:00Z',
  modification: '2023-06-01T00:00:00Z',
  lastLogin: '2024-05-01T00:00:00Z',
};

describe('users as the public documentation sends them', () => {
  const app = useApp({
    seed: () =>
      Promise.resolve([
        { kind: 'device', v: deviceOf('dev-12345') },
        { kind: 'device', v: deviceOf('dev-67890') },
        { kind: 'group', v: { ...groupOf('g-1', ['dev-12345']), name: 'Marketing' } },
        { kind: 'group', v: { ...groupOf('g-2', ['dev-67890']), name: 'Admins' } },
        // An id comes before a name.
        { kind: 'group', v: { ...groupOf('g-3'), name: 'g-1' } },
      ]),
  });

  it('the documented bodies of POST and PATCH create and change a user', async () => {
    const created = await app.call('POST', '/api/users', posted);
    expectSuccess(created, 201);
    const { password, creation, modification, lastLogin, ...fields } = posted;
    expect([password, creation, modification, lastLogin]).to.have.lengthOf(4);
    expect(created.body.user).to.deep.include({
      ...fields,
      country: 'US',
      group: 'g-1',
      from: '2023-01-01T00:00:00.000Z',
      expires: '2024-01-01T00:00:00.000Z',
      creation: '2026-11-21T08:00:00.000Z',
      lastLogin: null,
    });
    const patched = await app.call('PATCH', `/api/users/${String(created.body.id)}`, patch);
    expectSuccess(patched);
    expect(patched.body).to.deep.include({ email: 'nuevo_email@example.com', tags: { vip: 'true' } });
    // The documented account has expired.
    const signIn = { userName: 'Jane Doe', password: posted.password };
    expect((await request(app.url(), 'POST', '/api/Auth/Token', signIn)).status).to.equal(401);
    await app.call('PATCH', `/api/users/${String(created.body.id)}`, { expires: null });
    expectSuccess(await request(app.url(), 'POST', '/api/Auth/Token', signIn));
  });

  it('a documented answer of GET is accepted when it is edited and sent back whole', async () => {
    const { body } = await app.call('POST', '/api/users', {
      ...answered,
      id: undefined,
      name: 'John',
      email: 'j@example.com',
    });
    const id = String(body.id);
    const back = await app.call('PUT', `/api/users/${id}`, { ...answered, id, description: 'edited' });
    expectSuccess(back);
    expect(back.body).to.deep.include({ group: 'g-2', description: 'edited', message: '', country: 'US' });
    expect(back.body.privileges).to.deep.equal(['read', 'write', 'execute']);
    const own = await app.call('GET', `/api/users/${id}`);
    expectSuccess(await app.call('PUT', `/api/users/${id}`, own.body));
  });

  it('a group can be given by its name in any case, and an id comes first', async () => {
    const user = { name: 'Ana', email: 'ana@example.org', country: 'ES', timeZone: 'UTC' };
    for (const [group, id] of [
      ['MARKETING', 'g-1'],
      ['g-1', 'g-1'],
      ['g-3', 'g-3'],
      [null, null],
    ] as const) {
      const created = await app.call('POST', '/api/users', { ...user, group });
      expect(created.body.group).to.equal(id);
      expectSuccess(await app.call('DELETE', `/api/users/${String(created.body.id)}`));
    }
  });
});
