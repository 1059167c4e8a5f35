import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, WaypostError } from '../errors.js';
import { replaceFile } from '../disk/durable.js';

/** Secrets that are kept beside the log, in a file its owner alone can read. */
export type Keys = { readonly jwtSecret: Buffer };

const SECRET_BYTES = 32;

/** The secrets of `folder`; made when there are none yet, and kept unless nothing may be written there. */
export async function openKeys(folder: string, writable = true): Promise<Keys> {
  const path = join(folder, 'keys.json');
  try {
    const { jwtSecret } = JSON.parse(await readFile(path, 'utf8')) as { jwtSecret?: unknown };
    const secret = Buffer.from(typeof jwtSecret === 'string' ? jwtSecret : '', 'base64url');
    if (secret.length < SECRET_BYTES) throw new SyntaxError('jwtSecret is missing or too short');
    return { jwtSecret: secret };
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new WaypostError(
        'conflict',
        `${path} is damaged: remove it, and a new one is made; everyone has to sign in again`,
      );
    }
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  const jwtSecret = randomBytes(SECRET_BYTES);
  if (writable)
    await replaceFile(path, [Buffer.from(`${JSON.stringify({ jwtSecret: jwtSecret.toString('base64url') })}\n`)]);
  return { jwtSecret };
}

/** Were secrets made here before? Then the folder was in use, whatever else is in it. */
export const hasKeys = (folder: string): Promise<boolean> =>
  readFile(join(folder, 'keys.json')).then(
    () => true,
    () => false,
  );
