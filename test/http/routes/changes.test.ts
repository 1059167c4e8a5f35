import { expect } from 'chai';
import type { ChangeView } from '../../../src/schema/changes/change.js';
import { signIn } from '../../support/api/client.js';
import { useApp } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { deviceOf } from '../../support/store/records.js';

describe('GET /api/changes', () => {
  const app = useApp({ seed: () => Promise.resolve([{ kind: 'device', v: deviceOf('old') }]) });
  const changes = async (query = ''): Promise<readonly ChangeView[]> => {
    const answer = await app.call('GET', `/api/changes${query}`);
    expectSuccess(answer);
    return answer.body.changes as readonly ChangeView[];
  };

  it('the answer has the changes of the last days, newest first, and the time of the oldest entry', async () => {
    await app.call('POST', '/api/devices', { id: 'bus', name: 'Bus 7' });
    await app.call('PUT', '/api/devices/bus', { name: 'Bus 8' });
    const answer = await app.call('GET', '/api/changes?kind=device&limit=2');
    expectSuccess(answer);
    const {
      changes: found,
      since,
      next,
    } = answer.body as unknown as { changes: ChangeView[]; since: string; next: string };
    expect(found.map(({ kind, subject }) => [kind, subject?.id])).to.deep.equal([
      ['device', 'bus'],
      ['device', 'bus'],
    ]);
    expect(since).to.match(/^2026-11-21T08/);
    expect((await changes(`?kind=device&cursor=${next}`)).map(({ subject }) => subject?.id)).to.deep.equal(['old']);
  });

  it('a change by a call has its user, how it was signed in, its address, and the values before and after', async () => {
    await app.call('PUT', '/api/devices/old', { name: 'New' });
    const [change] = await changes('?subject=old&by=user&limit=1');
    expect(change).to.deep.include({
      ...{ kind: 'device', action: 'changed', subject: { id: 'old', name: 'New' } },
      ...{ before: { name: 'old' }, after: { name: 'New' }, secrets: [] },
    });
    expect(change?.by).to.include({ type: 'user', name: 'admin', via: 'apiKey', address: '127.0.0.1' });
  });

  it('no secret, recipient or path of an address is in any answer', async () => {
    const secret = 'top-secret-0123456789';
    const calls: readonly (readonly [method: string, path: string, body: object])[] = [
      ['PUT', '/api/webhooks/hook', { url: `https://hooks.example/${secret}`, secret }],
      ['PUT', '/api/webhooks/hook', { url: `https://hooks.example/2/${secret}`, secret: `${secret}-2` }],
      [
        'PUT',
        '/api/uplinks/center',
        { type: 'rest', url: `http://127.0.0.1:9/${secret}`, enabled: false, apiKey: secret },
      ],
      [
        'PUT',
        '/api/uplinks/center',
        { type: 'rest', url: 'http://127.0.0.1:9/', enabled: false, apiKey: `${secret}-2` },
      ],
      ['PATCH', '/api/settings', { notifications: { email: { smtp: { host: 'mail.example', password: secret } } } }],
      [
        'POST',
        '/api/users',
        { name: 'anna', email: 'anna@example.org', country: 'ES', timeZone: 'UTC', password: secret },
      ],
      ['POST', '/api/displays', { name: 'gate' }],
      ['POST', '/api/devices/old/messages', { channel: 'email', to: `${secret}@example.org`, text: secret }],
    ];
    for (const [method, path, body] of calls) {
      const { status, body: answer } = await app.call(method, path, body);
      expect(status, `${path} ${String(answer.error)}`).to.be.within(200, 201);
    }
    const all = await changes('?limit=200');
    expect(JSON.stringify(all)).not.to.include(secret);
    const of = (kind: string): readonly ChangeView[] => all.filter((change) => change.kind === kind);
    expect(of('webhook').map(({ action, secrets }) => [action, ...secrets])).to.deep.equal([
      ['changed', 'secret'],
      ['changed', 'url'],
      ['changed', 'secret'],
      ['created'],
    ]);
    expect(of('uplink').map(({ secrets }) => secrets)).to.deep.include(['apiKey']);
    expect(of('setting').flatMap(({ secrets }) => secrets)).to.deep.equal(['notifications.email.smtp.password']);
    expect(of('message')[0]).to.deep.include({ action: 'sent', after: { channel: 'email' } });
  });

  it('only unrestricted administrators see changes', async () => {
    await app.call('POST', '/api/users', {
      ...{ name: 'eva', email: 'eva@example.org', country: 'ES', timeZone: 'UTC' },
      privileges: ['users:write', 'devices:write'],
    });
    const { body } = await app.call('GET', '/api/users');
    const eva = (body.users as { id: string; name: string }[]).find(({ name }) => name === 'eva');
    const key = (await app.call('POST', `/api/users/${eva?.id ?? ''}/apiKey`)).body.apiKey as string;
    const client = await signIn(app.url(), { userName: 'eva', apiKey: key });
    const refused = await client.call('GET', '/api/changes');
    expect(refused.status).to.equal(403);
    expect(refused.body.error).to.equal('requires privilege admin');
  });

  it('a wrong query is refused with its field', async () => {
    for (const [query, field] of [
      ['kind=cars', '/kind'],
      ['by=a%20b', '/by'],
      ['limit=201', '/limit'],
      ['cursor=x', '/cursor'],
      ['from=yesterday', '/from'],
      ['size=5', '/size'],
    ]) {
      const answer = await app.call('GET', `/api/changes?${query}`);
      expectFailure(answer, 'validation_failed');
      expect(answer.body.error).to.contain(field === '/size' ? 'size' : field);
    }
  });

  it('a change stays after a restart, and so does the cursor', async () => {
    const before = await changes('?limit=200');
    await app.restart();
    const after = await changes('?limit=200');
    expect(after.filter(({ n }) => n <= (before[0]?.n ?? 0))).to.deep.equal(before);
  });
});
