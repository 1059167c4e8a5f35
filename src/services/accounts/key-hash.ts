import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Keys and passwords are stored only as scrypt hashes: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
const COST = { N: 16_384, r: 8, p: 1 } as const;
const HASH_BYTES = 32;

const derive = (key: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(key, salt, HASH_BYTES, cost, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });

/** Takes 16 MiB and tens of milliseconds of a core: secrets of clients are hashed and verified in their turn, see `Hashing`. */
export async function hashKey(key: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(key, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Does the key match the hash? Without a hash the result is false, after the same time. */
export async function verifyKey(key: string, hash: string | undefined): Promise<boolean> {
  const [, N = COST.N, r = COST.r, p = COST.p, salt = '', expected = ''] = hash?.split('$') ?? [];
  const actual = await derive(key, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  const expectedHash = hash === undefined ? randomBytes(HASH_BYTES) : Buffer.from(expected, 'base64url');
  return timingSafeEqual(actual, expectedHash);
}

/** 256 random bits, so the key cannot be guessed. */
export const generateKey = (): string => randomBytes(32).toString('base64url');

/** Has the form of a generated key: anything shorter may have been chosen by a person. */
export const isGeneratedKey = (key: string): boolean => /^[\w-]{43}$/.test(key);

/** SHA-256, base64url: a fast hash, only for generated keys. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Do two digests match? In constant time; without `expected` the result is false, after the same time. */
export function isSameDigest(actual: string, expected: string | undefined): boolean {
  const isSame = timingSafeEqual(
    Buffer.from(actual),
    Buffer.from(expected?.length === actual.length ? expected : actual),
  );
  return isSame && expected?.length === actual.length;
}
