import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { UserView } from '../../schema/user.js';
import type { Answer, Api, CallFailure } from '../api/client.js';
import { subjectOf } from './token.js';

/** `checking`: there is a token of before, and whether it still holds is being asked */
export type SessionState =
  | { readonly is: 'checking' }
  | { readonly is: 'out'; /** the API's word why, when it was not by choice */ readonly why?: string }
  | { readonly is: 'in'; readonly user: UserView };

export type Session = {
  readonly state: ReadonlySignal<SessionState>;
  /** Takes up the token that the tab still has. */
  readonly resume: () => Promise<void>;
  /** The key is sent, and kept nowhere. */
  readonly signIn: (userName: string, apiKey: string) => Promise<CallFailure | undefined>;
  readonly signOut: (why?: string) => void;
};

/** Where the token is while there is one: gone with the tab. */
export type TokenPlace = {
  readonly token: () => string | undefined;
  readonly keep: (token: string | undefined) => void;
};

export function createSession({ api, place }: { readonly api: Api; readonly place: TokenPlace }): Session {
  const state = signal<SessionState>(place.token() === undefined ? { is: 'out' } : { is: 'checking' });

  function signOut(why?: string): void {
    batch(() => {
      place.keep(undefined);
      state.value = why === undefined ? { is: 'out' } : { is: 'out', why };
    });
  }

  /** One's own record says what one may do. */
  async function enter(): Promise<CallFailure | undefined> {
    const id = subjectOf(place.token() ?? '');
    const answer: Answer<{ user: UserView }> = await api.get(`/api/users/${encodeURIComponent(id ?? '')}`);
    if (answer.ok) state.value = { is: 'in', user: answer.value.user };
    else if (place.token() !== undefined) signOut(answer.code);
    return answer.ok ? undefined : answer;
  }

  return {
    state,
    signOut,
    async resume() {
      if (place.token() !== undefined) await enter();
    },
    async signIn(userName, apiKey) {
      const answer: Answer<{ token: string }> = await api.send('POST', '/api/Auth/Token', { userName, apiKey });
      if (!answer.ok) return answer;
      place.keep(answer.value.token);
      return enter();
    },
  };
}
