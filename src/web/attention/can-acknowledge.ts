import type { SignInState } from '../session/sign-in-session.js';
import { hasPrivilege } from '../session/has-privilege.js';

/** A display shows alerts, but no person takes care of them there. */
export const canAcknowledge = (state: SignInState): boolean =>
  state.is === 'in' && !state.isDisplay && hasPrivilege(state.user, 'messages');
