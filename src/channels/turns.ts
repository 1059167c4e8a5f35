import type { Outcome } from './channel.js';

/** Runs one thing after the other, in the order they were asked for. What is run must not reject. */
export type Turns = {
  inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  /** The same of a message; it fails when too many wait for `whom` already. */
  handOver: (run: () => Promise<Outcome>, whom: string) => Promise<Outcome>;
  /** Resolves when all that was asked for so far has ended. */
  idle: () => Promise<void>;
};

/** The outbox hands over one message after the other; who asks for this many at once has lost count. */
const mostWaiting = 16;

export function createTurns(): Turns {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const own = last.then(run, run);
    last = own;
    return own;
  }

  return {
    inTurn,
    async handOver(run, whom) {
      if (waiting >= mostWaiting) {
        return { outcome: 'failed', retry: true, reason: `${mostWaiting} messages wait for ${whom}`, references: [] };
      }
      waiting += 1;
      try {
        return await inTurn(run);
      } finally {
        waiting -= 1;
      }
    },
    async idle() {
      await last;
    },
  };
}
