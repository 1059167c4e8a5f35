import type { UserView } from '../../../schema/accounts/user.js';

export type Validity = Pick<UserView, 'from' | 'expires'>;

/** Whether a user may sign in; only `enabled` users may. */
export type AccountStatus = 'enabled' | 'disabled' | 'notYetValid' | 'expired';

/** The status at `now` (ms since 1970). */
export function accountStatusOf(
  { disabled, from, expires }: Validity & Pick<UserView, 'disabled'>,
  now: number,
): AccountStatus {
  if (disabled) return 'disabled';
  if (from !== null && Date.parse(from) > now) return 'notYetValid';
  return expires !== null && Date.parse(expires) <= now ? 'expired' : 'enabled';
}
