import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { PRIVILEGES } from '../../src/schema/accounts/privileges.js';
import { expectSuccess } from '../support/api/envelope.js';
import { signIn, type Client } from '../support/api/client.js';
import { userOf, usersWithKey } from '../support/api/users.js';
import { createTestChannel } from '../support/channels/test-channel.js';
import { useApp } from '../support/gateway/app.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';

const MIB = 1_048_576;
const LARGE_TAGS = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, 'v'.repeat(1_000)]));

describe('the budget of the log over HTTP', () => {
  const app = useApp({
    // A tenth of 40 MiB: 2 MiB at once, of which a user gets a fifth.
    config: { store: { retention: { days: 400, bytes: 40 * MIB } } },
    channels: { email: createTestChannel('email', 'unavailable').channel },
    seed: () =>
      usersWithKey(
        userOf('plain'),
        userOf('editor', { privileges: [...PRIVILEGES] }),
        userOf('poster', { privileges: ['ingest'] }),
      ),
  });

  const logBytes = (): number => {
    const folder = join(app.data(), 'log');
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  };

  async function exhaust({ call }: Client, name: string): Promise<void> {
    for (let turn = 0; turn < 100; turn++) {
      const tags = { ...LARGE_TAGS, k0: String(turn) };
      if ((await call('PATCH', `/api/users/id-of-${name}`, { tags })).status === 429) break;
    }
  }

  it('a user without a privilege who changes their own record all the time is refused, and an administrator is not', async () => {
    const plain = await signIn(app.url(), { userName: 'plain', apiKey: TEST_KEY });
    const before = logBytes();
    await exhaust(plain, 'plain');
    expect(logBytes() - before).to.be.within(0.2 * MIB, 0.6 * MIB);
    const refused = await fetch(`${app.url()}/api/users/id-of-plain`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${plain.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ tags: { ...LARGE_TAGS, k0: 'again' } }),
    });
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(60);
    expect(await refused.json()).to.include({ code: 'rate_limited' });
    const afterRefusal = logBytes();
    await exhaust(plain, 'plain');
    expect(logBytes()).to.equal(afterRefusal);
    expectSuccess(await app.call('PATCH', '/api/users/id-of-plain', { description: 'asked to stop' }));
    expectSuccess(await app.call('POST', '/api/devices', { id: 'bus' }), 201);
  });

  it('the messages of posted alerts count against the user who posts, and no alert is refused', async () => {
    const poster = await signIn(app.url(), { userName: 'poster', apiKey: TEST_KEY });
    const emails = Array.from({ length: 20 }, (_, i) => `guard${i}@example.org`);
    const rule = await app.call('POST', '/api/notifications', { name: 'Every alert', emails });
    expectSuccess(rule, 201);
    const tags = { k: 'x'.repeat(1_000) };
    expectSuccess(await app.call('PATCH', '/api/users/id-of-poster', { description: 'posts alerts' }));
    expect((await poster.call('PATCH', '/api/users/id-of-poster', { tags })).status).to.equal(200);
    for (let turn = 0; turn < 100; turn++) {
      const alert = {
        alerts: ['SOSButton'],
        dateTime: `2026-11-21T07:${String(turn % 60).padStart(2, '0')}:00Z`,
        text: `${turn}`,
      };
      const { status } = await poster.call('POST', '/api/devices/bus/alerts', alert);
      expect(status, `alert ${turn}`).to.equal(201);
    }
    const refused = await poster.call('PATCH', '/api/users/id-of-poster', { tags: { ...tags, more: 'x' } });
    expect(refused.status).to.equal(429);
    expectSuccess(await app.call('DELETE', `/api/notifications/${String(rule.body.id)}`));
  });

  it('a user beyond their budget can store records and remove things, and nothing else', async () => {
    const editor = await signIn(app.url(), { userName: 'editor', apiKey: TEST_KEY });
    const group = await editor.call('POST', '/api/groups', { name: 'Old' });
    await exhaust(editor, 'editor');
    // What is small may still fit: smaller and smaller changes use up the rest.
    for (const chars of [900, 1]) {
      for (let turn = 0; turn < 200; turn++) {
        const small = { name: `${chars} ${turn}`, description: 'x'.repeat(chars) };
        if ((await editor.call('POST', '/api/groups', small)).status === 429) break;
      }
    }
    const calls: readonly (readonly [method: string, path: string, body: object])[] = [
      ['POST', '/api/devices', { id: 'van', description: 'x'.repeat(900) }],
      ['PATCH', '/api/devices/bus', { description: 'x'.repeat(900) }],
      ['POST', '/api/groups', { name: 'New', description: 'x'.repeat(900) }],
      ['POST', '/api/notifications', { name: 'Rule', emails: ['a@example.org'] }],
      ['POST', '/api/displays', { name: 'Wall' }],
      ['POST', '/api/users/id-of-plain/apiKey', {}],
      ['POST', '/api/devices/bus/messages', { channel: 'email', to: 'a@example.org', text: 'x'.repeat(9_000) }],
    ];
    const before = logBytes();
    for (const [method, path, body] of calls) {
      const answer = await editor.call(method, path, body);
      expect([answer.status, answer.body.code], `${method} ${path}`).to.deep.equal([429, 'rate_limited']);
    }
    expect(logBytes()).to.equal(before);
    expect((await editor.call('POST', '/api/devices/bus/locations', fixAt(1))).status).to.equal(201);
    expect((await editor.call('POST', '/api/devices/bus/alerts', { alerts: ['SOSButton'] })).status).to.equal(201);
    expect((await editor.call('DELETE', `/api/groups/${String(group.body.id)}`)).status).to.equal(200);
  });
});
