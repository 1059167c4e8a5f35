import { createOutboxTally, type OutboxTally } from '../../domain/messages/outbox-share.js';
import type { Entry } from '../../schema/entry.js';
import type { SuppressedReason } from '../../schema/messages/message.js';
import type { Store } from '../../store/store.js';

/** What waits in the outbox, by owner, and what was suppressed: counted once, then kept up to date with the store. */
export type Waiting = Pick<OutboxTally, 'amountOf'> & {
  /** since the start, by reason */
  readonly suppressedCount: (reason: SuppressedReason) => number;
};

export type WaitingOptions = Pick<Store, 'state'> & {
  readonly subscribe: (listener: (entries: readonly Entry[]) => void) => () => void;
};

export function createWaiting({ state: { outbox }, subscribe }: WaitingOptions): Waiting {
  const tally = createOutboxTally();
  for (const [id, message] of outbox) tally.add(id, message);
  const suppressed = new Map<string, number>();
  const countSuppressed = (reason: string): void => {
    suppressed.set(reason, (suppressed.get(reason) ?? 0) + 1);
  };
  subscribe((entries) => {
    for (const { kind, n, v } of entries) {
      if (kind === 'message-settled') tally.remove(v.id);
      if (kind === 'message-settled' && v.state === 'suppressed') countSuppressed(v.reason ?? '');
      if (kind === 'message' && v.suppressed !== undefined) countSuppressed(v.suppressed);
      if (kind !== 'message' && kind !== 'command-message') continue;
      const message = outbox.get(String(n));
      if (message !== undefined) tally.add(message.id, message);
    }
  });
  return { amountOf: tally.amountOf, suppressedCount: (reason) => suppressed.get(reason) ?? 0 };
}
