import { expect } from 'chai';
import type { Author } from '../../src/schema/accounts/author.js';
import type { AuthoredChange, Change } from '../../src/schema/entry.js';
import { createMemoryStore } from '../support/store/memory-store.js';
import { deviceOf, fixAt, locationOf, quarantinedOf } from '../support/store/records.js';
import { useFolder } from '../support/store/folder.js';
import { readLog } from '../support/store/read-log.js';
import { openTestStore } from '../support/store/store.js';
import { createTestClock } from '../support/time/clock.js';
import { groupOf } from '../support/api/examples.js';
import { userOf } from '../support/api/users.js';

const ada: Author = { type: 'user', id: 'u-ada', name: 'Ada', via: 'key', key: 'script', address: '192.168.1.20' };

describe('the author of an entry', () => {
  async function after(...stored: readonly Change[]): Promise<(change: Change) => AuthoredChange | undefined> {
    const store = createMemoryStore(() => createTestClock());
    if (stored.length > 0) await store.append(stored);
    return (change) => store.authored([change], ada)[0];
  }

  it('a new entity has no previous values, a changed one those that differ, a removed one all of them', async () => {
    const group = groupOf('north', ['bus', 'van']);
    const create = await after();
    expect(create({ kind: 'group', v: group })).to.deep.equal({ kind: 'group', v: group, by: ada });
    const change = await after({ kind: 'group', v: group });
    const next = { ...group, name: 'North', devices: ['van', 'cab'], lastModified: '2026-11-21T08:00:00.000Z' };
    const was = { name: 'north', devices: { added: ['cab'], removed: ['bus'] } };
    expect(change({ kind: 'group', v: next })?.was).to.deep.equal(was);
    expect(change({ kind: 'group-removed', v: { id: 'north' } })?.was).to.deep.equal({
      ...{ name: 'north', description: '', devices: ['bus', 'van'] },
    });
  });

  it('a member that was absent or is absent now is null', async () => {
    const before = deviceOf('bus');
    const change = await after({ kind: 'device', v: before });
    expect(change({ kind: 'device', v: { ...before, dailySmsLimit: 5 } })?.was).to.deep.equal({ dailySmsLimit: null });
    const limited = await after({ kind: 'device', v: { ...before, dailySmsLimit: 5 } });
    expect(limited({ kind: 'device', v: before })?.was).to.deep.equal({ dailySmsLimit: 5 });
  });

  it('a list of texts in another order is stored as it was', async () => {
    const group = groupOf('north', ['bus', 'van']);
    const change = await after({ kind: 'group', v: group });
    expect(change({ kind: 'group', v: { ...group, devices: ['van', 'bus'] } })?.was).to.deep.equal({
      devices: ['bus', 'van'],
    });
  });

  it('a change of time stamps alone has empty previous values, because the entity is not new', async () => {
    const group = groupOf('north');
    const change = await after({ kind: 'group', v: group });
    expect(change({ kind: 'group', v: { ...group, lastModified: '2026-11-22T08:00:00.000Z' } })?.was).to.deep.equal({});
  });

  it('previous values of more than 16 KiB are not stored, only that there were some', async () => {
    const change = await after({ kind: 'user', v: userOf('eve', { tags: { note: 'x'.repeat(16_400) } }) });
    expect(change({ kind: 'user', v: userOf('eve') })?.was).to.deep.equal({ tooLarge: true });
  });

  it('a setting has its previous value', async () => {
    const change = await after({ kind: 'setting', v: { key: 'licenses.total', value: 5 } });
    expect(change({ kind: 'setting', v: { key: 'licenses.total', value: 7 } })?.was).to.deep.equal({ value: 5 });
    expect(change({ kind: 'setting-removed', v: { key: 'licenses.total' } })?.was).to.deep.equal({ value: 5 });
  });

  it('no kind with a hash has previous values, and a removed display has none of its digest', async () => {
    const display = {
      id: 'd',
      name: 'Gate',
      group: null,
      deviceId: null,
      creation: '',
      lastUsed: null,
      digest: 'HASH',
    };
    const user = userOf('eve');
    const hashed: readonly Change[] = [
      { kind: 'credential', v: { userId: user.id, keyId: 'k', hash: 'HASH' } },
      { kind: 'password', v: { userId: user.id, hash: 'HASH' } },
      { kind: 'sign-in-password', v: { userId: user.id, passwordId: 'p', hash: 'HASH' } },
      { kind: 'key-digest', v: { userId: user.id, keyId: 'k', digest: 'HASH' } },
      { kind: 'sign-in-link', v: { userId: user.id, digest: 'HASH', expires: '' } },
      { kind: 'display', v: display },
    ];
    const change = await after({ kind: 'user', v: user }, ...hashed);
    for (const one of hashed) {
      const next = JSON.parse(JSON.stringify(one).replace('HASH', 'NEXT')) as Change;
      expect(change(next), one.kind).to.deep.equal({ ...next, by: ada });
    }
    const removals: readonly Change[] = [
      { kind: 'credential-removed', v: { userId: user.id } },
      { kind: 'user-removed', v: { id: user.id } },
      { kind: 'display-removed', v: { id: 'd' } },
    ];
    for (const one of removals) expect(JSON.stringify(change(one)), one.kind).not.to.include('HASH');
    expect(change({ kind: 'display-removed', v: { id: 'd' } })?.was).to.deep.equal({ name: 'Gate' });
  });
});

describe('a store', () => {
  const folder = useFolder();
  const records: readonly Change[] = [
    locationOf('bus', fixAt(1)),
    {
      kind: 'telemetry',
      v: { deviceId: 'bus', dateTime: fixAt(1).dateTime, values: {}, source: { protocol: 'http' } },
    },
    {
      kind: 'alert',
      v: { deviceId: 'bus', alert: { dateTime: fixAt(1).dateTime, alerts: ['SOS'] }, source: { protocol: 'http' } },
    },
    quarantinedOf('stranger', fixAt(1)),
  ];

  it('the lines of records with an author are those without one, to the byte', async () => {
    for (const name of ['with', 'without']) {
      const store = await openTestStore(`${folder()}/${name}`);
      await store.append([{ kind: 'device', v: deviceOf('bus') }]);
      await store.append(records, name === 'with' ? ada : undefined);
      await store.close();
    }
    const [one, other] = ['with', 'without'].map((name) => readLog(`${folder()}/${name}`));
    expect(one).to.deep.equal(other);
  });

  it('authors stay through a closed segment, its sorting and a restart', async () => {
    const store = await openTestStore(folder());
    await store.append([{ kind: 'group', v: groupOf('north') }], ada);
    const [changed] = await store.append([{ kind: 'group', v: { ...groupOf('north'), name: 'North' } }], ada);
    expect(changed).to.deep.include({ by: ada, was: { name: 'north' } });
    for (let at = 0; at < 60; at += 1) await store.append([locationOf('bus', fixAt(at))]);
    await store.close();
    const again = await openTestStore(folder());
    expect(again.status()).to.deep.include({ losses: [], segments: again.status().segments });
    expect(again.state.groups.get('north')?.name).to.equal('North');
    await again.close();
    const groups = readLog(folder()).filter(({ kind }) => kind === 'group');
    expect(groups.map(({ by, was }) => ({ by, was }))).to.deep.equal([
      { by: ada, was: undefined },
      { by: ada, was: { name: 'north' } },
    ]);
  });
});
