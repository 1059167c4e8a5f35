import type { AccessKey } from '../../schema/accounts/access-key.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';

export const accessKeysOf = ({ accessKeys }: Pick<Store['state'], 'accessKeys'>, userId: string): AccessKey[] =>
  [...accessKeys.values()].filter((key) => key.userId === userId);

/** The changes that revoke the API key and all access keys of a user. */
export function keyRemovalsOf(state: Pick<Store['state'], 'credentials' | 'accessKeys'>, userId: string): Change[] {
  const apiKey: Change[] = state.credentials.has(userId) ? [{ kind: 'credential-removed', v: { userId } }] : [];
  return [...apiKey, ...accessKeysOf(state, userId).map(removalOf)];
}

/** The user and the name are for readers of the log. */
export const removalOf = ({ id, userId, name }: AccessKey): Change => ({
  kind: 'access-key-removed',
  v: { id, userId, name },
});
