import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** Secrets for a backup, locked with a passphrase: scrypt and AES-256-GCM. All fields but the cost in base64url. */
export type LockedSecrets = {
  readonly kdf: 'scrypt';
  readonly N: number;
  readonly salt: string;
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
};

/** 64 MiB and about 200 ms: a passphrase is easier to guess than a key. */
const COST = 65_536;
const MOST_MEMORY = 256 * 1024 * 1024;

const keyOf = (passphrase: string, salt: Buffer, N: number): Buffer =>
  scryptSync(passphrase.normalize('NFC'), salt, 32, { N, r: 8, p: 1, maxmem: MOST_MEMORY });

export function lockSecrets(secrets: Buffer, passphrase: string): LockedSecrets {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt, COST), iv);
  const data = Buffer.concat([cipher.update(secrets), cipher.final()]);
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  return { kdf: 'scrypt', N: COST, salt: text(salt), iv: text(iv), tag: text(cipher.getAuthTag()), data: text(data) };
}

/** The secrets, or undefined when the passphrase is another one. */
export function unlockSecrets(locked: LockedSecrets, passphrase: string): Buffer | undefined {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  if (locked.N > COST) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, bytes(locked.salt), locked.N), bytes(locked.iv));
  decipher.setAuthTag(bytes(locked.tag));
  try {
    return Buffer.concat([decipher.update(bytes(locked.data)), decipher.final()]);
  } catch {
    return undefined;
  }
}
