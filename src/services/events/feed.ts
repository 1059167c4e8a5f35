import { parsePosition } from '../../domain/records/generation.js';
import { success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { createMutex } from '../../mutex.js';
import type { User } from '../../schema/accounts/user.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Store } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import type { ProvisioningSessions } from '../provisioning/sessions.js';
import type { Time } from '../time/time.js';
import type { Uplinks } from '../uplinks/uplinks.js';
import type { StatusEvent } from './feed-event.js';
import { streamErrors } from './messages.js';
import type { Refusals } from '../system/refusals.js';
import { createExpiryCheck } from './expiry-check.js';
import { HEARTBEAT_MS } from './live-streams.js';
import { createStreamSlots } from './stream-slots.js';
import { createSubscriber, type Subscriber, type Subscription } from './subscriber.js';

/** The stream of events to API clients. */
export type Feed = {
  /** Starts at once; gives the function that ends it. `rate_limited`: too many streams are open. */
  readonly subscribe: (subscription: Subscription) => Result<() => void>;
  /** The number of an entry from an event id, or from `next` of a page of records; undefined if the text is neither. */
  readonly positionOf: (text: string) => number | undefined;
  /** Ends every stream and accepts no new ones. */
  readonly stop: () => void;
};

export type FeedOptions = {
  readonly store: Pick<Store, 'state' | 'history' | 'subscribe'>;
  readonly devices: Pick<Devices, 'get'>;
  readonly ports: Pick<Ports, 'subscribe'>;
  readonly provisionings: Pick<ProvisioningSessions, 'subscribe'>;
  readonly uplinks: Pick<Uplinks, 'subscribe'>;
  /** the status events for everything the user may see */
  readonly statusOf: (user: User) => readonly StatusEvent[];
  readonly time: Pick<Time, 'trustedNow' | 'monotonic'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly maxSubscribers?: number;
};

export const MAX_EVENT_STREAMS = 100;

export function createFeed(options: FeedOptions): Feed {
  const { store, devices, statusOf, time, timers, logger, refusals } = options;
  const max = options.maxSubscribers ?? MAX_EVENT_STREAMS;
  const refusal = streamErrors.tooManyEvents({ limit: max });
  const slots = createStreamSlots({ max, refusal, refusals });
  const subscribers = new Set<Subscriber>();
  const exclusive = createMutex();
  let stopped = false;
  let expiryCheckedAt = 0;
  let stopHeartbeat: (() => void) | undefined;
  let unlisten: (() => void) | undefined;

  const onError = (error: unknown): void => {
    logger.error({ err: error }, 'event stream failed');
  };

  /** An error in one subscriber must not affect the others or the writer. */
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
      const expiries = createExpiryCheck(store.state.devices, time.trustedNow());
      expiryCheckedAt = expiries.now;
      forEachSubscriber(({ heartbeat }) => {
        heartbeat(expiries);
      });
      if (subscribers.size > 0) scheduleHeartbeat();
    });
  }

  return {
    subscribe(subscription) {
      if (stopped) return streamErrors.stopping();
      const userId = subscription.caller()?.id ?? '';
      const end = (): void => {
        subscriber.end();
      };
      const slot = slots.take({ userId, address: subscription.address, end });
      if (!slot.ok) return slot;
      const onEnd = (): void => {
        slot.value();
        subscribers.delete(subscriber);
        if (subscribers.size > 0) return;
        unlisten?.();
        unlisten = undefined;
      };
      unlisten ??= listen(options, forEachSubscriber);
      if (subscribers.size === 0) expiryCheckedAt = time.trustedNow();
      const subscriberOptions = { store, devices, statusOf, time, expiryCheckedAt, exclusive, onError, onEnd };
      const subscriber = createSubscriber(subscriberOptions, subscription);
      subscribers.add(subscriber);
      subscriber.start();
      if (stopHeartbeat === undefined) scheduleHeartbeat();
      return success(subscriber.end);
    },
    positionOf: (text) => positionOf(store.state, text),
    stop() {
      stopped = true;
      stopHeartbeat?.();
      forEachSubscriber(({ end }) => {
        end();
      });
    },
  };
}

/** Only while there are streams: without them, a record costs the feed nothing. */
function listen(
  { store, ports, provisionings, uplinks }: FeedOptions,
  forEachSubscriber: (act: (subscriber: Subscriber) => void) => void,
): () => void {
  const emitStatus = (type: StatusEvent['type']) => (subject: string) => {
    forEachSubscriber(({ onStatus }) => {
      onStatus(type, subject);
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
    uplinks.subscribe(emitStatus('uplink')),
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

function positionOf({ generations }: Store['state'], text: string): number | undefined {
  const position = parsePosition(text);
  if (position === undefined) return undefined;
  const { generation, n } = position;
  // Entries of a store that was restored since have the numbers of others now: the client reads everything again.
  return generation === undefined || generation === generations.at(-1)?.id ? n : Infinity;
}
