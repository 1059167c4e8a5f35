import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { UserView } from '../../schema/accounts/user.js';
import type { ApiResult, Api, ApiFailure } from '../api/client.js';
import { subjectOf } from './token.js';

/** `checking`: there is a token of before, and whether it still holds is being asked */
export type SignInState =
  | { readonly is: 'checking' }
  | { readonly is: 'out'; /** the API's word why, when it was not by choice */ readonly reason?: string }
  | { readonly is: 'in'; readonly user: UserView };

export type SignInSession = {
  readonly state: ReadonlySignal<SignInState>;
  /** Takes up the token that the tab still has. */
  readonly resume: () => Promise<void>;
  /** The key is sent, and kept nowhere. */
  readonly signIn: (userName: string, apiKey: string) => Promise<ApiFailure | undefined>;
  readonly signOut: (reason?: string) => void;
};

/** Where the token is while there is one: gone with the tab. */
export type TokenStorage = {
  readonly token: () => string | undefined;
  readonly save: (token: string | undefined) => void;
};

export function createSignInSession({
  api,
  tokenStorage,
}: {
  readonly api: Api;
  readonly tokenStorage: TokenStorage;
}): SignInSession {
  const state = signal<SignInState>(tokenStorage.token() === undefined ? { is: 'out' } : { is: 'checking' });

  function signOut(reason?: string): void {
    batch(() => {
      tokenStorage.save(undefined);
      state.value = reason === undefined ? { is: 'out' } : { is: 'out', reason };
    });
  }

  /** One's own record says what one may do. */
  async function loadUser(): Promise<ApiFailure | undefined> {
    const id = subjectOf(tokenStorage.token() ?? '');
    const result: ApiResult<{ user: UserView }> = await api.get(`/api/users/${encodeURIComponent(id ?? '')}`);
    if (result.ok) state.value = { is: 'in', user: result.value.user };
    else if (tokenStorage.token() !== undefined) signOut(result.code);
    return result.ok ? undefined : result;
  }

  return {
    state,
    signOut,
    async resume() {
      if (tokenStorage.token() !== undefined) await loadUser();
    },
    async signIn(userName, apiKey) {
      const result: ApiResult<{ token: string }> = await api.send('POST', '/api/Auth/Token', { userName, apiKey });
      if (!result.ok) return result;
      tokenStorage.save(result.value.token);
      return loadUser();
    },
  };
}
