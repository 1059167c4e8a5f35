import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Result } from '../../../src/errors.js';
import {
  createAuthentication,
  type Authentication,
  type SignIn,
} from '../../../src/services/accounts/authentication.js';
import { MIN_UNGUESSABLE_CHARS } from '../../../src/services/accounts/key-hash.js';
import type { Store } from '../../../src/store/store.js';
import { derivations } from '../../support/api/derivations.js';
import { createTestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { openTestStore } from '../../support/store/store.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { createTestTime } from '../../support/time/test-time.js';

describe('createAuthentication', () => {
  const folder = useFolder();
  let clock = createTestClock();
  let store: Store;
  let authentication: Authentication;

  beforeEach(async () => {
    clock = createTestClock();
    store = await openTestStore(folder());
    authentication = createAuthentication({ store, time: createTestTime(clock) });
  });
  afterEach(() => store.close());

  const outcome = async (userName: string, apiKey: string): Promise<string> => {
    const result = await authentication.authenticate({ userName, apiKey });
    return result.ok ? (store.state.users.get(result.value.subject)?.name ?? '') : result.code;
  };
  const admin = (): { id: string; keyId: string } => {
    const [user] = [...store.state.users.values()];
    const id = user?.id ?? '';
    return { id, keyId: store.state.credentials.get(id)?.keyId ?? '' };
  };

  describe('initialize', () => {
    it('the first start creates only the administrator, with a key that is shown once', async () => {
      const key = await authentication.initialize(undefined);
      expect(key).to.match(/^[\w-]{43}$/);
      expect([...store.state.users.values()]).to.have.lengthOf(1);
      expect([...store.state.users.values()][0]).to.deep.include({
        name: 'admin',
        privileges: ['admin'],
        disabled: false,
        deviceId: null,
        expires: null,
      });
      expect(store.state.gatewayId).to.match(/^[\w-]{36}$/);
      expect(await outcome('admin', key ?? '')).to.equal('admin');
    });

    it('a given key is used and not shown', async () => {
      expect(await authentication.initialize(TEST_KEY)).to.equal(undefined);
      expect(await outcome('admin', TEST_KEY)).to.equal('admin');
    });

    it('another data folder gets another key and another gateway id', async () => {
      const other = await openTestStore(join(folder(), 'other'));
      const keys = [
        await authentication.initialize(undefined),
        await createAuthentication({ store: other, time: createTestTime(clock) }).initialize(undefined),
      ];
      expect(new Set(keys)).to.have.lengthOf(2);
      expect(store.state.gatewayId).not.to.equal(other.state.gatewayId);
      await other.close();
    });
  });

  it('later starts change nothing, whatever key they are given', async () => {
    await authentication.initialize(TEST_KEY);
    const { entries } = store.status();
    expect(await authentication.initialize('another-key-0123456789')).to.equal(undefined);
    expect(await authentication.initialize(undefined)).to.equal(undefined);
    expect(store.status().entries).to.equal(entries);
    expect(await outcome('admin', 'another-key-0123456789')).to.equal('invalid_credentials');
  });

  it('a given key of 24 characters is recognized from the first start on, and one of an earlier version from the next', async () => {
    const given = 'x'.repeat(MIN_UNGUESSABLE_CHARS);
    await authentication.initialize(given);
    const { id, keyId } = admin();
    const isRecognized = async (): Promise<boolean> => {
      let result: Result<SignIn> | undefined;
      expect(await derivations(() => Promise.resolve((result = authentication.recognize('', given))))).to.equal(0);
      return result?.ok === true && result.value.grant === keyId;
    };
    expect(await isRecognized()).to.equal(true);
    const restart = async (key: string | undefined): Promise<void> => {
      await store.close();
      store = await openTestStore(folder());
      authentication = createAuthentication({ store, time: createTestTime(clock) });
      await authentication.initialize(key);
    };
    await restart(undefined);
    expect(await isRecognized()).to.equal(true);
    // An earlier version stored no digest of such a key.
    const hash = store.state.credentials.get(id)?.hash ?? '';
    await store.append([
      { kind: 'credential-removed', v: { userId: id } },
      { kind: 'credential', v: { userId: id, keyId, hash } },
    ]);
    await restart('another key of 24 letters');
    expect(await isRecognized()).to.equal(false);
    await restart(given);
    expect(await isRecognized()).to.equal(true);
  });

  it('a given key of 23 characters is stored as a slow hash only', async () => {
    await authentication.initialize('x'.repeat(MIN_UNGUESSABLE_CHARS - 1));
    expect(authentication.recognize('', 'x'.repeat(MIN_UNGUESSABLE_CHARS - 1))).to.equal(undefined);
    expect(store.state.keyDigests.size).to.equal(0);
  });

  it('no key is on the disk in any form but its hash', async () => {
    const created = (await authentication.initialize(undefined)) ?? '';
    await authentication.authenticate({ userName: 'admin', apiKey: 'a-wrong-key-that-was-tried' });
    await store.close();
    const names = (await readdir(folder(), { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    expect(names.length).to.be.greaterThan(1);
    for (const file of names) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8');
      for (const key of [created, 'a-wrong-key-that-was-tried']) {
        for (const form of [key, Buffer.from(key).toString('base64'), Buffer.from(key, 'base64url').toString('hex')]) {
          expect(text.includes(form), `${file.name} has the key`).to.equal(false);
        }
      }
    }
    store = await openTestStore(folder());
  });

  it('a user is found by name or email in any case, and by nothing else', async () => {
    await store.append(await usersWithKey(userOf('Zoë', { email: 'Zoe@Example.org' })));
    for (const name of ['zoë', 'ZOË', 'zoe@example.ORG']) expect(await outcome(name, TEST_KEY)).to.equal('Zoë');
    for (const name of ['zoe', 'Zoë ', '', 'id-of-Zoë', '__proto__']) {
      expect(await outcome(name, TEST_KEY), name).to.equal('invalid_credentials');
    }
  });

  it("another user's key, an empty key and a missing key are rejected", async () => {
    await authentication.initialize(undefined);
    await store.append([...(await usersWithKey(userOf('reader'))), { kind: 'user', v: userOf('keyless') }]);
    expect(await outcome('admin', TEST_KEY)).to.equal('invalid_credentials');
    expect(await outcome('reader', '')).to.equal('invalid_credentials');
    expect(await outcome('keyless', '')).to.equal('invalid_credentials');
    expect(await outcome('keyless', TEST_KEY)).to.equal('invalid_credentials');
  });

  it('a user is active while the key is the current one and the account exists', async () => {
    await authentication.initialize(TEST_KEY);
    const { id, keyId } = admin();
    expect(authentication.activeUser(id, keyId)?.name).to.equal('admin');
    expect(authentication.activeUser(id, 'another')).to.equal(undefined);
    expect(authentication.activeUser('unknown', keyId)).to.equal(undefined);
    const credential = store.state.credentials.get(id);
    if (credential === undefined) throw new Error('no credential');
    await store.append([{ kind: 'credential', v: { ...credential, keyId: 'next' } }]);
    expect(authentication.activeUser(id, keyId)).to.equal(undefined);
    expect(authentication.activeUser(id, 'next')?.name).to.equal('admin');
  });

  it('an account is inactive when it is disabled, and from the instant it expires', async () => {
    const guest = userOf('guest', { expires: '2026-11-21T08:00:01.000Z' });
    await store.append(await usersWithKey(guest, userOf('off', { disabled: true })));
    expect(authentication.activeUser('id-of-off', 'key-of-off')).to.equal(undefined);
    expect(await outcome('off', TEST_KEY)).to.equal('invalid_credentials');
    clock.advance(999);
    expect(authentication.activeUser(guest.id, 'key-of-guest')?.name).to.equal('guest');
    expect(await outcome('guest', TEST_KEY)).to.equal('guest');
    clock.advance(1);
    expect(authentication.activeUser(guest.id, 'key-of-guest')).to.equal(undefined);
    expect(await outcome('guest', TEST_KEY)).to.equal('invalid_credentials');
  });
});
