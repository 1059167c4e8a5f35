import { signal, type ReadonlySignal } from '@preact/signals';
import type { Api, ApiFailure, ApiResult } from '../api/client.js';
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

const PATH = '/api/Auth/Confirm';

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
      const result = await trySecret(secret, async (body) => readWrong(await api.send('POST', PATH, body)));
      if (!result.ok) return result;
      settle(true);
      return undefined;
    },
    cancel() {
      settle(false);
    },
  };
}

/** The call itself needs no privilege, so `forbidden` means a wrong secret; the message names only the field. */
function readWrong(result: ApiResult<unknown>): ApiResult<unknown> {
  if (result.ok || result.code !== 'forbidden') return result;
  return { ok: false, code: 'invalid_credentials', text: result.text.startsWith('/') ? '' : result.text };
}
