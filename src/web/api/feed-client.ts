import { signal, type ReadonlySignal } from '@preact/signals';
import type { BrowserClock } from '../clock/browser-clock.js';
import type { Api } from './client.js';
import type { FeedData, ReceivedEvent } from './received-event.js';
import { readSseEvents } from './read-sse-events.js';
import { createSilence } from './silence.js';
import type { SseEvent } from './sse-parser.js';

/** `live`: connected; `waiting`: disconnected, next attempt soon */
type FeedState = 'off' | 'connecting' | 'live' | 'waiting';

export type FeedClient = {
  readonly state: ReadonlySignal<FeedState>;
  /** s without any data over a live connection, also without a heartbeat; undefined: data arrives as it should */
  readonly silentSeconds: ReadonlySignal<number | undefined>;
  /** Subscribes to events of a type, in order; returns the function that ends it. */
  readonly on: <Type extends keyof FeedData>(
    type: Type,
    listener: (data: FeedData[Type], hasId: boolean) => void,
  ) => () => void;
  readonly start: () => void;
  readonly stop: () => void;
};

export type FeedClientOptions = {
  readonly open: Api['open'];
  readonly clock: Pick<BrowserClock, 'after'>;
  /** random number from 0 to 1, so that pages do not reconnect at the same moment */
  readonly random: () => number;
};

/** An entry number of no log: the response starts with a gap and the current state. */
const NO_EVENT_ID = '999999999999999';
/** A page that was away for longer reads the present state instead of all that happened. */
const MAX_REPLAY = 10_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** The gateway's event stream; it resumes after the last event until it is ended. */
export function createFeedClient({ open, clock, random }: FeedClientOptions): FeedClient {
  const state = signal<FeedState>('off');
  const silence = createSilence(clock);
  const listeners = new Map<string, Set<(data: never, hasId: boolean) => void>>();
  let lastId = NO_EVENT_ID;
  let retryMs = MIN_RETRY_MS;
  let cancelRetry: (() => void) | undefined;
  let current: AbortController | undefined;

  function emit({ type, data, hasId }: ReceivedEvent): void {
    for (const listener of listeners.get(type) ?? []) listener(data as never, hasId);
  }

  function onEvent({ event, data, id }: SseEvent): void {
    if (data !== '') emit({ type: event, data: JSON.parse(data) as unknown, hasId: id !== undefined } as ReceivedEvent);
    // Updated after the listeners, so that an event that made a listener throw is sent again.
    if (id !== undefined) lastId = id;
  }

  async function read(controller: AbortController): Promise<void> {
    const response = await open(`/api/events?reach=${MAX_REPLAY}`, { 'Last-Event-ID': lastId }, controller.signal);
    if (!response.ok || response.body === null) {
      retryMs = Math.max(retryMs, Number(response.headers.get('Retry-After') ?? 0) * 1000);
      return;
    }
    await readSseEvents({
      body: response.body,
      clock,
      controller,
      onEvents(events) {
        state.value = 'live';
        silence.watch();
        retryMs = MIN_RETRY_MS;
        events.forEach(onEvent);
      },
    });
  }

  function connect(): void {
    const controller = new AbortController();
    cancelRetry = undefined;
    current = controller;
    if (state.value === 'off') state.value = 'connecting';
    read(controller)
      .catch(() => undefined)
      .finally(() => {
        controller.abort();
        if (current === controller) scheduleRetry();
      });
  }

  function scheduleRetry(): void {
    current = undefined;
    silence.end();
    state.value = 'waiting';
    cancelRetry = clock.after(retryMs * (0.5 + random()), connect);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }

  return {
    state,
    silentSeconds: silence.seconds,
    on(type, listener) {
      const typeListeners = listeners.get(type) ?? new Set();
      listeners.set(type, typeListeners);
      typeListeners.add(listener);
      return () => {
        typeListeners.delete(listener);
      };
    },
    start() {
      if (current !== undefined || cancelRetry !== undefined) return;
      connect();
    },
    stop() {
      silence.end();
      cancelRetry?.();
      cancelRetry = undefined;
      const controller = current;
      current = undefined;
      controller?.abort();
      lastId = NO_EVENT_ID;
      retryMs = MIN_RETRY_MS;
      state.value = 'off';
    },
  };
}
