import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Timers } from '../../time/timers.js';
import type { Store } from '../../store/store.js';
import type { StatusEvent } from './feed-event.js';
import type { ProvisioningSessions } from '../provisioning/sessions.js';
import { createSubscriber, type Subscriber, type SubscriberOptions, type Subscription } from './subscriber.js';
import { createMutex } from '../../mutex.js';

/** What happens, told to whoever reads along. */
export type Feed = {
  /** Begins at once; gives back what ends it. `rate_limited` when too many read already. */
  readonly subscribe: (subscription: Subscription) => Result<() => void>;
  /** ends every stream; there are no new ones */
  readonly stop: () => void;
};

export type FeedOptions = Pick<SubscriberOptions, 'devices' | 'statusOf' | 'clock'> & {
  readonly store: Pick<Store, 'state' | 'history' | 'subscribe'>;
  readonly ports: Pick<Ports, 'subscribe'>;
  readonly provisionings: Pick<ProvisioningSessions, 'subscribe'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly maxReplay?: number;
  readonly maxSubscribers?: number;
};

const HEARTBEAT_MS = 15_000;
/** More than the log writes at once: nobody is slow for having got that. */
const MAX_REPLAY = 10_000;
const MAX_SUBSCRIBERS = 100;
const RETRY_S = 30;

export function createFeed(options: FeedOptions): Feed {
  const { store, ports, provisionings, timers, logger, maxSubscribers = MAX_SUBSCRIBERS, ...others } = options;
  const subscriberOptions = { maxReplay: MAX_REPLAY, ...others, store };
  const subscribers = new Set<Subscriber>();
  const exclusive = createMutex();
  let stopped = false;
  let stopHeartbeat: (() => void) | undefined;

  const onError = (error: unknown): void => {
    logger.error({ err: error }, 'a stream of events failed');
  };

  /** Whoever is told is told by himself: what goes wrong with one is no matter of the writers, nor of the others. */
  function forEachSubscriber(act: (subscriber: Subscriber) => void): void {
    for (const subscriber of subscribers) {
      try {
        act(subscriber);
      } catch (error) {
        onError(error);
        subscriber.end();
      }
    }
  }

  function scheduleHeartbeat(): void {
    stopHeartbeat = timers.after(HEARTBEAT_MS, () => {
      stopHeartbeat = undefined;
      forEachSubscriber(({ heartbeat }) => {
        heartbeat();
      });
      if (subscribers.size > 0) scheduleHeartbeat();
    });
  }

  const emitStatus = (type: StatusEvent['type']) => (path: string) => {
    forEachSubscriber(({ onStatus }) => {
      onStatus(type, path);
    });
  };

  const unsubscribes = [
    store.subscribe((entries) => {
      forEachSubscriber(({ onEntries }) => {
        onEntries(entries);
      });
    }),
    ports.subscribe(emitStatus('port')),
    provisionings.subscribe(emitStatus('provisioning')),
  ];

  return {
    subscribe(subscription) {
      if (stopped) return failure('store_unavailable', 'the gateway is stopping');
      if (subscribers.size >= maxSubscribers) {
        const refusal = failure('rate_limited', `${maxSubscribers} streams of events are open: end one of them first`);
        return { ...refusal, retryAfter: RETRY_S };
      }
      const onEnd = (): void => {
        subscribers.delete(subscriber);
      };
      const subscriber = createSubscriber({ ...subscriberOptions, exclusive, onError, onEnd }, subscription);
      subscribers.add(subscriber);
      subscriber.start();
      if (stopHeartbeat === undefined) scheduleHeartbeat();
      return success(subscriber.end);
    },
    stop() {
      stopped = true;
      stopHeartbeat?.();
      for (const unsubscribe of unsubscribes) unsubscribe();
      forEachSubscriber(({ end }) => {
        end();
      });
    },
  };
}
