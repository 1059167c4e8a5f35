import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import jwt, { type Jwt } from 'jsonwebtoken';
import { failure, success, type Result } from '../errors.js';
import type { User } from '../schema/accounts/user.js';
import type { Authentication, AuthenticatedUser } from '../services/accounts/authentication.js';

const AUDIENCE = 'waypost';
/** A token may be issued this many seconds in the future: the clock may have been corrected since. */
const SKEW_S = 60;
const MAX_CACHED = 10_000;
const MAX_TOKEN_LENGTH = 4096;

export type Tokens = {
  readonly issue: (identified: AuthenticatedUser) => { readonly token: string; readonly expires: string };
  /** The user of an `Authorization` header, if token, key and account are all valid. */
  readonly userOf: (authorization: string | undefined) => Result<User>;
};

export type TokensOptions = {
  readonly accounts: Pick<Authentication, 'activeUser'>;
  readonly gatewayId: string;
  readonly secret: Buffer;
  /** lifetime of a token, s */
  readonly ttl: number;
  /** ms since 1970; never ahead of the true time */
  readonly now: () => number;
  /** While false, the lifetime of an issued token is measured by `clock`, and the token is valid in this run only. */
  readonly isClockTrusted?: () => boolean;
  readonly clock?: { readonly monotonic: () => number; readonly boot: string };
};

/** The content of a token. Its signature is verified once; time, key and account are checked on every use. */
type Claims = {
  readonly userId: string;
  readonly keyId: string;
  readonly issued: number;
  readonly expires: number;
  /** of a token issued while the clock was not trusted: its end by the monotonic clock of that run, s */
  readonly run?: { readonly boot: string; readonly ends: number };
};

type Verification = { readonly key: KeyObject; readonly gatewayId: string; readonly ttl: number };

export function createTokens({
  accounts,
  gatewayId,
  secret,
  ttl,
  now,
  isClockTrusted = () => true,
  clock,
}: TokensOptions): Tokens {
  // jsonwebtoken verifies 46 times faster with a key object than with the bytes of the secret.
  const key = createSecretKey(secret);
  const verification: Verification = { key, gatewayId, ttl };
  const verified = new Map<string, Claims>();

  function verify(token: string): Claims | undefined {
    const known = verified.get(token);
    if (known !== undefined) return known;
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const claims = readClaims(token, verification);
    if (claims === undefined) return undefined;
    for (const oldest of verified.keys()) {
      if (verified.size < MAX_CACHED) break;
      verified.delete(oldest);
    }
    verified.set(token, claims);
    return claims;
  }

  const uptimeS = (): number => (clock?.monotonic() ?? 0) / 1000;

  /** Whether the token has expired or is not valid yet; undefined: neither. */
  function findTimeFault({ issued, expires, run }: Claims): 'token_invalid' | 'token_expired' | undefined {
    if (run !== undefined) return run.boot === clock?.boot && uptimeS() < run.ends ? undefined : 'token_expired';
    const seconds = now() / 1000;
    if (issued > seconds + SKEW_S) return 'token_invalid';
    return expires <= seconds ? 'token_expired' : undefined;
  }

  return {
    issue({ user, keyId }) {
      const iat = Math.floor(now() / 1000);
      const run = isClockTrusted() || clock === undefined ? {} : { boot: clock.boot, ends: uptimeS() + ttl };
      const token = jwt.sign({ iat, exp: iat + ttl, ...run }, key, {
        algorithm: 'HS256',
        issuer: gatewayId,
        audience: AUDIENCE,
        subject: user.id,
        // The key id ties the token to the key: a new key ends every token of the previous one.
        jwtid: `${keyId}.${randomUUID()}`,
      });
      return { token, expires: new Date((iat + ttl) * 1000).toISOString() };
    },
    userOf(authorization) {
      const [, token] = /^Bearer +([^ ]+)$/i.exec(authorization ?? '') ?? [];
      if (token === undefined) {
        return failure(
          'token_missing',
          'the token is missing: send Authorization: Bearer <token of POST /api/Auth/Token>',
        );
      }
      const claims = verify(token);
      const fault = claims === undefined ? 'token_invalid' : findTimeFault(claims);
      if (claims === undefined || fault === 'token_invalid') {
        return failure('token_invalid', 'the token is not from this gateway: request a new one');
      }
      if (fault === 'token_expired') return failure('token_expired', 'the token has expired: request a new one');
      const user = accounts.activeUser(claims.userId, claims.keyId);
      return user === undefined ? failure('token_invalid', 'the token is no longer valid') : success(user);
    },
  };
}

/** The claims of a token with a valid signature. jsonwebtoken accepts more by default, so each claim is checked. */
function readClaims(token: string, { key, gatewayId, ttl }: Verification): Claims | undefined {
  let verifiedToken: Jwt;
  try {
    verifiedToken = jwt.verify(token, key, {
      algorithms: ['HS256'],
      issuer: gatewayId,
      audience: AUDIENCE,
      ignoreExpiration: true,
      complete: true,
    });
  } catch {
    return undefined;
  }
  const { header, payload } = verifiedToken;
  if (typeof payload === 'string' || 'crit' in header) return undefined;
  const { sub, jti, iat, exp } = payload;
  if (typeof sub !== 'string' || typeof jti !== 'string' || iat === undefined || exp === undefined) return undefined;
  if (!Number.isInteger(iat) || !Number.isInteger(exp) || exp - iat > ttl) return undefined;
  const [keyId = ''] = jti.split('.');
  const claims = { userId: sub, keyId, issued: iat, expires: exp };
  const { boot, ends } = payload as { readonly boot?: unknown; readonly ends?: unknown };
  return typeof boot === 'string' && typeof ends === 'number' ? { ...claims, run: { boot, ends } } : claims;
}
