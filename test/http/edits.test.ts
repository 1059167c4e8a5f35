import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { signIn } from '../support/api/client.js';
import { userOf, usersWithKey } from '../support/api/users.js';
import { useApp } from '../support/gateway/app.js';
import { TEST_KEY } from '../support/gateway/gateway.js';

describe('edits over HTTP', () => {
  const app = useApp({
    seed: () => usersWithKey(userOf('editor', { privileges: ['devices:write', 'groups:write'] })),
  });

  /** Sends a call whose body follows only after `meanwhile`; the status and code of the response. */
  async function callAround(
    { method, path, token }: { readonly method: string; readonly path: string; readonly token: string },
    body: object,
    meanwhile: () => Promise<unknown>,
  ): Promise<string> {
    const text = JSON.stringify(body);
    const socket = connect(app.port(), '127.0.0.1');
    const fields = [`Host: 127.0.0.1`, `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
    const head = [`${method} ${path} HTTP/1.1`, ...fields, `Content-Length: ${text.length}`, 'Expect: 100-continue'];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).to.match(/^HTTP\/1\.1 100 /);
    await meanwhile();
    socket.write(text);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(answer.toString()) ?? [];
    const [, code = ''] = /"code":"(\w+)"/.exec(answer.toString()) ?? [];
    return `${status} ${code}`.trim();
  }

  const editor = '/api/users/id-of-editor';
  const setEditor = async (changes: object): Promise<void> => {
    expectSuccess(await app.call('PATCH', editor, changes));
  };

  it('a change by a user whose rights ended before its turn is refused, and not made', async () => {
    await app.call('POST', '/api/devices', { id: 'tram' });
    const { token } = await signIn(app.url(), { userName: 'editor', apiKey: TEST_KEY });
    const create = { method: 'POST', path: '/api/groups', token };
    const statuses = [
      await callAround(create, { name: 'Allowed' }, () => Promise.resolve()),
      await callAround(create, { name: 'Without' }, () => setEditor({ privileges: [] })),
    ];
    await setEditor({ privileges: ['groups:write'] });
    statuses.push(await callAround(create, { name: 'Restricted' }, () => setEditor({ deviceId: 'tram' })));
    await setEditor({ deviceId: null });
    statuses.push(await callAround(create, { name: 'Disabled' }, () => setEditor({ disabled: true })));
    await setEditor({ disabled: false });
    const revoke = () => app.call('DELETE', `${editor}/apiKey`);
    statuses.push(await callAround(create, { name: 'Revoked' }, revoke));
    expect(statuses).to.deep.equal(['201', '403 forbidden', '403 forbidden', '401 token_invalid', '401 token_invalid']);
    const { body } = await app.call('GET', '/api/groups');
    expect((body.groups as { name: string }[]).map(({ name }) => name)).to.deep.equal(['Allowed']);
  });

  /** Entries of the log that the calls add, those of API usage aside. */
  async function entries(): Promise<number> {
    const { body } = await app.call('GET', '/api/health');
    return (body.store as { entries: number }).entries;
  }

  it('a change that changes nothing stores nothing, and keeps the time of the last change', async () => {
    await app.call('POST', '/api/devices', { id: 'bus', name: 'Bus', tags: { line: '7' } });
    const rule = { name: 'Night', emails: ['a@example.org'] };
    const template = { name: 'T', protocol: 'wpt', settings: {} };
    const user = { name: 'other', email: 'other@example.org', country: 'NL', timeZone: 'UTC', tags: { a: 'b' } };
    const paths = ['/api/devices/bus'];
    for (const [path, noun, input] of [
      ['/api/groups', 'group', { name: 'North', devices: ['bus'] }],
      ['/api/notifications', 'notification', rule],
      ['/api/templates', 'template', template],
      ['/api/users', 'user', user],
    ] as const) {
      const created = await app.call('POST', path, input);
      expectSuccess(created, 201);
      paths.push(`${path}/${(created.body[noun] as { id: string }).id}`);
    }
    app.clock.advance(60_000);
    for (const path of paths) {
      const before = (await app.call('GET', path)).body;
      const count = await entries();
      for (const [method, body] of [
        ['PATCH', {}],
        ['PATCH', []],
        ['PUT', 'device' in before ? before.device : before],
      ] as const) {
        const answer = await app.call(method, path, body);
        expectSuccess(answer);
        const { apiUsage, apiDailyUsage, ...rest } = answer.body;
        expect({ ...rest, apiUsage: 0, apiDailyUsage: 0 }, `${method} ${path}`).to.deep.include({
          ...rest,
          ...Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith('api'))),
        });
        expect([typeof apiUsage, typeof apiDailyUsage]).to.deep.equal(['number', 'number']);
      }
      expect(await entries(), path).to.equal(count);
    }
  });

  it('limits that stay as they are, and what is gone already, store nothing', async () => {
    await app.call('POST', '/api/devices', { id: 'van' });
    const limits = { limits: { dailyEmailLimit: 5, dailySmsLimit: null } };
    expectSuccess(await app.call('PUT', '/api/devices/van/limits', limits));
    expectSuccess(await app.call('DELETE', `${editor}/apiKey`));
    const count = await entries();
    expectSuccess(await app.call('PUT', '/api/devices/van/limits', limits));
    for (const path of ['/api/devices/gone', '/api/groups/gone', '/api/users/gone', '/api/displays/gone']) {
      expectFailure(await app.call('DELETE', path), 'not_found');
    }
    expectSuccess(await app.call('DELETE', `${editor}/apiKey`));
    expect(await entries()).to.equal(count);
  });
});
