import { expect } from 'chai';
import type { ApiResult } from '../../../src/web/api/client.js';
import { createSignInSession, type SignInSession } from '../../../src/web/session/sign-in-session.js';
import { createTokenStorage, type TokenStorage } from '../../../src/web/session/token-storage.js';
import { createTestBrowserClock, type TestBrowserClock } from '../support.js';

const encode = (part: object): string => btoa(JSON.stringify(part)).replace(/=+$/, '');
const tokenOf = (sub: string, own: object = {}): string => `x.${encode({ sub, iat: 0, exp: 86_400, ...own })}.y`;
const refused = { ok: false, code: 'invalid_credentials', text: '' } as const;
const KEY = 'k'.repeat(43);

function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { readonly all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: (name) => void all.delete(name),
  };
}

/** A session over an API that `answer` plays: it gets the body of the token call. */
function createSession(answer: (body: Record<string, unknown>) => ApiResult<unknown>): {
  readonly session: SignInSession;
  readonly storage: TokenStorage;
  readonly stored: () => string;
  readonly sent: string[];
  readonly shown: string[];
  readonly clock: TestBrowserClock;
  readonly settled: () => Promise<void>;
} {
  const [tab, browser] = [createStorage(), createStorage()];
  const storage = createTokenStorage(
    () => tab,
    () => browser,
  );
  const clock = createTestBrowserClock();
  const sent: string[] = [];
  const shown: string[] = [];
  const api = {
    get: <T>(path: string) => {
      sent.push(`GET ${path}`);
      return Promise.resolve({ ok: true, value: { user: { id: 'u', name: 'Ana' } } } as ApiResult<T>);
    },
    send: <T>(method: string, path: string, body?: unknown) => {
      sent.push(`${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`);
      return Promise.resolve(answer((body ?? {}) as Record<string, unknown>) as ApiResult<T>);
    },
  };
  const show = (path: string) => void shown.push(path);
  const session = createSignInSession({ api, tokenStorage: storage, clock, show });
  const stored = (): string => JSON.stringify([[...tab.all], [...browser.all]]);
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return { session, storage, stored, sent, shown, clock, settled };
}

