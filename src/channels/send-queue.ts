import { createMutex, type Mutex } from '../mutex.js';
import type { SendResult } from './channel.js';

/** The turns of what speaks to one far side. */
export type SendQueue = {
  readonly exclusive: Mutex;
  /** Hands over a message in its turn; it fails when too many wait for `whom` already. */
  readonly enqueue: (run: () => Promise<SendResult>, receiver: string) => Promise<SendResult>;
  /** Resolves when all that was asked for so far has ended. */
  readonly idle: () => Promise<void>;
};

/** The outbox hands over one message after the other; who asks for this many at once has lost count. */
const MAX_WAITING = 16;

export function createSendQueue(): SendQueue {
  const exclusive = createMutex();
  let waiting = 0;

  return {
    exclusive,
    async enqueue(run, receiver) {
      if (waiting >= MAX_WAITING) {
        return {
          outcome: 'failed',
          retry: true,
          reason: `${MAX_WAITING} messages wait for ${receiver}`,
          references: [],
        };
      }
      waiting += 1;
      try {
        return await exclusive(run);
      } finally {
        waiting -= 1;
      }
    },
    idle: () => exclusive(() => Promise.resolve()),
  };
}
