import { isBound } from '../domain/scope.js';
import { failure, success, type Result } from '../errors.js';
import type { Logger } from '../logger.js';
import type { PortLine } from '../schema/port-line.js';
import type { User } from '../schema/user.js';
import type { Ports } from '../serial/ports.js';
import type { Timers } from '../serial/timers.js';
import type { Clock } from './clock.js';
import { createLinePace } from './line-pace.js';
import type { Reader } from './subscriber.js';

export type LineReader = Pick<Reader, 'beat' | 'isFull' | 'end'> & {
  readonly send: (event: { readonly type: 'line'; readonly data: PortLine }) => void;
};

export type LineSubscription = {
  readonly path: string;
  readonly reader: LineReader;
  /** the user as he is now; undefined once he may read no more */
  readonly caller: () => User | undefined;
};

/** What passes on a port, told to who looks at it. */
export type PortLines = {
  /**
   * Begins at once, with what comes; gives back what ends it. `forbidden` to who is bound: what is on a port may be
   * anybody's. `not_found` where there is no such port, `rate_limited` when too many look already.
   */
  readonly subscribe: (subscription: LineSubscription) => Result<() => void>;
  /** ends every stream; there are no new ones */
  readonly stop: () => void;
};

export type PortLinesOptions = {
  readonly ports: Pick<Ports, 'watch'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly mostReaders?: number;
};

const MOST_READERS = 10;
const MOST_A_SECOND = 20;
/** A sign of life; who may look no more is sent away then at the latest. */
const BEAT_MS = 15_000;
const RETRY_S = 30;

export function createPortLines(options: PortLinesOptions): PortLines {
  const { ports, clock, timers, logger, mostReaders = MOST_READERS } = options;
  const ends = new Set<() => void>();
  let stopped = false;

  const moreLine = (count: number): PortLine => ({ at: new Date(clock.now()).toISOString(), kind: 'more', count });

  /** A port goes on, whatever happens to who looks at it. */
  function begin({ path, reader, caller }: LineSubscription): Result<() => void> {
    let stopBeating = (): void => undefined;
    /** lines that did not fit, as who reads is slow */
    let left = 0;
    const pace = createLinePace<PortLine>({ most: MOST_A_SECOND, timers, pass: send, onMore });
    const watching = ports.watch(path, pace.add);
    if (!watching.ok) return watching;
    beatLater();
    ends.add(end);
    return success(end);

    function end(): void {
      if (!ends.delete(end)) return;
      if (watching.ok) watching.value();
      pace.stop();
      stopBeating();
      reader.end();
    }

    function send(data: PortLine): void {
      try {
        if (!mayLook(caller())) end();
        else if (reader.isFull()) left += data.kind === 'more' ? data.count : 1;
        else {
          if (left > 0) reader.send({ type: 'line', data: moreLine(left) });
          left = 0;
          reader.send({ type: 'line', data });
        }
      } catch (error) {
        logger.error({ path, err: error }, 'the lines of a port can not be told');
        end();
      }
    }

    function onMore(count: number): void {
      send(moreLine(count));
    }

    function beatLater(): void {
      stopBeating = timers.after(BEAT_MS, () => {
        if (!mayLook(caller())) {
          end();
          return;
        }
        reader.beat();
        beatLater();
      });
    }
  }

  return {
    subscribe(subscription) {
      const user = subscription.caller();
      if (stopped || user === undefined) return failure('store_unavailable', 'the gateway is stopping');
      if (!mayLook(user)) {
        return failure('forbidden', "what is on a port may be anybody's: only a user who is not bound may look at it");
      }
      if (ends.size >= mostReaders) {
        const refusal = failure('rate_limited', `${mostReaders} look at ports already: end one of these streams first`);
        return { ...refusal, retryAfter: RETRY_S };
      }
      return begin(subscription);
    },
    stop() {
      stopped = true;
      for (const end of ends) end();
    },
  };
}

const mayLook = (user: User | undefined): user is User => user !== undefined && !isBound(user);
