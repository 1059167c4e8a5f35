import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { UserView } from '../../schema/accounts/user.js';
import type { ApiResult, Api, ApiFailure } from '../api/client.js';
import { subjectOf } from './token.js';

/** `checking`: a stored token is being verified */
export type SignInState =
  | { readonly is: 'checking' }
  | { readonly is: 'out'; /** the API's error code if the user did not sign out */ readonly reason?: string }
  | { readonly is: 'in'; readonly user: UserView };

export type SignInSession = {
  readonly state: ReadonlySignal<SignInState>;
  /** Resumes with the token stored in the tab. */
  readonly resume: () => Promise<void>;
  /** Sends the key; it is not stored. */
  readonly signIn: (userName: string, apiKey: string) => Promise<ApiFailure | undefined>;
  readonly signOut: (reason?: string) => void;
};

/** Storage of the token, which ends with the tab. */
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

  /** The user's own record holds the privileges. */
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
