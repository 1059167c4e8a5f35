import type { UserView } from '../../../schema/user.js';

/** Whether a user may sign in at `now` (ms since 1970); `early`, `over`: his account is not valid yet, or no more. */
export type Standing = 'enabled' | 'disabled' | 'early' | 'over';

export function standingOf({ disabled, from, expires }: Validity & Pick<UserView, 'disabled'>, now: number): Standing {
  if (disabled) return 'disabled';
  if (from !== null && Date.parse(from) > now) return 'early';
  return expires !== null && Date.parse(expires) <= now ? 'over' : 'enabled';
}

export type Validity = Pick<UserView, 'from' | 'expires'>;
