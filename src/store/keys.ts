import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from '../disk/durable.js';
import { readRegularFile } from '../disk/regular-file.js';
import { errnoOf, messageOf, WaypostError } from '../errors.js';
import { SECRET_KEYS, type SecretKey } from '../schema/system/settings.js';

/** Secrets of the gateway, in a file next to the log that only its owner can read. */
export type Keys = { readonly jwtSecret: Buffer };

const FILE_NAME = 'keys.json';
const SECRET_BYTES = 32;

/** The secrets of `folder`. Missing ones are created, and saved if `writable`. */
export async function openKeys(folder: string, writable = true): Promise<Keys> {
  const path = join(folder, FILE_NAME);
  try {
    const { jwtSecret } = JSON.parse((await readRegularFile(path)).toString('utf8')) as { jwtSecret?: unknown };
    const secret = Buffer.from(typeof jwtSecret === 'string' ? jwtSecret : '', 'base64url');
    if (secret.length < SECRET_BYTES) throw new SyntaxError('jwtSecret is missing or too short');
    return { jwtSecret: secret };
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === 'ENOTREG') {
      throw new WaypostError(
        'conflict',
        `${path} is damaged: remove it; the next start creates a new one, every user signs in again, and the password of the mail server and the PIN have to be set again`,
      );
    }
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  const jwtSecret = randomBytes(SECRET_BYTES);
  if (writable)
    await replaceFile(path, [Buffer.from(`${JSON.stringify({ jwtSecret: jwtSecret.toString('base64url') })}\n`)]);
  return { jwtSecret };
}

/** The secrets of the settings by key: in the same file, under the name of the key. */
export type SettingSecrets = Readonly<Record<SecretKey, string>>;

const secretsIn = (content: Readonly<Record<string, unknown>>): SettingSecrets => {
  const valueOf = (key: SecretKey): string => {
    const value = content[key];
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(SECRET_KEYS.map((key) => [key, valueOf(key)])) as SettingSecrets;
};

/** The secrets of the settings, empty where there are none. A damaged file has none: `openKeys` reports it. */
export async function readSettingSecrets(folder: string): Promise<SettingSecrets> {
  const text = await readRegularFile(join(folder, FILE_NAME)).catch(() => Buffer.from('{}'));
  try {
    return secretsIn(JSON.parse(text.toString('utf8')) as Record<string, unknown>);
  } catch {
    return secretsIn({});
  }
}

/** Resolves once the secrets are on stable storage; an empty one is removed. */
export async function saveSettingSecrets(folder: string, secrets: SettingSecrets): Promise<void> {
  const path = join(folder, FILE_NAME);
  const jwtSecret = await readJwtSecret(path).catch((error: unknown) => {
    const why = `cannot be read (${messageOf(error)}): restart the gateway, which reports how to fix it`;
    throw new WaypostError('store_unavailable', `${path} ${why}`);
  });
  const present = Object.entries(secrets).filter(([, secret]) => secret !== '');
  await replaceFile(path, [Buffer.from(`${JSON.stringify({ jwtSecret, ...Object.fromEntries(present) })}\n`)]);
}

/** As it is in the file. */
async function readJwtSecret(path: string): Promise<unknown> {
  const text = (await readRegularFile(path)).toString('utf8');
  return (JSON.parse(text) as { readonly jwtSecret?: unknown }).jwtSecret;
}

/** Secrets exist: the folder was in use before, whatever else is in it. */
export const hasKeys = (folder: string): Promise<boolean> =>
  readRegularFile(join(folder, FILE_NAME)).then(
    () => true,
    () => false,
  );
