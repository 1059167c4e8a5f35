import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Keys and passwords are stored only as scrypt hashes: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
const COST = { N: 16_384, r: 8 } as const;
/** The long random keys need no more. */
const KEY_ROUNDS = 1;
/**
 * A backup has the hashes, and a password of ten characters can be guessed from its own. More rounds would take a Raspberry
 * Pi half a second for a sign-in.
 */
const PASSWORD_ROUNDS = 3;
const HASH_BYTES = 32;
/** A restored file may have been changed: no cost in it can hold the gateway up for long. */
const HASH = /^scrypt\$(\d{1,5})\$(\d)\$(\d)\$([\w-]{0,32})\$([\w-]{43})$/;

type Cost = { readonly N: number; readonly r: number; readonly p: number };

const derive = (secret: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, cost, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });

async function hash(secret: string, p: number): Promise<string> {
  const salt = randomBytes(16);
  const derived = await derive(secret, salt, { ...COST, p });
  return ['scrypt', COST.N, COST.r, p, salt.toString('base64url'), derived.toString('base64url')].join('$');
}

async function verify(secret: string, stored: string | undefined, rounds: number): Promise<boolean> {
  const [isHash, N, r, p, salt = '', expected = ''] = HASH.exec(stored ?? '') ?? [];
  const cost = isHash === undefined ? { ...COST, p: rounds } : { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(secret, Buffer.from(salt, 'base64url'), cost);
  // A hash of an earlier version takes as long as those of today; a shorter time would show that its user exists.
  if (cost.p < rounds) await derive(secret, randomBytes(16), { ...COST, p: rounds - cost.p });
  const expectedHash = isHash === undefined ? randomBytes(HASH_BYTES) : Buffer.from(expected, 'base64url');
  return timingSafeEqual(actual, expectedHash);
}

/** Takes 16 MiB and tens of milliseconds of a core: secrets of clients are hashed and verified in their turn, see `Hashing`. */
export const hashKey = (key: string): Promise<string> => hash(key, KEY_ROUNDS);
/** Does the key match the hash? Without a hash the result is false, after the same time. */
export const verifyKey = (key: string, stored: string | undefined): Promise<boolean> => verify(key, stored, KEY_ROUNDS);

/** The same for passwords, with more work. */
export type PasswordHashes = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (password: string, stored: string | undefined) => Promise<boolean>;
  /** Was the hash made with less work than today? */
  readonly isWeak: (stored: string) => boolean;
};

/** `rounds`: of 16 MiB each; tests take fewer. */
export const createPasswordHashes = (rounds: number = PASSWORD_ROUNDS): PasswordHashes => ({
  hash: (password) => hash(password, rounds),
  verify: (password, stored) => verify(password, stored, rounds),
  isWeak: (stored) => Number(HASH.exec(stored)?.[3] ?? 0) < rounds,
});

/** 256 random bits, so the key cannot be guessed. */
export const generateKey = (): string => randomBytes(32).toString('base64url');

const ACCESS_KEY_PREFIX = 'wpk_';

/** An access key: a person who finds one, or a scanner of secrets, sees what it is. */
export const generateAccessKey = (): string => ACCESS_KEY_PREFIX + generateKey();

export const isAccessKey = (key: string): boolean =>
  key.startsWith(ACCESS_KEY_PREFIX) && isGeneratedKey(key.slice(ACCESS_KEY_PREFIX.length));

/** A key that a person chose counts as a generated one from this length on: strangers do not guess it over the network. */
export const MIN_UNGUESSABLE_CHARS = 24;
export const isUnguessable = (key: string): boolean => key.length >= MIN_UNGUESSABLE_CHARS;

/** Has the form of a generated key. */
export const isGeneratedKey = (key: string): boolean => /^[\w-]{43}$/.test(key);

/** SHA-256, base64url: a fast hash, only for keys that strangers do not guess. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Do two digests match? In constant time; without `expected` the result is false, after the same time. */
export function isSameDigest(actual: string, expected: string | undefined): boolean {
  const isSame = timingSafeEqual(
    Buffer.from(actual),
    Buffer.from(expected?.length === actual.length ? expected : actual),
  );
  return isSame && expected?.length === actual.length;
}
