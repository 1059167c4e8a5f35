import { expect } from 'chai';
import { valueOf, type Result } from '../../../src/errors.js';
import type { TokenRequest } from '../../../src/schema/accounts/token-request.js';
import { keyChanges, type SignIn } from '../../../src/services/accounts/authentication.js';
import { generateKey, hashKey } from '../../../src/services/accounts/key-hash.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { createAccounts, hashOfPassword, PASSWORD } from '../../support/api/sign-in-accounts.js';
import { derivations } from '../../support/api/derivations.js';

const DAY_MS = 86_400_000;
const WRONG = 'a wrong password';

const password = (userName: string, text = PASSWORD): TokenRequest => ({ userName, password: text });

const grantOf = (recognized: Result<SignIn> | undefined): string | undefined =>
  recognized?.ok === true ? recognized.value.grant : undefined;

describe('the limit of failed sign-ins', () => {
  it('ten failures block a user name in any case, from every address where it never signed in', async () => {
    const { addUser, signIn } = createAccounts();
    await addUser('Reader');
    for (let i = 0; i < 10; i++) expect(await signIn(password('reader', WRONG), `10.0.0.${i}`)).to.match(/^invalid/);
    expect(await signIn(password('READER'), '10.0.0.99')).to.equal('rate_limited');
  });

  it('other names from other addresses are not blocked, other names from that address are', async () => {
    const { addUser, signIn } = createAccounts();
    await addUser('reader');
    for (let i = 0; i < 11; i++) await signIn(password('admin', WRONG), '10.0.0.1');
    expect(await signIn(password('reader'), '10.0.0.1')).to.equal('rate_limited');
    expect(await signIn(password('reader'), '10.0.0.2')).to.equal('reader');
  });

  it('a user named like an address does not block that address', async () => {
    const { addUser, signIn } = createAccounts();
    await addUser('reader');
    for (let i = 0; i < 10; i++) await signIn(password('10.0.0.7', WRONG), `10.0.1.${i}`);
    expect(await signIn(password('reader'), '10.0.0.7')).to.equal('reader');
  });

  it('all addresses of an IPv6 /64 count as one', async () => {
    const { addUser, signIn } = createAccounts();
    await addUser('reader');
    for (let i = 0; i < 10; i++) await signIn(password(`guess-${i}`, WRONG), `fd00:1:2:3::${i}`);
    expect(await signIn(password('reader'), 'fd00:1:2:3:ffff::1')).to.equal('rate_limited');
    expect(await signIn(password('reader'), 'fd00:1:2:4::1')).to.equal('reader');
  });

  it('a right password is never refused at an address where its name signed in within 30 days', async () => {
    const { addUser, signIn, clock } = createAccounts();
    await addUser('reader');
    expect(await signIn(password('reader'), '10.0.0.1')).to.equal('reader');
    clock.advance(30 * DAY_MS);
    for (let i = 0; i < 20; i++) await signIn(password('reader', WRONG), '10.0.0.1');
    for (let i = 0; i < 10; i++) await signIn(password('reader', WRONG), `10.0.1.${i}`);
    expect(await signIn(password('reader', WRONG), '10.0.0.1')).to.equal('rate_limited');
    expect(await signIn(password('reader'), '10.0.0.1')).to.equal('reader');
    expect(await signIn(password('reader'), '10.0.0.2')).to.equal('rate_limited');
    clock.advance(40 * DAY_MS);
    for (let i = 0; i < 10; i++) await signIn(password('reader', WRONG), '10.0.0.1');
    expect(await signIn(password('reader'), '10.0.0.1')).to.equal('rate_limited');
  });

  it('a right generated key is never refused, and is checked without scrypt', async () => {
    const { store, signIn, authentication } = createAccounts();
    const apiKey = generateKey();
    await store.append([{ kind: 'user', v: userOf('feeder') }, ...(await keyChanges('id-of-feeder', apiKey))]);
    for (let i = 0; i < 12; i++) await signIn({ userName: 'feeder', apiKey: 'guess' });
    expect(await signIn({ userName: 'feeder', apiKey: 'guess' })).to.equal('rate_limited');
    expect(await signIn({ userName: 'feeder', apiKey })).to.equal('feeder');
    expect(grantOf(authentication.recognize('', apiKey))).to.equal(store.state.keyDigests.get('id-of-feeder')?.keyId);
    expect(authentication.recognize('', `${apiKey.slice(1)}A`)).to.equal(undefined);
  });

  it('a key of version 0.1.0 is recognized from its first use on, a short chosen one only until a restart', async () => {
    const { store, signIn, authentication } = createAccounts();
    const generated = generateKey();
    const short = 'chosen by a person';
    await store.append(await usersWithKey(userOf('old'), userOf('chosen')));
    await store.append([
      { kind: 'credential', v: { userId: 'id-of-old', keyId: 'k-old', hash: await hashKey(generated) } },
      { kind: 'credential', v: { userId: 'id-of-chosen', keyId: 'k-chosen', hash: await hashKey(short) } },
    ]);
    expect(authentication.recognize('old', generated)).to.equal(undefined);
    expect(await signIn({ userName: 'old', apiKey: generated })).to.equal('old');
    expect(await signIn({ userName: 'chosen', apiKey: short })).to.equal('chosen');
    expect(grantOf(authentication.recognize('old', generated))).to.equal('k-old');
    expect(grantOf(authentication.recognize('chosen', short))).to.equal('k-chosen');
    expect([...store.state.keyDigests.keys()]).to.deep.equal(['id-of-old']);
  });

  it('every refusal takes one scrypt derivation, whichever part is wrong', async () => {
    const { store, addUser, signIn } = createAccounts();
    await addUser('reader');
    const off = userOf('off', { disabled: true });
    const hash = await hashOfPassword();
    await store.append([
      ...(await usersWithKey(off, userOf('without'))),
      { kind: 'sign-in-password', v: { userId: off.id, passwordId: 'p', hash } },
    ]);
    for (const request of [
      password('reader', WRONG),
      password('unknown'),
      password('without'),
      password('off'),
      { userName: 'reader', apiKey: WRONG },
      { userName: 'unknown', apiKey: TEST_KEY },
    ]) {
      const outcomes: string[] = [];
      const count = await derivations(async () => outcomes.push(await signIn(request)));
      expect([outcomes, count], JSON.stringify(request)).to.deep.equal([['invalid_credentials'], 1]);
    }
  });

  it('a known API key in the place of a password signs in as the key', async () => {
    const { store, signIn } = createAccounts();
    const apiKey = generateKey();
    await store.append([{ kind: 'user', v: userOf('feeder') }, ...(await keyChanges('id-of-feeder', apiKey))]);
    expect(await signIn({ ...password('feeder', apiKey), remember: true })).to.equal('feeder');
    const [session] = [...store.state.sessions.values()];
    expect(session).to.include({ by: 'apiKey', keyId: store.state.credentials.get('id-of-feeder')?.keyId });
  });

  it('sign-ins by key from many addresses do not make the address of a password unknown', async () => {
    const { store, addUser, signIn, authentication } = createAccounts();
    await addUser('reader');
    const apiKey = generateKey();
    await store.append(await keyChanges('id-of-reader', apiKey));
    expect(await signIn(password('reader'), '10.0.0.1')).to.equal('reader');
    for (let i = 0; i < 40; i++) expect(await signIn({ userName: 'reader', apiKey }, `10.0.1.${i}`)).to.equal('reader');
    expect(authentication.recognize('reader', apiKey)).to.include({ ok: true });
    for (let i = 0; i < 10; i++) await signIn(password('reader', WRONG), `10.0.2.${i}`);
    expect(await signIn(password('reader'), '10.0.2.99')).to.equal('rate_limited');
    expect(await signIn(password('reader'), '10.0.0.1')).to.equal('reader');
  });

  it('failures at the address of a name do not block a stranger there before ten, nor the name anywhere else', async () => {
    const { addUser, signIn } = createAccounts();
    await addUser('reader');
    await signIn(password('reader'), '10.0.0.1');
    await signIn(password('reader'), '10.0.0.2');
    for (let i = 0; i < 11; i++) await signIn(password('reader', WRONG), '10.0.0.1');
    expect(await signIn(password('reader', WRONG), '10.0.0.1')).to.equal('rate_limited');
    expect(await signIn(password('reader', WRONG), '10.0.0.2')).to.equal('invalid_credentials');
    expect(await signIn(password('reader', WRONG), '10.0.0.3')).to.equal('invalid_credentials');
  });

  it('a sign-in whose connection was closed is dropped before it is hashed', async () => {
    const { addUser, signIns, refusals } = createAccounts();
    await addUser('reader');
    const client = { address: '10.0.0.1', userAgent: '' };
    const count = await derivations(() =>
      Promise.all([signIns.signIn(password('reader'), client), signIns.signIn(password('reader'), client, () => true)]),
    );
    expect(count).to.equal(1);
    expect(refusals.count('sign_in_abandoned')).to.equal(1);
  });

  it('an address has at most ten places of those that wait, and a full queue still takes other addresses', async () => {
    const { addUser, signIn, refusals } = createAccounts();
    await addUser('reader');
    const flood = Array.from({ length: 200 }, (_, i) => signIn(password(`name-${i}`), `10.0.0.${i % 5}`));
    const right = signIn(password('reader'), '10.0.9.9');
    const known = [...(await Promise.all(flood))];
    expect(await right).to.equal('reader');
    expect(known.filter((code) => code === 'invalid_credentials').length).to.be.within(30, 40);
    expect(refusals.count('hash_share')).to.be.at.least(150);
  });

  it('a recognized key ends with the key', async () => {
    const { store, signIn, authentication } = createAccounts();
    await store.append(await usersWithKey(userOf('chosen')));
    await signIn({ userName: 'chosen', apiKey: TEST_KEY });
    await store.append([{ kind: 'credential-removed', v: { userId: 'id-of-chosen' } }]);
    expect(authentication.recognize('chosen', TEST_KEY)).to.equal(undefined);
    expect(authentication.recognize('', TEST_KEY)).to.equal(undefined);
  });
});

