import { success, type Result } from '../errors.js';
import { createOneTimeKeys } from '../services/accounts/one-time-keys.js';
import type { Time } from '../services/time/time.js';
import { tokenErrors } from './messages.js';
import type { Claims } from './tokens.js';

/** Tickets for event streams: a browser's `EventSource` cannot send a token, and a token in a URL would reach logs. */
export type Tickets = {
  readonly create: (claims: Claims) => { readonly ticket: string; readonly expires: string };
  /** The claims of the token that it was created with. A ticket works once. */
  readonly redeem: (ticket: string) => Result<Claims>;
};

const LIFETIME_MS = 60_000;
export const MAX_TICKETS_OF_USER = 20;
export const MAX_TICKETS = 1_000;

export function createTickets({ monotonic, trustedNow }: Pick<Time, 'monotonic' | 'trustedNow'>): Tickets {
  const keys = createOneTimeKeys<Claims>({
    lifetimeMs: LIFETIME_MS,
    maxOfOwner: MAX_TICKETS_OF_USER,
    max: MAX_TICKETS,
    monotonic,
  });
  return {
    create: (claims) => ({
      ticket: keys.create(claims.subject, claims),
      expires: new Date(trustedNow() + LIFETIME_MS).toISOString(),
    }),
    redeem(ticket) {
      const claims = keys.redeem(ticket);
      return claims === undefined ? tokenErrors.ticketUsed() : success(claims);
    },
  };
}
