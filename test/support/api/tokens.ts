import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hand-made token, for kinds that no library would sign. */
export type Forge = {
  /** the claims of a valid token */
  readonly payload: () => Record<string, unknown>;
  /** signed with the gateway's own secret by default; parts given as text are used unchanged */
  readonly sign: (payload: object | string, header?: object, options?: { secret?: Buffer; hash?: string }) => string;
};

/** An attacker that knows `token` and the secret in the data folder. */
export function createForge(token: string, data: string): Forge {
  const { jwtSecret } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { jwtSecret: string };
  const own = Buffer.from(jwtSecret, 'base64url');
  return {
    payload: () => decode(token.split('.')[1] ?? ''),
    sign(payload, header = { alg: 'HS256', typ: 'JWT' }, { secret = own, hash = 'sha256' } = {}) {
      const text = `${encode(header)}.${encode(payload)}`;
      return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
    },
  };
}

export const encode = (part: object | string): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
