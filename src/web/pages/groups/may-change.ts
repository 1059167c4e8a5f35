import type { SessionState } from '../../session/session.js';
import { isBound } from '../../session/is-bound.js';
import { may } from '../../session/may.js';

/** Whether to offer to change groups. */
export const mayChangeGroups = (state: SessionState): boolean =>
  state.is === 'in' && may(state.user, 'groups:write') && !isBound(state.user);
