import { useApp } from '../../app-context.js';

/** Whether this is the account of the viewer. */
export function useIsOwn(userId: string): boolean {
  const state = useApp().session.state.value;
  return state.is === 'in' && state.user.id === userId;
}
