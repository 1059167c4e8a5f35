import type { TokenPlace } from './session.js';

const NAME = 'waypost.token';

/** In the tab's own storage; in memory where the browser grants none. */
export function createTokenPlace(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenPlace {
  let held = attempt(() => storage().getItem(NAME)) ?? undefined;
  return {
    token: () => held,
    keep(token) {
      held = token;
      attempt(() => {
        if (token === undefined) storage().removeItem(NAME);
        else storage().setItem(NAME, token);
      });
    },
  };
}

/** Browsers that are told to keep nothing throw. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
