import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import { userOf } from '../../support/api/users.js';
import { createAccounts } from '../../support/api/sign-in-accounts.js';

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
