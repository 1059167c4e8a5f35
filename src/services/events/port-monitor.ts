import { isRestricted } from '../../domain/accounts/scope.js';
import { success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { PortLine } from '../../schema/ports/port-line.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Timers } from '../../time/clock.js';
import type { Time } from '../time/time.js';
import { streamErrors } from './messages.js';
import type { Refusals } from '../system/refusals.js';
import { createLiveStreams, type LiveSubscription } from './live-streams.js';
import { createLineRateLimit } from './rate-limit.js';

type LineSubscription = LiveSubscription<PortLine> & { readonly path: string };

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

export function createPortMonitor(options: PortMonitorOptions): PortMonitor {
  const { maxStreams = MAX_PORT_STREAMS, timers, refusals } = options;
  const streams = createLiveStreams({
    max: maxStreams,
    refusal: streamErrors.tooManyPorts({ limit: maxStreams }),
    mayRead: canWatch,
    forbidden: streamErrors.restrictedPorts(),
    timers,
    refusals,
  });
  return {
    subscribe: (subscription) => streams.open(subscription, (end) => follow(options, subscription, end)),
    stop: streams.stop,
  };
}

/** Sends the lines of the port; gives the function that stops it. An error in a stream must not affect the port. */
function follow(
  { ports, time, timers, logger }: PortMonitorOptions,
  { path, receiver, caller }: LineSubscription,
  end: () => void,
): Result<() => void> {
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
  return success(() => {
    monitor.value();
    rateLimit.stop();
  });

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
}

const canWatch = (user: User | undefined): user is User => user !== undefined && !isRestricted(user);
