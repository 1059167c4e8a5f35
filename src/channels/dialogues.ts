import { createTurns, type Turns } from '../turns.js';
import type { Outcome } from './channel.js';

/** The turns of what speaks to one far side. */
export type Dialogues = {
  readonly inTurn: Turns;
  /** Hands over a message in its turn; it fails when too many wait for `whom` already. */
  readonly handOver: (run: () => Promise<Outcome>, whom: string) => Promise<Outcome>;
  /** Resolves when all that was asked for so far has ended. */
  readonly idle: () => Promise<void>;
};

/** The outbox hands over one message after the other; who asks for this many at once has lost count. */
const mostWaiting = 16;

export function createDialogues(): Dialogues {
  const inTurn = createTurns();
  let waiting = 0;

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
    idle: () => inTurn(() => Promise.resolve()),
  };
}
