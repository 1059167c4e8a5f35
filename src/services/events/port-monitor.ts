import { isRestricted } from '../../domain/accounts/scope.js';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { PortLine } from '../../schema/ports/port-line.js';
import type { User } from '../../schema/accounts/user.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Timers } from '../../time/timers.js';
import type { Clock } from '../../time/clock.js';
import { createLineRateLimit } from './rate-limit.js';
import type { EventReceiver } from './subscriber.js';

export type LineReceiver = Pick<EventReceiver, 'heartbeat' | 'isFull' | 'end'> & {
  readonly send: (event: { readonly type: 'line'; readonly data: PortLine }) => void;
};

export type LineSubscription = {
  readonly path: string;
  readonly receiver: LineReceiver;
  /** the user as he is now; undefined once he may read no more */
  readonly caller: () => User | undefined;
};

/** What passes on a port, told to who looks at it. */
export type PortMonitor = {
  /**
   * Begins at once, with what comes; gives back what ends it. `forbidden` to who is bound: what is on a port may be
   * anybody's. `not_found` where there is no such port, `rate_limited` when too many look already.
   */
  readonly subscribe: (subscription: LineSubscription) => Result<() => void>;
  /** ends every stream; there are no new ones */
  readonly stop: () => void;
};

export type PortMonitorOptions = {
  readonly ports: Pick<Ports, 'monitor'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly maxStreams?: number;
};

const MAX_STREAMS = 10;
const MAX_LINES_PER_SECOND = 20;
/** A sign of life; who may look no more is sent away then at the latest. */
const HEARTBEAT_MS = 15_000;
const RETRY_S = 30;

export function createPortMonitor(options: PortMonitorOptions): PortMonitor {
  const { ports, clock, timers, logger, maxStreams = MAX_STREAMS } = options;
  const openStreams = new Set<() => void>();
  let stopped = false;

  const moreLine = (count: number): PortLine => ({ at: new Date(clock.now()).toISOString(), kind: 'more', count });

  /** A port goes on, whatever happens to who looks at it. */
  function startStream({ path, receiver, caller }: LineSubscription): Result<() => void> {
    let stopHeartbeat = (): void => undefined;
    /** lines that did not fit, as who reads is slow */
    let skipped = 0;
    const rateLimit = createLineRateLimit<PortLine>({
      maxPerSecond: MAX_LINES_PER_SECOND,
      timers,
      onLine: send,
      onDropped,
    });
    const watching = ports.monitor(path, rateLimit.add);
    if (!watching.ok) return watching;
    scheduleHeartbeat();
    openStreams.add(end);
    return success(end);

    function end(): void {
      if (!openStreams.delete(end)) return;
      if (watching.ok) watching.value();
      rateLimit.stop();
      stopHeartbeat();
      receiver.end();
    }

    function send(data: PortLine): void {
      try {
        if (!canWatch(caller())) end();
        else if (receiver.isFull()) skipped += data.kind === 'more' ? data.count : 1;
        else {
          if (skipped > 0) receiver.send({ type: 'line', data: moreLine(skipped) });
          skipped = 0;
          receiver.send({ type: 'line', data });
        }
      } catch (error) {
        logger.error({ path, err: error }, 'the lines of a port can not be told');
        end();
      }
    }

    function onDropped(count: number): void {
      send(moreLine(count));
    }

    function scheduleHeartbeat(): void {
      stopHeartbeat = timers.after(HEARTBEAT_MS, () => {
        if (!canWatch(caller())) {
          end();
          return;
        }
        receiver.heartbeat();
        scheduleHeartbeat();
      });
    }
  }

  return {
    subscribe(subscription) {
      const user = subscription.caller();
      if (stopped || user === undefined) return failure('store_unavailable', 'the gateway is stopping');
      if (!canWatch(user)) {
        return failure('forbidden', "what is on a port may be anybody's: only a user who is not bound may look at it");
      }
      if (openStreams.size >= maxStreams) {
        const refusal = failure('rate_limited', `${maxStreams} look at ports already: end one of these streams first`);
        return { ...refusal, retryAfter: RETRY_S };
      }
      return startStream(subscription);
    },
    stop() {
      stopped = true;
      for (const end of openStreams) end();
    },
  };
}

const canWatch = (user: User | undefined): user is User => user !== undefined && !isRestricted(user);
