import type { UserView } from '../../../schema/accounts/user.js';

/** Whether a user may sign in at `now` (ms since 1970); `early`, `over`: his account is not valid yet, or no more. */
export type AccountStatus = 'enabled' | 'disabled' | 'early' | 'over';

export function accountStatusOf(
  { disabled, from, expires }: Validity & Pick<UserView, 'disabled'>,
  now: number,
): AccountStatus {
  if (disabled) return 'disabled';
  if (from !== null && Date.parse(from) > now) return 'early';
  return expires !== null && Date.parse(expires) <= now ? 'over' : 'enabled';
}

export type Validity = Pick<UserView, 'from' | 'expires'>;
