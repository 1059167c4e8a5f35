import { hasPrivilege } from '../../session/has-privilege.js';
import { isRestricted } from '../../session/is-restricted.js';
import type { SignInState } from '../../session/sign-in-session.js';

/** Whether to show the forms that change zones; the gateway checks every request itself. */
export const canChangeZones = (state: SignInState): boolean =>
  state.is === 'in' && hasPrivilege(state.user, 'messages') && !isRestricted(state.user);
