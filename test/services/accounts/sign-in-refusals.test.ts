import { expect } from 'chai';
import type { Change, SignInRefused } from '../../../src/schema/entry.js';
import { createSignInRefusals } from '../../../src/services/accounts/sign-in-refusals.js';
import { createAccounts } from '../../support/api/sign-in-accounts.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';

const DAY_MS = 86_400_000;
const FLUSH_MS = 600_000;

describe('refused sign-ins', () => {
  function open() {
    const clock = createTestClock();
    const stored: SignInRefused[] = [];
    let isFull = false;
    const append = (changes: readonly Change[]): Promise<readonly never[]> => {
      if (isFull) return Promise.reject(new Error('the disk is full'));
      for (const change of changes) if (change.kind === 'sign-in-refused') stored.push(change.v);
      return Promise.resolve([]);
    };
    const refusals = createSignInRefusals({ store: { append }, time: createTestTime(clock) });
    const total = (): number => stored.reduce((sum, { count }) => sum + count, 0);
    return { clock, stored, total, ...refusals, fill: (is: boolean) => (isFull = is) };
  }

  it('those of one user and network are one entry with their number, first and last', async () => {
    const { note, flush, stored, clock } = open();
    const from = new Date(clock.now()).toISOString();
    for (let at = 0; at < 3; at += 1) note({ name: 'eve', network: '10.0.0.1', via: 'password' });
    clock.advance(60_000);
    note({ name: 'eve', network: '10.0.0.1', via: 'apiKey' });
    note({ name: 'eve', network: '10.0.0.2', via: 'password' });
    await flush();
    const to = new Date(clock.now()).toISOString();
    expect(stored).to.deep.equal([
      { name: 'eve', network: '10.0.0.1', count: 4, from, to, via: 'apiKey' },
      { name: 'eve', network: '10.0.0.2', count: 1, from: to, to, via: 'password' },
    ]);
    await flush();
    expect(stored).to.have.lengthOf(2);
  });

  it('60,000 of 5,000 networks are at most 200 entries in a day, and none is left uncounted', async () => {
    const { note, flush, stored, total, clock } = open();
    for (let at = 0; at < 60_000; at += 1) {
      note({ name: `user-${at % 7}`, network: `10.${at % 50}.${(at >> 3) % 100}.1`, via: 'password' });
      if (at % 500 !== 499) continue;
      clock.advance(FLUSH_MS);
      await flush();
    }
    expect(stored.length).to.be.within(50, 200);
    clock.advance(DAY_MS);
    await flush();
    expect(total()).to.equal(60_000);
    expect(stored.filter(({ name, network }) => name === '' && network === '')).not.to.deep.equal([]);
  });

  it('a flood early in the day leaves room for a single guess later', async () => {
    const { note, flush, stored, clock } = open();
    for (let at = 0; at < 5_000; at += 1) note({ name: '', network: `10.1.${at >> 8}.${at & 255}`, via: 'password' });
    await flush();
    clock.advance(FLUSH_MS);
    note({ name: 'eve', network: '10.9.9.9', via: 'link' });
    await flush();
    expect(stored.at(-1)).to.include({ name: 'eve', network: '10.9.9.9', count: 1 });
  });

  it('those that a full disk refuses are stored later', async () => {
    const { note, flush, total, fill } = open();
    note({ name: 'eve', network: '10.0.0.1', via: 'password' });
    fill(true);
    expect(await flush().catch(() => 'refused')).to.equal('refused');
    note({ name: 'eve', network: '10.0.0.1', via: 'password' });
    fill(false);
    await flush();
    expect(total()).to.equal(2);
  });

  it('only the name of an account is stored, never a text that was typed in its place', async () => {
    const accounts = createAccounts();
    await accounts.addUser('Reader');
    await accounts.signIn({ userName: 'my secret passphrase', password: 'x' }, 'fd00:1:2:3::1');
    await accounts.signIn({ userName: 'READER', password: 'wrong' }, '::ffff:10.0.0.1');
    await accounts.signIn({ link: 'guess' }, '10.0.0.1');
    await accounts.signIn({ display: 'guess' }, '10.0.0.1');
    const stored: object[] = [];
    accounts.store.subscribe((entries) => {
      for (const { kind, v } of entries)
        if (kind === 'sign-in-refused') stored.push({ name: v.name, network: v.network, count: v.count, via: v.via });
    });
    await accounts.signInRefusals.flush();
    expect(stored).to.have.deep.members([
      { name: '', network: 'fd00:1:2:3::/64', count: 1, via: 'password' },
      { name: 'Reader', network: '10.0.0.1', count: 1, via: 'password' },
      { name: '', network: '10.0.0.1', count: 2, via: 'display' },
    ]);
  });
});
