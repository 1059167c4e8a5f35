import { createHmac, createSecretKey, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto';
import jwt, { type Jwt } from 'jsonwebtoken';
import { success, type Failure, type Result, type Success } from '../errors.js';
import type { User } from '../schema/accounts/user.js';
import type { Client } from '../services/accounts/author.js';
import type { Authentication, SignIn } from '../services/accounts/authentication.js';
import { createShortLived } from '../services/accounts/short-lived.js';
import { createBoundedCache } from './bounded-cache.js';
import { tokenErrors } from './messages.js';

const AUDIENCE = 'waypost';
/** A token may be issued this many seconds in the future: the clock may have been corrected since. */
const SKEW_S = 60;
const MAX_TOKEN_LENGTH = 4096;
/** Tokens that were signed out: in memory, so a restart forgets them. */
const MAX_ENDED = 1_000;
const MAX_ENDED_OF_USER = 50;
/** Characters of the tokens whose signature was verified: those of some 5,000. */
export const TOKEN_CHARS = 2 * 1_048_576;

export type Tokens = {
  /** `remember`: for the longer of the two lifetimes */
  readonly issue: (signIn: SignIn, remember?: boolean) => { readonly token: string; readonly expires: string };
  /** The content of the token in an `Authorization` header, if its signature is valid. */
  readonly claimsOf: (authorization: string | undefined) => Result<Claims>;
  /** The user of a token, or the reader of a display, if token, grant and account are all valid. */
  readonly userOf: (claims: Claims) => Result<User>;
  /** How the user of the token signed in. */
  readonly signedInBy: (claims: Claims) => Omit<Client, 'address'>;
  /** s since the token was issued */
  readonly ageOf: (claims: Claims) => number;
  /** Ends the token; false if the call carries an API key instead of one. */
  readonly end: (claims: Claims) => boolean;
};

export type TokensOptions = {
  readonly accounts: Pick<Authentication, 'activeUser' | 'signedInBy'>;
  readonly gatewayId: string;
  readonly secret: Buffer;
  /** lifetime of a token, s */
  readonly ttl: number;
  /** lifetime of a token with `remember`, s; omitted: `ttl` */
  readonly rememberTtl?: number;
  /** ms since 1970; never ahead of the true time */
  readonly now: () => number;
  /** While false, the lifetime of an issued token is measured by `clock`, and the token is valid in this run only. */
  readonly isClockTrusted?: () => boolean;
  readonly clock?: { readonly monotonic: () => number; readonly boot: string };
  /** why no token can be judged: the store was not loaded; undefined: they can */
  readonly unavailable?: () => Failure | undefined;
};

/** The content of a token, or what an API key stands for. Its signature is verified once; time, grant and account are checked on every use. */
export type Claims = SignIn & {
  /** of the token; undefined: the call carries an API key */
  readonly id?: string;
  readonly issued: number;
  readonly expires: number;
  /** of a token issued while the clock was not trusted: its end by the monotonic clock of that run, s */
  readonly run?: { readonly boot: string; readonly ends: number };
};

type Verification = Required<Pick<TokensOptions, 'gatewayId' | 'ttl' | 'rememberTtl'>> & { readonly key: KeyObject };

export function createTokens({
  accounts,
  gatewayId,
  secret,
  ttl,
  rememberTtl = ttl,
  now,
  isClockTrusted = () => true,
  clock,
  unavailable,
}: TokensOptions): Tokens {
  // jsonwebtoken verifies 46 times faster with a key object than with the bytes of the secret.
  const key = createSecretKey(secret);
  const verification: Verification = { key, gatewayId, ttl, rememberTtl };
  /** by the header that they came in */
  const verified = createBoundedCache<Success<Claims>>(TOKEN_CHARS);

  function verify(authorization: string): Result<Claims> {
    const [, token] = /^Bearer +([^ ]+)$/i.exec(authorization) ?? [];
    if (token === undefined) return tokenErrors.missing();
    const claims =
      token.length <= MAX_TOKEN_LENGTH && isSigned(token, key) ? readClaims(token, verification) : undefined;
    if (claims === undefined) return tokenErrors.ofOtherGateway();
    const result = success(claims);
    verified.set(authorization, result, authorization.length);
    return result;
  }

  /** by id: tokens that were signed out before their end */
  const ended = createShortLived<true>({
    maxOfOwner: MAX_ENDED_OF_USER,
    max: MAX_ENDED,
    monotonic: () => clock?.monotonic() ?? 0,
  });

  const uptimeS = (): number => (clock?.monotonic() ?? 0) / 1000;

  /** Whether the token has expired or is not valid yet; undefined: neither. */
  function findTimeFault({ issued, expires, run }: Claims): 'token_invalid' | 'token_expired' | undefined {
    if (run !== undefined) return run.boot === clock?.boot && uptimeS() < run.ends ? undefined : 'token_expired';
    const seconds = now() / 1000;
    if (issued > seconds + SKEW_S) return 'token_invalid';
    return expires <= seconds ? 'token_expired' : undefined;
  }

  return {
    issue({ subject, grant, passwordId }, remember = false) {
      const iat = Math.floor(now() / 1000);
      const lifetime = remember ? rememberTtl : ttl;
      const run = isClockTrusted() || clock === undefined ? {} : { boot: clock.boot, ends: uptimeS() + lifetime };
      const password = passwordId === '' ? {} : { pwd: passwordId };
      const payload = { iat, exp: iat + lifetime, ...password, ...(remember && { remember }), ...run };
      const token = jwt.sign(payload, key, {
        algorithm: 'HS256',
        issuer: gatewayId,
        audience: AUDIENCE,
        subject,
        // The grant ties the token to what it was issued for: a new key ends every token of the previous one.
        jwtid: `${grant}.${randomUUID()}`,
      });
      return { token, expires: new Date((iat + lifetime) * 1000).toISOString() };
    },
    claimsOf(authorization) {
      const refused = unavailable?.();
      if (refused !== undefined) return refused;
      return authorization === undefined
        ? tokenErrors.missing()
        : (verified.get(authorization) ?? verify(authorization));
    },
    signedInBy: (claims) => accounts.signedInBy(claims),
    userOf(claims) {
      if (claims.id !== undefined && ended.get(claims.id) === true) return tokenErrors.ended();
      const fault = findTimeFault(claims);
      if (fault === 'token_invalid') return tokenErrors.ofOtherGateway();
      if (fault === 'token_expired') return tokenErrors.expired();
      const user = accounts.activeUser(claims.subject, claims.grant, claims.passwordId);
      return user === undefined ? tokenErrors.ended() : success(user);
    },
    ageOf: ({ issued, expires, run }) =>
      run === undefined ? now() / 1000 - issued : uptimeS() - (run.ends - (expires - issued)),
    end({ id, subject, issued, expires }) {
      if (id === undefined) return false;
      ended.set(id, subject, true, 1000 * (expires - issued + SKEW_S));
      return true;
    },
  };
}

/**
 * Is the signature that of this gateway? Checked first, because jsonwebtoken throws errors, and making them takes longer
 * than answering a good request.
 */
function isSigned(token: string, key: KeyObject): boolean {
  const dot = token.lastIndexOf('.');
  const given = Buffer.from(token.slice(dot + 1));
  const expected = Buffer.from(createHmac('sha256', key).update(token.slice(0, dot)).digest('base64url'));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The claims of a token with a valid signature. jsonwebtoken accepts more by default, so each claim is checked. */
function readClaims(token: string, { key, gatewayId, ttl, rememberTtl }: Verification): Claims | undefined {
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
  const { boot, ends, pwd, remember } = payload as Readonly<Record<string, unknown>>;
  const maxLifetime = remember === true ? rememberTtl : ttl;
  if (!Number.isInteger(iat) || !Number.isInteger(exp) || exp - iat > maxLifetime) return undefined;
  const [grant = ''] = jti.split('.');
  const passwordId = typeof pwd === 'string' ? pwd : '';
  const claims = { subject: sub, grant, passwordId, id: jti, issued: iat, expires: exp };
  return typeof boot === 'string' && typeof ends === 'number' ? { ...claims, run: { boot, ends } } : claims;
}
