import { isRestricted } from '../../domain/accounts/scope.js';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { PortLine } from '../../schema/ports/port-line.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Timers } from '../../time/clock.js';
import type { Time } from '../time/time.js';
import type { Refusals } from '../system/refusals.js';
import { createLineRateLimit } from './rate-limit.js';
import { createStreamSlots } from './stream-slots.js';
import type { EventReceiver } from './subscriber.js';

export type LineReceiver = Pick<EventReceiver, 'heartbeat' | 'isFull' | 'end'> & {
  readonly send: (event: { readonly type: 'line'; readonly data: PortLine }) => void;
};

export type LineSubscription = {
  readonly path: string;
  readonly receiver: LineReceiver;
  /** the current state of the user; undefined once they may no longer read */
  readonly caller: () => User | undefined;
  /** address of the client */
  readonly address: string;
};

/** The received and decoded lines of a port, as a live stream to clients. */
export type PortMonitor = {
  /**
   * Starts with the next line; gives the function that ends it. `forbidden` for restricted users, because a port may
   * carry data of any device; `not_found`: no such port; `rate_limited`: too many streams are open.
   */
  readonly subscribe: (subscription: LineSubscription) => Result<() => void>;
  /** Ends every stream and accepts no new ones. */
  readonly stop: () => void;
};

export type PortMonitorOptions = {
  readonly ports: Pick<Ports, 'monitor'>;
  readonly time: Pick<Time, 'now'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly maxStreams?: number;
};

export const MAX_PORT_STREAMS = 10;
const MAX_LINES_PER_SECOND = 20;
/** Also the longest time after which a user who lost access is disconnected. */
const HEARTBEAT_MS = 15_000;
/** The functions that end the open streams. */
type OpenStreams = Set<() => void>;

export function createPortMonitor(options: PortMonitorOptions): PortMonitor {
  const { maxStreams = MAX_PORT_STREAMS, refusals } = options;
  const refusal = `limit of ${maxStreams} streams of port lines reached: end one first`;
  const slots = createStreamSlots({ max: maxStreams, refusal, refusals });
  const openStreams: OpenStreams = new Set();
  let stopped = false;

  return {
    subscribe(subscription) {
      const user = subscription.caller();
      if (stopped || user === undefined) return failure('store_unavailable', 'the gateway is stopping');
      if (!canWatch(user)) {
        return failure('forbidden', 'restricted users cannot watch ports: a port may carry data of any device');
      }
      let end = (): void => undefined;
      const slot = slots.take({
        userId: user.id,
        address: subscription.address,
        end: () => {
          end();
        },
      });
      if (!slot.ok) return slot;
      const started = startStream(options, openStreams, subscription, slot.value);
      if (started.ok) end = started.value;
      else slot.value();
      return started;
    },
    stop() {
      stopped = true;
      for (const end of openStreams) end();
    },
  };
}

/** An error in a stream must not affect the port. */
function startStream(
  { ports, time, timers, logger }: PortMonitorOptions,
  openStreams: OpenStreams,
  { path, receiver, caller }: LineSubscription,
  release: () => void,
): Result<() => void> {
  let stopHeartbeat = (): void => undefined;
  /** lines left out because the client is slow */
  let skipped = 0;
  const moreLine = (count: number): PortLine => ({ at: new Date(time.now()).toISOString(), kind: 'more', count });
  const rateLimit = createLineRateLimit<PortLine>({
    maxPerSecond: MAX_LINES_PER_SECOND,
    timers,
    onLine: send,
    onDropped(count) {
      send(moreLine(count));
    },
  });
  const monitor = ports.monitor(path, rateLimit.add);
  if (!monitor.ok) return monitor;
  const stopMonitor = monitor.value;
  scheduleHeartbeat();
  openStreams.add(end);
  return success(end);

  function end(): void {
    if (!openStreams.delete(end)) return;
    release();
    stopMonitor();
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
      logger.error({ path, err: error }, 'port monitor failed');
      end();
    }
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

const canWatch = (user: User | undefined): user is User => user !== undefined && !isRestricted(user);
