import { networkOf } from '../../domain/accounts/client-address.js';
import { success, type Failure, type Result } from '../../errors.js';
import { withRetry } from '../../messages/failure.js';
import type { Refusals } from '../system/refusals.js';

/** An open stream of a client. */
type Stream = {
  /** id of the user or display */
  readonly userId: string;
  /** address of the client */
  readonly address: string;
  /** Ends the stream; its slot has been released. */
  readonly end: () => void;
};

/** Places for streams, which all users share: no user can take them all from the others. */
export type StreamSlots = {
  /**
   * Takes a place; gives the function that releases it. When all are taken, the oldest stream of the user with the most
   * gives way to a user who has fewer, and of the address with the most to a user who has none. `rate_limited`: no user
   * has more than this one.
   */
  readonly take: (stream: Stream) => Result<() => void>;
};

export type StreamSlotsOptions = {
  readonly max: number;
  /** when all are taken */
  readonly refusal: Failure;
  readonly refusals: Pick<Refusals, 'note'>;
};

const RETRY_S = 30;

type Slot = Stream & { readonly network: string };

export function createStreamSlots({ max, refusal, refusals }: StreamSlotsOptions): StreamSlots {
  /** the oldest first */
  const slots = new Set<Slot>();

  /** The oldest stream of who has the most, by `ownerOf`; undefined if ending it would not make the shares more equal. */
  function findExcess(ownerOf: (slot: Slot) => string, newcomer: Slot): Slot | undefined {
    const counts = new Map<string, number>();
    for (const slot of slots) counts.set(ownerOf(slot), (counts.get(ownerOf(slot)) ?? 0) + 1);
    const largest = Math.max(...counts.values());
    if (largest < (counts.get(ownerOf(newcomer)) ?? 0) + 2) return undefined;
    for (const slot of slots) if (counts.get(ownerOf(slot)) === largest) return slot;
    return undefined;
  }

  function findVictim(newcomer: Slot): Slot | undefined {
    const ofUser = findExcess(({ userId }) => userId, newcomer);
    if (ofUser !== undefined) return ofUser;
    const hasNone = [...slots].every(({ userId }) => userId !== newcomer.userId);
    return hasNone ? findExcess(({ network }) => network, newcomer) : undefined;
  }

  return {
    take(stream) {
      const slot = { ...stream, network: networkOf(stream.address) };
      if (slots.size >= max) {
        const victim = findVictim(slot);
        refusals.note('stream_limit', { userId: (victim ?? slot).userId, from: (victim ?? slot).network });
        if (victim === undefined) {
          return withRetry(refusal, RETRY_S);
        }
        slots.delete(victim);
        victim.end();
      }
      slots.add(slot);
      return success(() => {
        slots.delete(slot);
      });
    },
  };
}