describe('links', () => {
  it('a link signs in its user once, as a session', async () => {
    const { addUser, signIn, signIns, store } = createAccounts();
    await addUser('reader');
    const { link } = signIns.createLink({ subject: 'id-of-reader', grant: 'key-of-reader', passwordId: 'p' });
    expect(await signIn({ link })).to.equal('reader');
    expect(await signIn({ link })).to.equal('invalid_credentials');
    expect([...store.state.sessions.values()].map(({ by, keyId }) => [by, keyId])).to.deep.equal([
      ['link', 'key-of-reader'],
    ]);
  });

  it('a link ends after 5 minutes, and with the key of the token that made it', async () => {
    const { addUser, signIn, signIns, store, clock } = createAccounts();
    await addUser('reader');
    const create = (): string =>
      signIns.createLink({ subject: 'id-of-reader', grant: 'key-of-reader', passwordId: 'p' }).link;
    const [first, second, third] = [create(), create(), create()];
    clock.advance(5 * 60_000 - 1);
    expect(await signIn({ link: first })).to.equal('reader');
    clock.advance(1);
    expect(await signIn({ link: second })).to.equal('invalid_credentials');
    const fourth = create();
    await store.append([{ kind: 'credential-removed', v: { userId: 'id-of-reader' } }]);
    for (const link of [third, fourth]) expect(await signIn({ link })).to.equal('invalid_credentials');
  });

  it('a user has at most five links; the oldest gives way', async () => {
    const { addUser, signIn, signIns } = createAccounts();
    await addUser('reader');
    const proven = { subject: 'id-of-reader', grant: 'key-of-reader', passwordId: 'p' };
    const links = Array.from({ length: 6 }, () => signIns.createLink(proven).link);
    const outcomes: string[] = [];
    for (const link of links) outcomes.push(await signIn({ link }));
    expect(outcomes).to.deep.equal(['invalid_credentials', ...Array.from({ length: 5 }, () => 'reader')]);
  });
});

