import type { TokenStorage } from './sign-in-session.js';

const STORAGE_KEY = 'waypost.token';

/** Session storage of the tab, or memory if the browser denies it. */
export function createTokenStorage(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStorage {
  let token = tryStorage(() => storage().getItem(STORAGE_KEY)) ?? undefined;
  return {
    token: () => token,
    save(newToken) {
      token = newToken;
      tryStorage(() => {
        if (newToken === undefined) storage().removeItem(STORAGE_KEY);
        else storage().setItem(STORAGE_KEY, newToken);
      });
    },
  };
}

/** Browsers that deny storage throw. */
function tryStorage<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