describe('createSignInSession', () => {
  it('a generated key is sent as a key, another secret as a password and then as a key', async () => {
    const { session, sent } = createSession(() => refused);
    await session.signIn({ userName: 'Ana', secret: KEY, remember: false });
    await session.signIn({ userName: 'Ana', secret: 'secret', remember: true });
    expect(sent).to.deep.equal([
      `POST /api/Auth/Token {"userName":"Ana","apiKey":"${KEY}"}`,
      'POST /api/Auth/Token {"userName":"Ana","password":"secret","remember":true}',
      'POST /api/Auth/Token {"userName":"Ana","apiKey":"secret","remember":true}',
    ]);
  });

  it('a token stays in the tab, or with remember in the browser, and signing out ends it at the gateway', async () => {
    for (const remember of [false, true]) {
      const token = tokenOf('u', remember ? { remember } : {});
      const { session, stored, sent, settled } = createSession(() => ({ ok: true, value: { token } }));
      await session.signIn({ userName: 'Ana', secret: 'a password', remember });
      const kept = [['waypost.token', token]];
      expect(stored()).to.equal(JSON.stringify(remember ? [[], kept] : [kept, []]));
      expect(session.state.value).to.include({ is: 'in', isDisplay: false });
      session.signOut();
      await settled();
      expect(stored()).to.equal('[[],[]]');
      expect(sent.at(-1)).to.equal('DELETE /api/users/u/sessions/current');
    }
  });

  it('a link signs in, or the reason is shown', async () => {
    const { session, sent } = createSession(({ link }) =>
      link === 'good' ? { ok: true, value: { token: tokenOf('u') } } : refused,
    );
    await session.openEntry({ link: 'used' });
    expect(session.state.value).to.deep.equal({ is: 'out', reason: 'link' });
    await session.openEntry({ link: 'good' });
    expect(session.state.value).to.include({ is: 'in' });
    session.signOut();
    expect(sent.at(-1)).to.equal('DELETE /api/users/u/sessions/current');
  });

  it('a link that is opened while a user is signed in waits for an answer, and changes nothing before or after a no', async () => {
    for (const entry of [{ link: 'of-eve' }, { display: 'of-eve' }]) {
      const { session, sent, shown, stored } = createSession(() => ({ ok: true, value: { token: tokenOf('u') } }));
      await session.signIn({ userName: 'Ana', secret: KEY, remember: true });
      const [before, { length }] = [stored(), sent];
      await session.openEntry(entry);
      expect([session.entry.value, session.state.value.is]).to.deep.equal([entry, 'in']);
      await session.answerEntry(false);
      expect([session.entry.value, session.state.value.is]).to.deep.equal([undefined, 'in']);
      await session.answerEntry(true);
      expect([stored(), sent.length, shown]).to.deep.equal([before, length, []]);
    }
  });

  it('a yes ends the present sign-in at the gateway and in the browser, and then opens the link', async () => {
    const display = { id: 'd', name: 'Gate', group: null, deviceId: null };
    for (const [entry, body, path, subject] of [
      [{ link: 'of-eve' }, '{"link":"of-eve"}', '/map', 'eve'],
      [{ display: 'of-eve' }, '{"display":"of-eve"}', '/wall', 'd'],
    ] as const) {
      const { session, sent, shown, storage } = createSession(({ userName }) => ({
        ok: true,
        value: { token: tokenOf(userName === undefined ? subject : 'u'), display },
      }));
      await session.signIn({ userName: 'Ana', secret: KEY, remember: false });
      await session.openEntry(entry);
      await session.answerEntry(true);
      const calls = sent.filter((call) => !call.startsWith('GET')).slice(1);
      expect(calls).to.deep.equal(['DELETE /api/users/u/sessions/current', `POST /api/Auth/Token ${body}`]);
      expect([shown, storage.token(), session.entry.value]).to.deep.equal([[path], tokenOf(subject), undefined]);
    }
  });

  it('a link is opened at once if the stored token has ended, and a display opens its own link again', async () => {
    const display = { id: 'd', name: 'Gate', group: null, deviceId: null };
    const { session, storage, sent, shown } = createSession(({ link }) => ({
      ok: true,
      value: { token: tokenOf(link === undefined ? 'd' : 'eve'), display },
    }));
    await session.openEntry({ display: 'gate' });
    await session.openEntry({ display: 'gate' });
    expect([session.entry.value, storage.displayKey(), shown]).to.deep.equal([undefined, 'gate', ['/wall', '/wall']]);
    session.signOut();
    storage.save(tokenOf('gone'));
    session.onRefused('token_expired');
    await session.openEntry({ link: 'of-eve' });
    expect([session.entry.value, storage.token()]).to.deep.equal([undefined, tokenOf('eve')]);
    await session.openEntry({ display: 'gate' });
    session.signOut();
    expect(session.entry.value, 'signing out drops the link').to.equal(undefined);
    expect(sent.at(-1)).to.equal('DELETE /api/users/eve/sessions/current');
  });

  it('users who change their own secret are signed in with the new one, and no refusal in between signs them out', async () => {
    let count = 0;
    const { session, sent, storage } = createSession(() => {
      count += 1;
      return { ok: true, value: { token: tokenOf('u', { n: count }) } };
    });
    await session.signIn({ userName: 'Ana', secret: KEY, remember: false });
    const refusal = await session.changeSecret(() => {
      session.onRefused('token_invalid');
      return Promise.resolve({ ok: true, value: 'a new password' });
    });
    expect(refusal).to.equal(undefined);
    expect(sent).to.include('POST /api/Auth/Token {"userName":"Ana","password":"a new password"}');
    expect([storage.token(), session.state.value.is]).to.deep.equal([tokenOf('u', { n: 2 }), 'in']);
    expect(await session.changeSecret(() => Promise.resolve(refused))).to.equal(refused);
    session.onRefused('token_invalid');
    expect(session.state.value).to.deep.equal({ is: 'out', reason: 'token_invalid' });
  });

  it('a display renews its token by itself, in time and after a refusal', async () => {
    let count = 0;
    const display = { id: 'd', name: 'Gate', group: 'north', deviceId: null };
    const { session, storage, clock, settled, sent } = createSession(() => {
      count += 1;
      return { ok: true, value: { token: tokenOf('d', { n: count }), display } };
    });
    await session.openEntry({ display: 'key' });
    expect(session.state.value).to.deep.include({ is: 'in', isDisplay: true });
    expect(sent).to.deep.equal(['POST /api/Auth/Token {"display":"key"}']);
    clock.advance(0.8 * 86_400_000 - 1);
    await settled();
    expect(count).to.equal(1);
    clock.advance(1);
    await settled();
    expect(count).to.equal(2);
    session.onRefused('token_expired');
    await settled();
    expect([count, session.state.value.is]).to.deep.equal([3, 'in']);
    expect(storage.token()).to.equal(tokenOf('d', { n: 3 }));
    expect(storage.displayKey()).to.equal('key');
  });

  it('a display waits while the gateway does not answer, and ends when it was removed', async () => {
    let answer: ApiResult<unknown> = { ok: true, value: { token: tokenOf('d') } };
    const { session, clock, settled, stored } = createSession(() => answer);
    await session.openEntry({ display: 'key' });
    answer = { ok: false, code: 'unreachable', text: '' };
    session.onRefused('token_expired');
    await settled();
    expect(session.state.value.is).to.equal('in');
    answer = refused;
    clock.advance(10_000);
    await settled();
    expect(session.state.value).to.deep.equal({ is: 'out', reason: 'display' });
    expect(stored()).to.equal('[[],[]]');
  });
});
