import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { SessionView } from '../../../src/schema/accounts/session.js';
import { useApp } from '../../support/gateway/app.js';
import { request } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('sessions and links', () => {
  const app = useApp({
    config: { auth: { tokenTtl: 3_600, rememberTtl: 86_400 } },
    seed: () => usersWithKey(userOf('reader'), userOf('other')),
  });
  const bearer = (token: unknown) => (method: string, path: string, body?: unknown) =>
    request(app.url(), method, path, body, { authorization: `Bearer ${String(token)}`, 'user-agent': 'Browser/1.0' });
  const own = '/api/users/id-of-reader/sessions';
  const sessionsOf = async (call: ReturnType<typeof bearer>): Promise<SessionView[]> =>
    (await call('GET', own)).body.sessions as SessionView[];
  async function start(body: object): Promise<{ call: ReturnType<typeof bearer>; expires: unknown }> {
    const answer = await request(app.url(), 'POST', '/api/Auth/Token', body, { 'user-agent': 'Browser/1.0' });
    expectSuccess(answer);
    return { call: bearer(answer.body.token), expires: answer.body.expires };
  }
  const remembered = { userName: 'reader', apiKey: TEST_KEY, remember: true };

  it('a token with remember lasts for auth.rememberTtl and is listed with its client', async () => {
    const { call, expires } = await start(remembered);
    expect(expires).to.equal('2026-11-22T08:00:00.000Z');
    app.clock.advance(7_200_000);
    const [session] = await sessionsOf(call);
    expect(session).to.deep.include({
      by: 'apiKey',
      created: '2026-11-21T08:00:00.000Z',
      expires,
      lastUsed: '2026-11-21T10:00:00.000Z',
      address: '127.0.0.1',
      userAgent: 'Browser/1.0',
      current: true,
    });
    app.clock.advance(79_200_000);
    expectFailure(await call('GET', '/api/devices'), 'token_expired');
  });

  it('an ended session is signed out at once, also after a restart', async () => {
    const [first, second] = [await start(remembered), await start(remembered)];
    const [newest, oldest] = await sessionsOf(first.call);
    expect([newest?.current, oldest?.current]).to.deep.equal([false, true]);
    expectSuccess(await first.call('DELETE', `${own}/${newest?.id ?? ''}`));
    expectFailure(await second.call('GET', '/api/devices'), 'token_invalid');
    expectFailure(await first.call('DELETE', `${own}/${newest?.id ?? ''}`), 'not_found');
    await app.change([]);
    expectSuccess(await first.call('GET', '/api/devices'));
    expectFailure(await second.call('GET', '/api/devices'), 'token_invalid');
    expectSuccess(await first.call('DELETE', `${own}/current`));
    expectFailure(await first.call('GET', '/api/devices'), 'token_invalid');
  });

  it('signing out of a tab ends its token, and no other one', async () => {
    const tab = await start({ userName: 'reader', apiKey: TEST_KEY });
    const other = await start({ userName: 'reader', apiKey: TEST_KEY });
    expectSuccess(await tab.call('DELETE', `${own}/current`));
    expectFailure(await tab.call('GET', '/api/devices'), 'token_invalid');
    expectSuccess(await other.call('GET', '/api/devices'));
  });

  it('other users without users:write neither see nor end them', async () => {
    await start(remembered);
    const { call } = await start({ userName: 'other', apiKey: TEST_KEY });
    for (const [method, path] of [
      ['GET', own],
      ['DELETE', own],
      ['DELETE', `${own}/current`],
    ] as const) {
      expectFailure(await call(method, path), 'not_found');
    }
    const reader = await start({ userName: 'reader', apiKey: TEST_KEY });
    expect(await sessionsOf(reader.call)).to.have.lengthOf(1);
  });

  it('a link signs in the same user once, and its sign-in is a session that can be ended', async () => {
    const { call } = await start({ userName: 'reader', apiKey: TEST_KEY });
    const { status, body } = await call('POST', '/api/Auth/Link');
    expect(status).to.equal(201);
    expect(body.path).to.equal(`/#link=${String(body.link)}`);
    expect(Date.parse(String(body.expires))).to.equal(app.clock.now() + 300_000);
    const phone = await start({ link: body.link });
    expect((await phone.call('GET', '/api/users/id-of-reader')).body).to.include({ name: 'reader' });
    const again = await request(app.url(), 'POST', '/api/Auth/Token', { link: body.link });
    expectFailure(again, 'invalid_credentials', 'wrong, used or expired link');
    const [session] = await sessionsOf(call);
    expect(session).to.include({ by: 'link' });
    await call('DELETE', `${own}/${session?.id ?? ''}`);
    expectFailure(await phone.call('GET', '/api/devices'), 'token_invalid');
  });

  it('a link for a user works once, within 30 minutes, and a new one or a new password ends it', async () => {
    const { call } = await start({ userName: 'admin', apiKey: TEST_KEY });
    const create = async (): Promise<string> => String((await call('POST', '/api/users/id-of-reader/link')).body.link);
    const redeem = (link: string) => request(app.url(), 'POST', '/api/Auth/Token', { link });
    const replaced = await create();
    const created = await call('POST', '/api/users/id-of-reader/link');
    expect(created.status).to.equal(201);
    expect(Date.parse(String(created.body.expires))).to.equal(app.clock.now() + 1_800_000);
    expectFailure(await redeem(replaced), 'invalid_credentials', 'wrong, used or expired link');
    const signedIn = await start({ link: created.body.link });
    expect((await signedIn.call('GET', '/api/users/id-of-reader')).body).to.include({ name: 'reader' });
    expectFailure(await redeem(String(created.body.link)), 'invalid_credentials');
    const outdated = await create();
    await call('PUT', '/api/users/id-of-reader/password', { password: 'a new password' });
    expectFailure(await redeem(outdated), 'invalid_credentials');
    const late = await create();
    app.clock.advance(1_800_000);
    expectFailure(await redeem(late), 'invalid_credentials');
  });

  it('neither a link nor a token is in the data folder', async () => {
    const { call } = await start(remembered);
    const { link } = (await call('POST', '/api/Auth/Link')).body;
    await start({ link, remember: true });
    const log = readdirSync(join(app.data(), 'log')).map((name) => readFileSync(join(app.data(), 'log', name), 'utf8'));
    expect(log.join('')).to.include('"kind":"session"').and.not.include(String(link));
  });
});

describe('the forms of a sign-in', () => {
  const app = useApp();
  const fail = async (body: unknown, error: RegExp | string): Promise<void> => {
    expectFailure(await request(app.url(), 'POST', '/api/Auth/Token', body), 'validation_failed', error);
  };

  it('an error names the field of the form that the client meant', async () => {
    await fail({ userName: 'a', password: 5 }, '/password must be string');
    await fail({ password: 'x' }, '/userName is missing');
    await fail({ link: '' }, /^\/link /);
    await fail({ link: 'x', userName: 'a' }, '/userName is not a known field');
    await fail({ display: 'x', remember: true }, '/remember is not a known field');
    await fail({ userName: 'a', apiKey: 'x', remember: 'yes' }, '/remember must be boolean');
  });
});
