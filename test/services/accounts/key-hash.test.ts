import { createHook } from 'node:async_hooks';
import { expect } from 'chai';
import { hashKey, verifyKey, generateKey } from '../../../src/services/accounts/key-hash.js';

/** How many times Node derived a key by scrypt while `task` ran. */
async function derivations(task: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count += 1;
    },
  });
  hook.enable();
  try {
    await task();
  } finally {
    hook.disable();
  }
  return count;
}

describe('hashes of keys', () => {
  it('tell the key from every other', async () => {
    const hash = await hashKey('the key');
    expect(await verifyKey('the key', hash)).to.equal(true);
    for (const other of ['the kex', 'The key', 'the key ', '']) expect(await verifyKey(other, hash)).to.equal(false);
  });

  it('differ for the same key, and do not hold it', async () => {
    const [one, other] = [await hashKey('the key'), await hashKey('the key')];
    expect(one).not.to.equal(other);
    expect(one).to.match(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.to.include('the key');
  });

  it('are checked at the cost they were made with', async () => {
    // RFC 7914, 12: scrypt (P="", S="", N=16, r=1, p=1), its first 32 bytes.
    const hex = '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442';
    const hash = `scrypt$16$1$1$$${Buffer.from(hex, 'hex').toString('base64url')}`;
    expect(await verifyKey('', hash)).to.equal(true);
    expect(await verifyKey('x', hash)).to.equal(false);
  });

  it('take the same work to check where there is none, and the answer is no', async () => {
    const hash = await hashKey('the key');
    expect(await derivations(() => verifyKey('the key', hash))).to.equal(1);
    expect(await derivations(() => verifyKey('a wrong key', hash))).to.equal(1);
    expect(await derivations(() => verifyKey('the key', undefined))).to.equal(1);
    expect(await verifyKey('', undefined)).to.equal(false);
  });

  it('are derived one at a time, each with its own answer', async () => {
    const hash = await hashKey('the key');
    const answers = await Promise.all(['the key', 'x', 'the key', 'y'].map((key) => verifyKey(key, hash)));
    expect(answers).to.deep.equal([true, false, true, false]);
  });
});

describe('a new key', () => {
  it('has 256 random bits, in letters that are safe everywhere', () => {
    const keys = Array.from({ length: 100 }, generateKey);
    expect(new Set(keys)).to.have.lengthOf(100);
    for (const key of keys) expect(Buffer.from(key, 'base64url')).to.have.lengthOf(32);
    for (const key of keys) expect(key).to.match(/^[\w-]{43}$/);
  });
});
