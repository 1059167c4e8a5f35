import type { DashboardPage } from '../pages/page.js';
import { hasPrivilege } from './has-privilege.js';
import type { SignInState } from './sign-in-session.js';

/** Whether the viewer may open the page: a display only those that show devices, locations and alerts. */
export const canOpen = (state: SignInState, { privilege, displays }: DashboardPage): boolean =>
  state.is === 'in' && (!state.isDisplay || displays === true) && hasPrivilege(state.user, privilege);
