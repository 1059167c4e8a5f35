import { expect } from 'chai';
import type { ApiResult } from '../../../src/web/api/client.js';
import { createSignInSession, type SignInSession } from '../../../src/web/session/sign-in-session.js';
import { createTokenStorage, type TokenStorage } from '../../../src/web/session/token-storage.js';
import { createTestBrowserClock, type TestBrowserClock } from '../support.js';

const encode = (part: object): string => btoa(JSON.stringify(part)).replace(/=+$/, '');
const tokenOf = (sub: string, own: object = {}): string => `x.${encode({ sub, iat: 0, exp: 86_400, ...own })}.y`;
const refused = { ok: false, code: 'invalid_credentials', message: '' } as const;
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
  const session = createSignInSession({ api, tokenStorage: storage, clock });
  const stored = (): string => JSON.stringify([[...tab.all], [...browser.all]]);
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return { session, storage, stored, sent, clock, settled };
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

  it('a token stays in the tab, or with remember in the browser, and signing out ends the remembered session', async () => {
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
      expect(sent.includes('DELETE /api/users/u/sessions/current')).to.equal(remember);
    }
  });

  it('a link signs in, or the reason is shown', async () => {
    const { session, sent } = createSession(({ link }) =>
      link === 'good' ? { ok: true, value: { token: tokenOf('u') } } : refused,
    );
    await session.openLink('used');
    expect(session.state.value).to.deep.equal({ is: 'out', reason: 'link' });
    await session.openLink('good');
    expect(session.state.value).to.include({ is: 'in' });
    session.signOut();
    expect(sent.at(-1)).to.equal('DELETE /api/users/u/sessions/current');
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
    await session.openDisplay('key');
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
    await session.openDisplay('key');
    answer = { ok: false, code: 'unreachable', message: '' };
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
