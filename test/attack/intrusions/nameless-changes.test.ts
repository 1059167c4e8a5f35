import { expect } from 'chai';
import { signIn } from '../../support/api/client.js';
import { startGateway, TEST_KEY } from '../../support/gateway/gateway.js';
import { useFolder } from '../../support/store/folder.js';

type Change = {
  readonly kind: string;
  readonly action: string;
  readonly by: { readonly type: string; readonly name: string; readonly address: string } | null;
};

const PERSON = { email: 'ana@example.com', country: 'ES', timeZone: 'UTC' };

/** What one of several administrators may try to do unseen: method, path, body, and the change that names them. */
const CALLS: readonly (readonly [method: string, path: string, body: object | undefined, change: string])[] = [
  ['POST', '/api/users', { name: 'Ana', ...PERSON, privileges: ['admin'] }, 'user created'],
  ['POST', '/api/users/:user/apiKey', undefined, 'key created'],
  ['POST', '/api/users/:user/link', undefined, 'sign-in created'],
  ['PUT', '/api/users/:user/password', { password: 'a password of Ana' }, 'sign-in changed'],
  ['PUT', '/api/users/:user', { name: 'Ana', ...PERSON, privileges: ['messages'] }, 'user changed'],
  ['POST', '/api/users/:user/keys', { name: 'Wall', privileges: [] }, 'key created'],
  ['DELETE', '/api/users/:user/sessions', undefined, 'sign-in removed'],
  ['POST', '/api/displays', { name: 'Gate' }, 'display created'],
  ['POST', '/api/devices', { id: 'bus-1' }, 'device created'],
  ['DELETE', '/api/devices/bus-1', undefined, 'device removed'],
  ['POST', '/api/notifications', { name: 'Night', emails: ['a@example.com'] }, 'notification created'],
  ['PATCH', '/api/settings', { licenses: { total: 50 } }, 'setting changed'],
  ['PUT', '/api/log', { level: 'info' }, 'setting changed'],
  ['DELETE', '/api/users/:user', undefined, 'user removed'],
];

describe('one of several administrators', () => {
  const folder = useFolder();

  it('everything that they do has their name and address in the changes of the gateway, after a restart too', async () => {
    const gateway = await startGateway({ folder: folder() });
    const admin = await signIn(gateway.url, { apiKey: TEST_KEY });
    let user = '';
    const expected: string[] = [];
    for (const [method, path, body, change] of CALLS) {
      const answer = await admin.call(method, path.replace(':user', user), body);
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).to.be.below(300);
      if (method === 'POST' && path === '/api/users') user = String(answer.body.id);
      expected.push(change);
    }
    await gateway.end('SIGKILL');
    const again = await startGateway({ folder: folder() });
    const { body } = await (await signIn(again.url, { apiKey: TEST_KEY })).call('GET', '/api/changes?limit=200');
    const changes = body.changes as readonly Change[];
    const named = changes.flatMap(({ kind, action, by }) =>
      by?.type === 'user' && by.name === 'admin' && by.address === '127.0.0.1' ? [`${kind} ${action}`] : [],
    );
    expect(named).to.include.members(expected);
    await again.end('SIGTERM');
  });
});
