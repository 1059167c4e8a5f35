import { expect } from 'chai';
import { createMutex } from '../../../src/mutex.js';
import { valueOf } from '../../../src/errors.js';
import type { TokenRequest } from '../../../src/schema/accounts/token-request.js';
import type { Change } from '../../../src/schema/entry.js';
import { createAuthentication, keyChanges } from '../../../src/services/accounts/authentication.js';
import { createDisplays } from '../../../src/services/accounts/displays.js';
import { generateKey, hashKey } from '../../../src/services/accounts/key-hash.js';
import { createLastUses } from '../../../src/services/accounts/last-uses.js';
import { createLoginThrottle } from '../../../src/services/accounts/login-throttle.js';
import { createSessions } from '../../../src/services/accounts/sessions.js';
import { createSignIns } from '../../../src/services/accounts/sign-in.js';
import { createUsers } from '../../../src/services/accounts/users.js';
import { createTestClock } from '../../support/clock.js';
import { createMemoryStore } from '../../support/memory-store.js';
import { TEST_KEY } from '../../support/test-key.js';
import { createTestTime } from '../../support/test-time.js';
import { userOf, usersWithKey } from '../../support/users.js';

const DAY_MS = 86_400_000;
const PASSWORD = 'a right password';
const WRONG = 'a wrong password';
let passwordHash: Promise<string> | undefined;

/** The accounts of a gateway over a store in memory. */
function createAccounts(clock = createTestClock()) {
  const memory = createMemoryStore(() => clock);
  const status = () => ({ writable: true, reason: null, entries: 0, segments: 0, bytes: 0, losses: [] });
  const store = { ...memory, status };
  const time = createTestTime(clock);
  const exclusive = createMutex();
  const lastUses = createLastUses({ store, time });
  const loginThrottle = createLoginThrottle(clock.monotonic);
  const authentication = createAuthentication({ store, time, onUsed: lastUses.note });
  const users = createUsers({ store, time, exclusive, loginThrottle });
  const sessions = createSessions({ store, users, lastUses, time });
  const displays = createDisplays({ store, lastUses, time, exclusive });
  const ttls = { tokenTtl: 3_600, rememberTtl: 30 * 86_400 };
  const signIns = createSignIns({ store, authentication, loginThrottle, sessions, displays, time, ...ttls });

  async function signIn(request: TokenRequest, address = '10.0.0.1'): Promise<string> {
    const proof = await signIns.signIn(request, { address, userAgent: 'test' });
    return proof.ok ? proof.value.user.name : proof.code;
  }
  async function addUser(name: string): Promise<void> {
    const hash = await (passwordHash ??= hashKey(PASSWORD));
    const password: Change = { kind: 'sign-in-password', v: { userId: `id-of-${name}`, passwordId: 'p', hash } };
    await store.append([...(await usersWithKey(userOf(name))), password]);
  }
  return { store, clock, users, sessions, displays, lastUses, authentication, signIns, signIn, addUser };
}

const password = (userName: string, text = PASSWORD): TokenRequest => ({ userName, password: text });

