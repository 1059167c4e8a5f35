import type { Failure, Result } from '../errors.js';
import { withRetry } from '../messages/failure.js';
import { editErrors } from './messages.js';
import type { Mutex } from '../mutex.js';
import type { User } from '../schema/accounts/user.js';
import type { ChangeCause } from '../store/store.js';
import { authorOf, givenAuthorOf, type Client } from './accounts/author.js';
import { createFairQueue } from './fair-queue.js';
import type { Refusals } from './system/refusals.js';

/** The call with which a user asks for a change. */
export type Call = {
  /** Was its connection closed? */
  readonly isGone: () => boolean;
  /** Did the caller prove who they are in the last minutes? See `accounts/confirmations`. */
  readonly isConfirmed: () => boolean;
  /** The caller as they are now, or why they may not make the call any more. */
  readonly current: () => Result<User>;
  readonly client: Client;
};

/** The user, with the call that they make. */
export const withCall = (user: User, call: Call): User => Object.assign({ ...user }, { call });

export const callOf = (user: object): Call | undefined =>
  'call' in user ? (user as { readonly call: Call }).call : undefined;

/** The author of what a user does in a call. Without a call, it only counts for the user. */
export function byUser(user: User): ChangeCause {
  const call = callOf(user);
  return givenAuthorOf(user) ?? (call === undefined ? { user: user.id } : authorOf(user, call.client));
}

/**
 * Changes by users to devices, groups, users and whatever depends on them, one after the other: the users take turns, so
 * none waits for the many changes of another. The task gets the user as they are when their turn comes, because their
 * account or rights may have ended meanwhile.
 */
export type Edits = <T>(user: User, task: (user: User) => Promise<Result<T>>) => Promise<Result<T>>;

export type EditQueue = {
  readonly edits: Edits;
  /** The same queue for the gateway's own changes: never refused, and every second turn is theirs. */
  readonly exclusive: Mutex;
};

/**
 * Changes that may wait, in total and of one user: as many as connections in total and of one address, so that a client
 * which sends all of its changes at once is served.
 */
export const MAX_EDITS = 512;
export const MAX_EDITS_OF_USER = 256;
const RETRY_S = 1;

export function createEditQueue({ refusals }: { readonly refusals: Pick<Refusals, 'note'> }): EditQueue {
  const queue = createFairQueue({
    gateway: { max: Infinity, maxOfShare: Infinity },
    users: { max: MAX_EDITS, maxOfShare: MAX_EDITS_OF_USER },
  });

  return {
    exclusive: (task) => queue.run('gateway', { share: '', task, refuse: neverRefused }),
    edits(user, task) {
      const call = callOf(user);
      if (call === undefined) return queue.run('users', { share: user.id, task: () => task(user), refuse: tooMany });
      return queue.run('users', {
        share: user.id,
        isGone: call.isGone,
        refuse: (why) => (why === 'gone' ? gone() : tooMany()),
        async task() {
          const current = call.current();
          return current.ok ? task(withCall(current.value, call)) : current;
        },
      });
    },
  };

  function tooMany(): Failure {
    refusals.note('edit_share');
    return withRetry(editErrors.tooMany({ limit: MAX_EDITS_OF_USER }), RETRY_S);
  }

  /** No client receives it. */
  function gone(): Failure {
    refusals.note('edit_abandoned');
    return editErrors.closed();
  }
}

function neverRefused(): never {
  throw new Error('a change of the gateway was refused');
}
