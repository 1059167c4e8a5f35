import { expect } from 'chai';
import { createPasswordHashes, generateKey, hashKey, verifyKey } from '../../../src/services/accounts/key-hash.js';
import { derivations } from '../../support/api/derivations.js';

describe('hashKey and verifyKey', () => {
  it('a hash matches its key and no other', async () => {
    const hash = await hashKey('the key');
    expect(await verifyKey('the key', hash)).to.equal(true);
    for (const other of ['the kex', 'The key', 'the key ', '']) expect(await verifyKey(other, hash)).to.equal(false);
  });

  it('two hashes of a key differ, and do not contain the key', async () => {
    const [first, second] = [await hashKey('the key'), await hashKey('the key')];
    expect(first).not.to.equal(second);
    expect(first).to.match(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(first).not.to.include('the key');
  });

  it('a hash is verified with the cost that it was made with', async () => {
    // RFC 7914, 12: scrypt (P="", S="", N=16, r=1, p=1), its first 32 bytes.
    const hex = '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442';
    const hash = `scrypt$16$1$1$$${Buffer.from(hex, 'hex').toString('base64url')}`;
    expect(await verifyKey('', hash)).to.equal(true);
    expect(await verifyKey('x', hash)).to.equal(false);
  });

  it('the verification without a hash takes the same work and fails', async () => {
    const hash = await hashKey('the key');
    expect(await derivations(() => verifyKey('the key', hash))).to.equal(1);
    expect(await derivations(() => verifyKey('a wrong key', hash))).to.equal(1);
    expect(await derivations(() => verifyKey('the key', undefined))).to.equal(1);
    expect(await verifyKey('', undefined)).to.equal(false);
  });

  it('a password takes three times the work of a key, also one whose hash an earlier version made', async () => {
    const { hash, verify, isWeak } = createPasswordHashes();
    const now = await hash('a password');
    expect(now).to.match(/^scrypt\$16384\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    const earlier = await hashKey('a password');
    expect([now, earlier].map(isWeak)).to.deep.equal([false, true]);
    for (const stored of [now, earlier]) {
      expect(await verify('a password', stored)).to.equal(true);
      expect(await verify('b password', stored)).to.equal(false);
    }
    expect(await derivations(() => verify('a password', now))).to.equal(1);
    expect(await derivations(() => verify('a password', earlier))).to.equal(2);
    expect(await derivations(() => verify('a password', undefined))).to.equal(1);
  });

  it('a hash that is none, or asks for work without end, matches nothing', async () => {
    const hash = await hashKey('the key');
    for (const wrong of [
      hash.replace('$1$', '$999999$'),
      hash.replace('$16384$', '$1073741824$'),
      hash.slice(0, -1),
      'x',
      '',
    ])
      expect(await verifyKey('the key', wrong), wrong).to.equal(false);
  });

  it('concurrent verifications each get their own result', async () => {
    const hash = await hashKey('the key');
    const answers = await Promise.all(['the key', 'x', 'the key', 'y'].map((key) => verifyKey(key, hash)));
    expect(answers).to.deep.equal([true, false, true, false]);
  });
});

describe('generateKey', () => {
  it('a key has 256 random bits in URL-safe letters', () => {
    const keys = Array.from({ length: 100 }, generateKey);
    expect(new Set(keys)).to.have.lengthOf(100);
    for (const key of keys) expect(Buffer.from(key, 'base64url')).to.have.lengthOf(32);
    for (const key of keys) expect(key).to.match(/^[\w-]{43}$/);
  });
});
