import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from '../disk/durable.js';
import { readRegularFile } from '../disk/regular-file.js';
import { errnoOf, WaypostError } from '../errors.js';

/** Secrets of the gateway, in a file next to the log that only its owner can read. */
export type Keys = { readonly jwtSecret: Buffer };

export const KEYS_FILE = 'keys.json';
const SECRET_BYTES = 32;

/** The secrets of `folder`. Missing ones are created, and saved if `writable`. */
export async function openKeys(folder: string, writable = true): Promise<Keys> {
  const path = join(folder, KEYS_FILE);
  try {
    const { jwtSecret } = JSON.parse((await readRegularFile(path)).toString('utf8')) as { jwtSecret?: unknown };
    const secret = Buffer.from(typeof jwtSecret === 'string' ? jwtSecret : '', 'base64url');
    if (secret.length < SECRET_BYTES) throw new SyntaxError('jwtSecret is missing or too short');
    return { jwtSecret: secret };
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === 'ENOTREG') {
      throw new WaypostError(
        'conflict',
        `${path} is damaged: remove it; the next start creates a new one, every user signs in again, and the password of the mail server, the PIN and the secrets of webhooks and uplinks have to be set again`,
      );
    }
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  const jwtSecret = randomBytes(SECRET_BYTES);
  if (writable)
    await replaceFile(path, [Buffer.from(`${JSON.stringify({ jwtSecret: jwtSecret.toString('base64url') })}\n`)]);
  return { jwtSecret };
}

/** Secrets exist: the folder was in use before, whatever else is in it. */
export const hasKeys = (folder: string): Promise<boolean> =>
  readRegularFile(join(folder, KEYS_FILE)).then(
    () => true,
    () => false,
  );
