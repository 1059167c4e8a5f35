import { success, type Failure, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import type { Timers } from '../../time/clock.js';
import { streamErrors } from './messages.js';
import type { Refusals } from '../system/refusals.js';
import { createStreamSlots } from './stream-slots.js';
import type { EventReceiver } from './subscriber.js';

/** Also the longest time after which a user who lost access is disconnected. */
export const HEARTBEAT_MS = 10_000;

/** Receives the lines of a live stream. */
type LineReceiver<Line> = Pick<EventReceiver, 'heartbeat' | 'isFull' | 'end'> & {
  readonly send: (event: { readonly type: 'line'; readonly data: Line }) => void;
};

export type LiveSubscription<Line> = {
  readonly receiver: LineReceiver<Line>;
  /** the current state of the user; undefined once they may no longer read */
  readonly caller: () => User | undefined;
  /** address of the client */
  readonly address: string;
};

/** Streams that begin with the next line of their source, each until it is ended or its user loses access. */
export type LiveStreams = {
  /**
   * Calls `start`, which begins to send and gives the function that stops it; gives the function that ends the stream.
   * `start` may end the stream later, too. `forbidden`, or `rate_limited`: too many streams are open.
   */
  readonly open: <Line>(
    subscription: LiveSubscription<Line>,
    start: (end: () => void) => Result<() => void>,
  ) => Result<() => void>;
  /** Ends every stream and accepts no new ones. */
  readonly stop: () => void;
};

export type LiveStreamsOptions = {
  readonly max: number;
  /** the message of a refusal when too many are open */
  readonly refusal: Failure;
  readonly mayRead: (user: User) => boolean;
  /** why a user who may not read is refused */
  readonly forbidden: Failure;
  readonly timers: Timers;
  readonly refusals: Pick<Refusals, 'note'>;
};

export function createLiveStreams(options: LiveStreamsOptions): LiveStreams {
  const { mayRead, forbidden, timers } = options;
  const slots = createStreamSlots(options);
  const openStreams = new Set<() => void>();
  let stopped = false;

  /** Ends the stream once its user may no longer read; gives the function that stops the heartbeat. */
  function beat({ receiver, caller }: LiveSubscription<never>, end: () => void): () => void {
    let cancel = (): void => undefined;
    const schedule = (): void => {
      cancel = timers.after(HEARTBEAT_MS, () => {
        const user = caller();
        if (user === undefined || !mayRead(user)) {
          end();
          return;
        }
        receiver.heartbeat();
        schedule();
      });
    };
    schedule();
    return () => {
      cancel();
    };
  }

  return {
    open(subscription, start) {
      const user = subscription.caller();
      if (stopped || user === undefined) return streamErrors.stopping();
      if (!mayRead(user)) return forbidden;
      let stopSource = (): void => undefined;
      let stopHeartbeat = (): void => undefined;
      const end = (): void => {
        if (!openStreams.delete(end)) return;
        releaseSlot();
        stopSource();
        stopHeartbeat();
        subscription.receiver.end();
      };
      const slot = slots.take({ userId: user.id, address: subscription.address, end });
      if (!slot.ok) return slot;
      const releaseSlot = slot.value;
      const started = start(end);
      if (!started.ok) {
        releaseSlot();
        return started;
      }
      stopSource = started.value;
      stopHeartbeat = beat(subscription, end);
      openStreams.add(end);
      return success(end);
    },
    stop() {
      stopped = true;
      for (const end of openStreams) end();
    },
  };
}
