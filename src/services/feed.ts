import { failure, success, type Result } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Ports } from '../serial/ports.js';
import type { Timers } from '../serial/timers.js';
import type { Store } from '../store/store.js';
import type { Standing } from './feed-event.js';
import type { Provisionings } from './provisioning/provisionings.js';
import { createSubscriber, type Subscriber, type SubscriberParts, type Subscription } from './subscriber.js';
import { createTurns } from '../turns.js';

/** What happens, told to whoever reads along. */
export type Feed = {
  /** Begins at once; gives back what ends it. `rate_limited` when too many read already. */
  readonly subscribe: (subscription: Subscription) => Result<() => void>;
  /** ends every stream; there are no new ones */
  readonly stop: () => void;
};

export type FeedOptions = Pick<SubscriberParts, 'devices' | 'standingOf' | 'clock'> & {
  readonly store: Pick<Store, 'state' | 'history' | 'subscribe'>;
  readonly ports: Pick<Ports, 'subscribe'>;
  readonly provisionings: Pick<Provisionings, 'subscribe'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly furthest?: number;
  readonly mostSubscribers?: number;
};

const BEAT_MS = 15_000;
/** More than the log writes at once: nobody is slow for having got that. */
const FURTHEST = 10_000;
const MOST_SUBSCRIBERS = 100;
const RETRY_S = 30;

export function createFeed(options: FeedOptions): Feed {
  const { store, ports, provisionings, timers, logger, mostSubscribers = MOST_SUBSCRIBERS, ...others } = options;
  const parts = { furthest: FURTHEST, ...others, store };
  const subscribers = new Set<Subscriber>();
  const inTurn = createTurns();
  let stopped = false;
  let stopBeating: (() => void) | undefined;

  const onFault = (error: unknown): void => {
    logger.error({ err: error }, 'a stream of events failed');
  };

  /** Whoever is told is told by himself: what goes wrong with one is no matter of the writers, nor of the others. */
  function each(act: (subscriber: Subscriber) => void): void {
    for (const subscriber of subscribers) {
      try {
        act(subscriber);
      } catch (error) {
        onFault(error);
        subscriber.end();
      }
    }
  }

  function beatLater(): void {
    stopBeating = timers.after(BEAT_MS, () => {
      stopBeating = undefined;
      each(({ beat }) => {
        beat();
      });
      if (subscribers.size > 0) beatLater();
    });
  }

  const standing = (type: Standing['type']) => (path: string) => {
    each(({ hearStanding }) => {
      hearStanding(type, path);
    });
  };

  const unsubscribes = [
    store.subscribe((entries) => {
      each(({ hear }) => {
        hear(entries);
      });
    }),
    ports.subscribe(standing('port')),
    provisionings.subscribe(standing('provisioning')),
  ];

  return {
    subscribe(subscription) {
      if (stopped) return failure('store_unavailable', 'the gateway is stopping');
      if (subscribers.size >= mostSubscribers) {
        const refusal = failure('rate_limited', `${mostSubscribers} streams of events are open: end one of them first`);
        return { ...refusal, retryAfter: RETRY_S };
      }
      const onEnd = (): void => {
        subscribers.delete(subscriber);
      };
      const subscriber = createSubscriber({ ...parts, inTurn, onFault, onEnd }, subscription);
      subscribers.add(subscriber);
      subscriber.start();
      if (stopBeating === undefined) beatLater();
      return success(subscriber.end);
    },
    stop() {
      stopped = true;
      stopBeating?.();
      for (const unsubscribe of unsubscribes) unsubscribe();
      each(({ end }) => {
        end();
      });
    },
  };
}