describe('sessions', () => {
  const listed = ({ sessions, users }: ReturnType<typeof createAccounts>, userId = 'id-of-reader'): string[] => {
    const user = valueOf(users.findManageable(userOf('admin', { privileges: ['admin'] }), userId));
    return valueOf(sessions.list(user, userId)).map(({ id }) => id);
  };

  it('a user has at most 20 sessions; the oldest gives way', async () => {
    const accounts = createAccounts();
    await accounts.addUser('reader');
    await accounts.addUser('other');
    await accounts.signIn({ ...password('other'), remember: true });
    for (let i = 0; i < 20; i++) await accounts.signIn({ userName: 'reader', apiKey: TEST_KEY, remember: true });
    const before = listed(accounts);
    await accounts.signIn({ userName: 'reader', apiKey: TEST_KEY, remember: true });
    const after = listed(accounts);
    expect(after).to.have.lengthOf(20);
    expect(after.slice(1)).to.deep.equal(before.slice(0, 19));
    expect(listed(accounts, 'id-of-other')).to.have.lengthOf(1);
  });

  it('a new key ends the sessions that began with the previous one, a new password ends all', async () => {
    const accounts = createAccounts();
    const { signIn, addUser, store } = accounts;
    await addUser('reader');
    await signIn({ userName: 'reader', apiKey: TEST_KEY, remember: true });
    await signIn({ ...password('reader'), remember: true });
    expect(listed(accounts)).to.have.lengthOf(2);
    await store.append(await keyChanges('id-of-reader', generateKey()));
    expect([...store.state.sessions.values()].map(({ by }) => by)).to.deep.equal(['password']);
    await store.append([{ kind: 'sign-in-password', v: { userId: 'id-of-reader', passwordId: 'next', hash: 'x' } }]);
    expect(listed(accounts)).to.deep.equal([]);
  });

  it('a session that began with a password that was replaced meanwhile does not count', async () => {
    const accounts = createAccounts();
    await accounts.addUser('reader');
    const late = { subject: 'id-of-reader', grant: 'password', passwordId: 'previous' };
    const client = { address: '::1', userAgent: '' };
    const author = { type: 'user', id: 'id-of-reader', name: 'reader', via: 'password', address: '::1' } as const;
    const start = { by: 'password', client, lifetimeMs: 1_000, author } as const;
    const { grant } = await accounts.sessions.start(late, start);
    expect(listed(accounts)).to.deep.equal([]);
    expect(accounts.authentication.activeUser('id-of-reader', grant, 'p')).to.equal(undefined);
  });

  it('an expired session is not listed', async () => {
    const accounts = createAccounts();
    await accounts.addUser('reader');
    await accounts.signIn({ ...password('reader'), remember: true });
    accounts.clock.advance(30 * DAY_MS - 1);
    expect(listed(accounts)).to.have.lengthOf(1);
    accounts.clock.advance(1);
    expect(listed(accounts)).to.deep.equal([]);
  });

  it('the last use is written at most once an hour', async () => {
    const { addUser, signIn, store, lastUses, authentication, clock } = createAccounts();
    await addUser('reader');
    await signIn({ ...password('reader'), remember: true });
    const [session] = [...store.state.sessions.values()];
    const entriesOf = async (minutes: number): Promise<number> => {
      clock.advance(minutes * 60_000);
      authentication.activeUser('id-of-reader', session?.id ?? '', 'p');
      const before = store.state.n;
      await lastUses.flush();
      return store.state.n - before;
    };
    expect(await entriesOf(1)).to.equal(1);
    expect(await entriesOf(59)).to.equal(0);
    expect(await entriesOf(1)).to.equal(1);
    expect(await entriesOf(0)).to.equal(0);
  });
});
