const TOKEN_KEY = 'waypost.token';
const DISPLAY_KEY = 'waypost.display';

type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What survives a reload of the page. */
export type TokenStorage = {
  readonly token: () => string | undefined;
  /** `remember`: in the browser, not only in the tab */
  readonly save: (token: string | undefined, remember?: boolean) => void;
  /** the key of the display that this browser is */
  readonly displayKey: () => string | undefined;
  readonly saveDisplayKey: (key: string | undefined) => void;
};

/** The storage of the tab and of the browser, or memory if the browser denies them. */
export function createTokenStorage(tab: () => BrowserStorage, browser: () => BrowserStorage): TokenStorage {
  let token = read(tab, TOKEN_KEY) ?? read(browser, TOKEN_KEY);
  let displayKey = read(browser, DISPLAY_KEY);
  return {
    token: () => token,
    save(newToken, remember = false) {
      token = newToken;
      write(tab, TOKEN_KEY, remember ? undefined : newToken);
      write(browser, TOKEN_KEY, remember ? newToken : undefined);
    },
    displayKey: () => displayKey,
    saveDisplayKey(key) {
      displayKey = key;
      write(browser, DISPLAY_KEY, key);
    },
  };
}

const read = (storage: () => BrowserStorage, name: string): string | undefined =>
  tryStorage(() => storage().getItem(name)) ?? undefined;

function write(storage: () => BrowserStorage, name: string, value: string | undefined): void {
  tryStorage(() => {
    if (value === undefined) storage().removeItem(name);
    else storage().setItem(name, value);
  });
}

/** Browsers that deny storage throw. */
function tryStorage<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
