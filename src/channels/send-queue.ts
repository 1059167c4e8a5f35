import { createMutex, type Mutex } from '../mutex.js';
import type { SendResult } from './channel.js';

/** Serializes what talks to one receiving system. */
export type SendQueue = {
  readonly exclusive: Mutex;
  /** Runs `run` after the earlier ones; fails if too many wait for `receiver` already. */
  readonly enqueue: (run: () => Promise<SendResult>, receiver: string) => Promise<SendResult>;
  /** Resolves when everything queued so far has ended. */
  readonly idle: () => Promise<void>;
};

/** The outbox sends one message at a time, so this many at once mean an error in the caller. */
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
          reason: `${MAX_WAITING} messages already wait for ${receiver}`,
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
