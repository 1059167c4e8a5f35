import type { Timers } from '../time/clock.js';
import type { ChannelStatus } from './channel.js';

/** Which receivers refused the last message, and for how long each is left alone. A channel with one receiver has one name. */
export type ReceiverStates = {
  readonly succeeded: (name: string) => void;
  /** `retryAfter`: seconds that the receiver asks to wait */
  readonly failed: (name: string, reason: string, retryAfter?: number) => void;
  readonly isPaused: (name: string) => boolean;
  /** the last failure, if there was no success since */
  readonly failureOf: (name: string) => string | null;
  /** the last failure of each receiver without a success since */
  readonly failing: () => readonly string[];
};

/** Shorter than the first pause of a message: of a receiver that refuses one message, the others are tried first. */
const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 300_000;

type Failing = { readonly reason: string; readonly pauseMs: number; readonly until: number };

export function createReceiverStates(timers: Pick<Timers, 'now'>): ReceiverStates {
  const states = new Map<string, Failing>();
  return {
    succeeded(name) {
      states.delete(name);
    },
    failed(name, reason, retryAfter = 0) {
      const pauseMs = Math.min((states.get(name)?.pauseMs ?? MIN_PAUSE_MS / 2) * 2, MAX_PAUSE_MS);
      const waitMs = Math.min(Math.max(pauseMs, retryAfter * 1_000), MAX_PAUSE_MS);
      states.set(name, { reason, pauseMs, until: timers.now() + waitMs });
    },
    isPaused: (name) => timers.now() < (states.get(name)?.until ?? -Infinity),
    failureOf: (name) => states.get(name)?.reason ?? null,
    failing: () => [...states.values()].map(({ reason }) => reason),
  };
}

/** The status of a channel with one receiver, which is reached: unavailable until a message is sent. */
export function withRefusal<Status extends ChannelStatus>(
  status: Status,
  states: ReceiverStates,
  name: string,
): Status {
  const reason = states.failureOf(name);
  return status.state !== 'ready' || reason === null ? status : { ...status, state: 'unavailable', reason };
}

/** The same for the next message, which is tried after the pause. */
export function statusForNext(status: ChannelStatus, states: ReceiverStates, name: string): ChannelStatus {
  const refused = withRefusal(status, states, name);
  return status.state !== 'ready' || states.isPaused(name) ? refused : { state: 'ready', reason: refused.reason };
}
