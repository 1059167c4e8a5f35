import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createAuthentication, type Authentication } from '../../../src/services/accounts/authentication.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/clock.js';
import { useFolder } from '../../support/folder.js';
import { TEST_KEY } from '../../support/gateway.js';
import { openTestStore } from '../../support/store.js';
import { userOf, usersWithKey } from '../../support/users.js';
import { createTestTime } from '../../support/test-time.js';

describe('accounts', () => {
  const folder = useFolder();
  let clock = createTestClock();
  let store: Store;
  let accounts: Authentication;

  beforeEach(async () => {
    clock = createTestClock();
    store = await openTestStore(folder());
    accounts = createAuthentication({ store, time: createTestTime(clock) });
  });
  afterEach(() => store.close());

  const outcome = async (userName: string, apiKey: string): Promise<string> => {
    const result = await accounts.authenticate(userName, apiKey);
    return result.ok ? result.value.user.name : result.code;
  };
  const admin = (): { id: string; keyId: string } => {
    const [user] = [...store.state.users.values()];
    const id = user?.id ?? '';
    return { id, keyId: store.state.credentials.get(id)?.keyId ?? '' };
  };

  describe('on the first start', () => {
    it('are the administrator alone, with a key that is shown this once', async () => {
      const key = await accounts.initialize(undefined);
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

    it('take the key that is given, and do not show it', async () => {
      expect(await accounts.initialize(TEST_KEY)).to.equal(undefined);
      expect(await outcome('admin', TEST_KEY)).to.equal('admin');
    });

    it('get another key and another gateway id in another folder', async () => {
      const other = await openTestStore(join(folder(), 'other'));
      const keys = [
        await accounts.initialize(undefined),
        await createAuthentication({ store: other, time: createTestTime(clock) }).initialize(undefined),
      ];
      expect(new Set(keys)).to.have.lengthOf(2);
      expect(store.state.gatewayId).not.to.equal(other.state.gatewayId);
      await other.close();
    });
  });

  it('are left alone by every later start, whatever key it is given', async () => {
    await accounts.initialize(TEST_KEY);
    const { entries } = store.status();
    expect(await accounts.initialize('another-key-0123456789')).to.equal(undefined);
    expect(await accounts.initialize(undefined)).to.equal(undefined);
    expect(store.status().entries).to.equal(entries);
    expect(await outcome('admin', 'another-key-0123456789')).to.equal('invalid_credentials');
  });

  it('never leave a key on the disk in clear text, nor in any form of it but its hash', async () => {
    const made = (await accounts.initialize(undefined)) ?? '';
    await accounts.authenticate('admin', 'a-wrong-key-that-was-tried');
    await store.close();
    const names = (await readdir(folder(), { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    expect(names.length).to.be.greaterThan(1);
    for (const file of names) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8');
      for (const key of [made, 'a-wrong-key-that-was-tried']) {
        for (const form of [key, Buffer.from(key).toString('base64'), Buffer.from(key, 'base64url').toString('hex')]) {
          expect(text.includes(form), `${file.name} has the key`).to.equal(false);
        }
      }
    }
    store = await openTestStore(folder());
  });

  it('are found by name or email in any case, and by nothing else', async () => {
    await store.append(await usersWithKey(userOf('Zoë', { email: 'Zoe@Example.org' })));
    for (const name of ['zoë', 'ZOË', 'zoe@example.ORG']) expect(await outcome(name, TEST_KEY)).to.equal('Zoë');
    for (const name of ['zoe', 'Zoë ', '', 'id-of-Zoë', '__proto__']) {
      expect(await outcome(name, TEST_KEY), name).to.equal('invalid_credentials');
    }
  });

  it('do not open with a key of another user, an empty one, or without any', async () => {
    await accounts.initialize(undefined);
    await store.append([...(await usersWithKey(userOf('reader'))), { kind: 'user', v: userOf('keyless') }]);
    expect(await outcome('admin', TEST_KEY)).to.equal('invalid_credentials');
    expect(await outcome('reader', '')).to.equal('invalid_credentials');
    expect(await outcome('keyless', '')).to.equal('invalid_credentials');
    expect(await outcome('keyless', TEST_KEY)).to.equal('invalid_credentials');
  });

  it('stay current while the key is the present one and the account is open', async () => {
    await accounts.initialize(TEST_KEY);
    const { id, keyId } = admin();
    expect(accounts.activeUser(id, keyId)?.name).to.equal('admin');
    expect(accounts.activeUser(id, 'another')).to.equal(undefined);
    expect(accounts.activeUser('nobody', keyId)).to.equal(undefined);
    const credential = store.state.credentials.get(id);
    if (credential === undefined) throw new Error('no credential');
    await store.append([{ kind: 'credential', v: { ...credential, keyId: 'next' } }]);
    expect(accounts.activeUser(id, keyId)).to.equal(undefined);
    expect(accounts.activeUser(id, 'next')?.name).to.equal('admin');
  });

  it('close when they are disabled, and at the instant they expire', async () => {
    const guest = userOf('guest', { expires: '2026-11-21T08:00:01.000Z' });
    await store.append(await usersWithKey(guest, userOf('off', { disabled: true })));
    expect(accounts.activeUser('id-of-off', 'key-of-off')).to.equal(undefined);
    expect(await outcome('off', TEST_KEY)).to.equal('invalid_credentials');
    clock.advance(999);
    expect(accounts.activeUser(guest.id, 'key-of-guest')?.name).to.equal('guest');
    expect(await outcome('guest', TEST_KEY)).to.equal('guest');
    clock.advance(1);
    expect(accounts.activeUser(guest.id, 'key-of-guest')).to.equal(undefined);
    expect(await outcome('guest', TEST_KEY)).to.equal('invalid_credentials');
  });
});