describe('the limit of failed sign-ins', function () {
  this.timeout(60_000);

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
    expect(authentication.recognizeKey(apiKey)).to.include({ subject: 'id-of-feeder' });
    expect(authentication.recognizeKey(`${apiKey.slice(1)}A`)).to.equal(undefined);
  });

  it('a key of version 0.1.0 is recognized from its first use on, a chosen key only until a restart', async () => {
    const { store, signIn, authentication } = createAccounts();
    const generated = generateKey();
    const hash = await hashKey(generated);
    await store.append(await usersWithKey(userOf('old'), userOf('chosen')));
    await store.append([{ kind: 'credential', v: { userId: 'id-of-old', keyId: 'k-old', hash } }]);
    expect(authentication.recognize('old', generated)).to.equal(undefined);
    expect(await signIn({ userName: 'old', apiKey: generated })).to.equal('old');
    expect(await signIn({ userName: 'chosen', apiKey: TEST_KEY })).to.equal('chosen');
    expect(authentication.recognize('old', generated)).to.include({ grant: 'k-old' });
    expect(authentication.recognize('chosen', TEST_KEY)).to.include({ grant: 'key-of-chosen' });
    expect([...store.state.keyDigests.keys()]).to.deep.equal(['id-of-old']);
  });

  it('a known API key in the place of a password signs in as the key', async () => {
    const { store, signIn } = createAccounts();
    const apiKey = generateKey();
    await store.append([{ kind: 'user', v: userOf('feeder') }, ...(await keyChanges('id-of-feeder', apiKey))]);
    expect(await signIn({ ...password('feeder', apiKey), remember: true })).to.equal('feeder');
    const [session] = [...store.state.sessions.values()];
    expect(session).to.include({ by: 'apiKey', keyId: store.state.credentials.get('id-of-feeder')?.keyId });
  });

  it('a recognized key ends with the key', async () => {
    const { store, signIn, authentication } = createAccounts();
    await store.append(await usersWithKey(userOf('chosen')));
    await signIn({ userName: 'chosen', apiKey: TEST_KEY });
    await store.append([{ kind: 'credential-removed', v: { userId: 'id-of-chosen' } }]);
    expect(authentication.recognize('chosen', TEST_KEY)).to.equal(undefined);
    expect(authentication.recognizeKey(TEST_KEY)).to.equal(undefined);
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
    const start = { by: 'password', client: { address: '::1', userAgent: '' }, lifetimeMs: 1_000 } as const;
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

describe('displays', () => {
  const admin = userOf('admin', { privileges: ['admin'] });

  it('at most 50 displays exist, each with a name of its own', async () => {
    const { displays } = createAccounts();
    for (let i = 0; i < 50; i++) expect((await displays.create(admin, { name: `wall ${i}` })).ok).to.equal(true);
    expect(await displays.create(admin, { name: 'WALL 7' })).to.include({ code: 'conflict' });
    expect(await displays.create(admin, { name: 'one more' })).to.include({ code: 'conflict' });
  });

  it('a display of a restricted user shows what the user sees, and no other one', async () => {
    const { displays, store } = createAccounts();
    const stamp = { description: '', creation: '', lastModified: '' };
    for (const id of ['g-north', 'g-south']) {
      await store.append([{ kind: 'group', v: { id, name: id.slice(2), devices: [], ...stamp } }]);
    }
    const clerk = userOf('clerk', { privileges: ['users:write'], group: 'g-north' });
    const own = valueOf(await displays.create(clerk, { name: 'gate' }));
    expect(own.display).to.include({ group: 'g-north', deviceId: null });
    expect(await displays.create(clerk, { name: 'all', group: null })).to.include({ code: 'forbidden' });
    expect(await displays.create(clerk, { name: 'other', group: 'south' })).to.include({ code: 'forbidden' });
    const other = valueOf(await displays.create(admin, { name: 'other', group: 'South' }));
    expect(other.display.group).to.equal('g-south');
    expect(await displays.create(admin, { name: 'none', group: 'west' })).to.include({ code: 'validation_failed' });
    expect(displays.list(clerk).map(({ name }) => name)).to.deep.equal(['gate']);
    expect(await displays.remove(clerk, other.display.id)).to.include({ code: 'not_found' });
  });

  it('a display signs in with its key until it is removed, and only its digest is stored', async () => {
    const { displays, signIn, store, authentication } = createAccounts();
    const { display, key } = valueOf(await displays.create(admin, { name: 'gate' }));
    expect(JSON.stringify([...store.state.displays.values()])).not.to.include(key);
    expect(await signIn({ display: key })).to.equal('gate');
    expect(await signIn({ display: `${key}x` })).to.equal('invalid_credentials');
    expect(store.state.usage.size + store.state.logins.size).to.equal(0);
    await displays.remove(admin, display.id);
    expect(await signIn({ display: key })).to.equal('invalid_credentials');
    expect(authentication.activeUser(display.id, 'display')).to.equal(undefined);
  });
});
