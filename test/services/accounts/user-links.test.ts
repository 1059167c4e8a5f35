import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import { createUserLinks } from '../../../src/services/accounts/user-links.js';
import { createTestClock } from '../../support/time/clock.js';
import { createAccounts } from '../../support/api/sign-in-accounts.js';
import { userOf } from '../../support/api/users.js';

const MINUTE_MS = 60_000;
const admin = userOf('admin', { privileges: ['admin'] });

describe('links for users', () => {
  async function start() {
    const accounts = createAccounts(createTestClock());
    await accounts.store.append([
      { kind: 'user', v: admin },
      { kind: 'user', v: userOf('eve') },
    ]);
    return accounts;
  }
  const linkOf = async ({ userLinks }: Awaited<ReturnType<typeof start>>, userId: string): Promise<string> =>
    valueOf(await userLinks.create(admin, userId)).link;

  it('a link signs in a user who has neither a password nor a key, once', async () => {
    const accounts = await start();
    const link = await linkOf(accounts, 'id-of-eve');
    expect(await Promise.all([accounts.signIn({ link }), accounts.signIn({ link })])).to.have.members([
      'eve',
      'invalid_credentials',
    ]);
    expect([...accounts.store.state.sessions.values()]).to.have.lengthOf(1);
  });

  it('a user has one link at a time, and those of others stay', async () => {
    const accounts = await start();
    const first = await linkOf(accounts, 'id-of-eve');
    const other = await linkOf(accounts, 'id-of-admin');
    const second = await linkOf(accounts, 'id-of-eve');
    expect(await accounts.signIn({ link: first })).to.equal('invalid_credentials');
    expect(await accounts.signIn({ link: second })).to.equal('eve');
    expect(await accounts.signIn({ link: other })).to.equal('admin');
  });

  it('a user without users:write makes links only for themselves', async () => {
    const { userLinks } = await start();
    const eve = userOf('eve');
    expect(await userLinks.create(eve, admin.id)).to.include({ code: 'not_found' });
    expect((await userLinks.create(eve, eve.id)).ok).to.equal(true);
  });

  it('a disabled user is not signed in', async () => {
    const accounts = await start();
    const link = await linkOf(accounts, 'id-of-eve');
    await accounts.store.append([{ kind: 'user', v: userOf('eve', { disabled: true }) }]);
    expect(await accounts.signIn({ link })).to.equal('invalid_credentials');
  });

  it('a clock that is set ends no link; 30 minutes do', async () => {
    const accounts = await start();
    const link = await linkOf(accounts, 'id-of-eve');
    accounts.clock.step(400 * 86_400_000);
    expect(await accounts.signIn({ link })).to.equal('eve');
    const late = await linkOf(accounts, 'id-of-eve');
    accounts.clock.advance(30 * MINUTE_MS);
    expect(await accounts.signIn({ link: late })).to.equal('invalid_credentials');
  });

  it('a restart ends no link, and makes none last longer', async () => {
    const accounts = await start();
    const { store, users, time, edits, clock } = accounts;
    const link = await linkOf(accounts, 'id-of-eve');
    clock.advance(20 * MINUTE_MS);
    const restarted = createUserLinks({ store, users, time, edits });
    clock.advance(9 * MINUTE_MS);
    expect(await restarted.redeem(link, '127.0.0.1')).to.include({ subject: 'id-of-eve' });
    const late = await linkOf(accounts, 'id-of-eve');
    const again = createUserLinks({ store, users, time, edits });
    clock.advance(30 * MINUTE_MS);
    expect(await again.redeem(late, '127.0.0.1')).to.equal(undefined);
  });

  it('the first link exists until a user has signed in', async () => {
    const accounts = await start();
    const other = await linkOf(accounts, 'id-of-admin');
    const { n } = accounts.store.state;
    const { link = '' } = accounts.userLinks.createFirst() ?? {};
    expect(accounts.store.state.n).to.equal(n);
    expect(await accounts.signIn({ link })).to.equal('admin');
    expect(await accounts.signIn({ link })).to.equal('invalid_credentials');
    expect(await accounts.signIn({ link: other })).to.equal('admin');
    expect(accounts.userLinks.createFirst()).to.equal(undefined);
  });

  it('the first link ends after 30 minutes, and with a new password', async () => {
    const accounts = await start();
    const { link = '' } = accounts.userLinks.createFirst() ?? {};
    accounts.clock.advance(30 * MINUTE_MS);
    expect(await accounts.signIn({ link })).to.equal('invalid_credentials');
    const { link: outdated = '' } = accounts.userLinks.createFirst() ?? {};
    const v = { userId: 'id-of-admin', passwordId: 'new', hash: '' };
    await accounts.store.append([{ kind: 'sign-in-password', v }]);
    expect(await accounts.signIn({ link: outdated })).to.equal('invalid_credentials');
  });
});
