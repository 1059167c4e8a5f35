import { accessKeyOf } from '../../domain/accounts/scope.js';
import { success, type Result } from '../../errors.js';
import { confirmationErrors } from './messages.js';
import type { ConfirmationRequest } from '../../schema/accounts/confirmation.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import { isAccessKey } from './key-hash.js';
import { signInMethodOf, type SignIn } from './authentication.js';
import { createShortLived } from './short-lived.js';
import type { SignIns } from './sign-in.js';

/** A call with a token, and how old that is; without an id the call carries an API key. */
type ConfirmedCall = Pick<SignIn, 'subject' | 'grant'> & {
  readonly id?: string | undefined;
  readonly ageS: number;
};

/**
 * Proofs of who a caller is, at most 10 minutes old: a sign-in with password or API key, an API key in the call itself, or
 * one of them given for a token. Only with such a proof does a user get something to sign in with.
 */
export type Confirmations = {
  readonly isConfirmed: (call: ConfirmedCall) => boolean;
  /** Until when the token is confirmed, UTC. Wrong secrets count as failed sign-ins. */
  readonly confirm: (
    caller: { readonly user: User; readonly tokenId: string | undefined },
    request: ConfirmationRequest,
    address: string,
    isGone: () => boolean,
  ) => Promise<Result<string>>;
  /** Confirms a token, by its id or its grant: its sign-in was a proof of another kind. */
  readonly add: (userId: string, id: string) => void;
};

export type ConfirmationsOptions = {
  readonly store: Pick<Store, 'state'>;
  readonly signIns: Pick<SignIns, 'prove'>;
  readonly time: Pick<Time, 'trustedNow' | 'monotonic'>;
};

const LIFETIME_MS = 10 * 60_000;
const MAX_CONFIRMATIONS_OF_USER = 50;
const MAX_CONFIRMATIONS = 1_000;

export function createConfirmations({ store, signIns, time }: ConfirmationsOptions): Confirmations {
  /** by id or grant of the token */
  const confirmed = createShortLived<true>({
    maxOfOwner: MAX_CONFIRMATIONS_OF_USER,
    max: MAX_CONFIRMATIONS,
    monotonic: time.monotonic,
  });
  const add = (userId: string, tokenId: string): void => {
    confirmed.set(tokenId, userId, true, LIFETIME_MS);
  };

  return {
    isConfirmed({ subject, grant, id, ageS }) {
      const method = signInMethodOf(store.state, { subject, grant });
      const isProof = method === 'password' || method === 'apiKey';
      if (id === undefined) return isProof;
      return (isProof && 1000 * ageS <= LIFETIME_MS) || confirmed.get(id) === true || confirmed.get(grant) === true;
    },
    async confirm({ user, tokenId }, request, address, isGone) {
      if (accessKeyOf(user) !== undefined || tokenId === undefined) {
        return confirmationErrors.noSignIn();
      }
      if (isAccessKey('password' in request ? request.password : request.apiKey)) {
        return confirmationErrors.byAccessKey();
      }
      const proven = await signIns.prove({ userName: user.name, ...request }, address, isGone);
      if (!proven.ok && proven.code !== 'invalid_credentials') return proven;
      if (!proven.ok || proven.value.subject !== user.id) {
        return 'password' in request
          ? confirmationErrors.wrongPassword('/password')
          : confirmationErrors.wrongApiKey('/apiKey');
      }
      add(user.id, tokenId);
      return success(new Date(time.trustedNow() + LIFETIME_MS).toISOString());
    },
    add,
  };
}
