import { createOutboxTally, type OutboxTally } from '../../domain/messages/outbox-share.js';
import type { Entry } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';

/** What waits in the outbox, by owner: counted once, then kept up to date with the store. */
export type Waiting = Pick<OutboxTally, 'amountOf'>;

export type WaitingOptions = Pick<Store, 'state'> & {
  readonly subscribe: (listener: (entries: readonly Entry[]) => void) => () => void;
};

export function createWaiting({ state: { outbox }, subscribe }: WaitingOptions): Waiting {
  const tally = createOutboxTally();
  for (const [id, message] of outbox) tally.add(id, message);
  subscribe((entries) => {
    for (const { kind, n, v } of entries) {
      if (kind === 'message-settled') tally.remove(v.id);
      if (kind !== 'message' && kind !== 'command-message') continue;
      const message = outbox.get(String(n));
      if (message !== undefined) tally.add(message.id, message);
    }
  });
  return tally;
}
