import { signal, type ReadonlySignal } from '@preact/signals';
import type { Api, ApiFailure } from '../api/client.js';
import { trySecret } from './try-secret.js';

/** What lets a person in needs a recent proof of who is at the browser; the gateway asks for it by refusing a call. */
export type Confirmation = {
  /** The user is being asked. */
  readonly asked: ReadonlySignal<boolean>;
  /** Asks the user for their secret; false: they gave none. Calls that ask at the same time share one answer. */
  readonly ask: () => Promise<boolean>;
  /** `secret`: the user's password or API key; it is not stored. */
  readonly confirm: (secret: string) => Promise<ApiFailure | undefined>;
  readonly cancel: () => void;
};

export function createConfirmation(api: Pick<Api, 'send'>): Confirmation {
  const asked = signal(false);
  let waiting: ((isConfirmed: boolean) => void)[] = [];
  function settle(isConfirmed: boolean): void {
    const settled = waiting;
    waiting = [];
    asked.value = false;
    for (const resolve of settled) resolve(isConfirmed);
  }
  return {
    asked,
    ask: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        asked.value = true;
      }),
    async confirm(secret) {
      const result = await trySecret(secret, (body) => api.send('POST', '/api/Auth/Confirm', body));
      if (!result.ok) return result;
      settle(true);
      return undefined;
    },
    cancel() {
      settle(false);
    },
  };
}
