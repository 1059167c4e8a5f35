import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** Secrets in a backup, encrypted with a passphrase: scrypt and AES-256-GCM. All fields but the cost are base64url. */
export type EncryptedSecrets = {
  readonly kdf: 'scrypt';
  readonly N: number;
  readonly salt: string;
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
};

/** Takes 64 MiB and about 200 ms, because a passphrase is easier to guess than a key. */
const COST = 65_536;
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

const deriveKey = (passphrase: string, salt: Buffer, N: number): Buffer =>
  scryptSync(passphrase.normalize('NFC'), salt, 32, { N, r: 8, p: 1, maxmem: MAX_MEMORY_BYTES });

export function encryptSecrets(secrets: Buffer, passphrase: string): EncryptedSecrets {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt, COST), iv);
  const data = Buffer.concat([cipher.update(secrets), cipher.final()]);
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  return { kdf: 'scrypt', N: COST, salt: text(salt), iv: text(iv), tag: text(cipher.getAuthTag()), data: text(data) };
}

/** The secrets; undefined if the passphrase is wrong, or the numbers that go with them are. */
export function decryptSecrets(encrypted: EncryptedSecrets, passphrase: string): Buffer | undefined {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  if (encrypted.N > COST) return undefined;
  try {
    const key = deriveKey(passphrase, bytes(encrypted.salt), encrypted.N);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(encrypted.iv));
    decipher.setAuthTag(bytes(encrypted.tag));
    return Buffer.concat([decipher.update(bytes(encrypted.data)), decipher.final()]);
  } catch {
    return undefined;
  }
}
