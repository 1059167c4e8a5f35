import { signal, type ReadonlySignal } from '@preact/signals';
import type { BrowserClock } from '../browser-clock.js';
import type { Api } from './client.js';
import type { FeedData, FeedEvent } from './feed-event.js';
import { readBlocks } from './read-blocks.js';
import type { SseBlock } from './sse.js';

/** `live`: it is read along; `waiting`: it broke off, and is tried again soon */
export type FeedState = 'off' | 'connecting' | 'live' | 'waiting';

export type Feed = {
  readonly state: ReadonlySignal<FeedState>;
  /** Hears events of a type, in order; gives back what ends that. */
  readonly on: <Type extends keyof FeedData>(
    type: Type,
    listener: (data: FeedData[Type], numbered: boolean) => void,
  ) => () => void;
  readonly start: () => void;
  readonly stop: () => void;
};

export type FeedOptions = {
  readonly open: Api['open'];
  readonly clock: Pick<BrowserClock, 'after'>;
  /** from 0 to 1, so that pages do not come back all at once */
  readonly random: () => number;
};

/** A number of no log: the answer begins with a gap, and with how all that moves stands now. */
const NO_LOG = '999999999999999';
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The gateway's events, read again from where it broke off for as long as it is wanted. */
export function createFeed({ open, clock, random }: FeedOptions): Feed {
  const state = signal<FeedState>('off');
  const listeners = new Map<string, Set<(data: never, numbered: boolean) => void>>();
  let lastId = NO_LOG;
  let wait = FIRST_WAIT_MS;
  let cancelWait: (() => void) | undefined;
  let reading: AbortController | undefined;

  function tell({ type, data, numbered }: FeedEvent): void {
    for (const listener of listeners.get(type) ?? []) listener(data as never, numbered);
  }

  function take({ event, data, id }: SseBlock): void {
    if (data !== '') {
      tell({ type: event, data: JSON.parse(data) as unknown, numbered: id !== undefined } as FeedEvent);
    }
    // After the event: who breaks down over it hears it again.
    if (id !== undefined) lastId = id;
  }

  async function read(own: AbortController): Promise<void> {
    const response = await open('/api/events', { 'Last-Event-ID': lastId }, own.signal);
    if (!response.ok || response.body === null) {
      wait = Math.max(wait, Number(response.headers.get('Retry-After') ?? 0) * 1000);
      return;
    }
    await readBlocks({
      body: response.body,
      clock,
      own,
      onBlocks(blocks) {
        state.value = 'live';
        wait = FIRST_WAIT_MS;
        blocks.forEach(take);
      },
    });
  }

  function connect(): void {
    const own = new AbortController();
    cancelWait = undefined;
    reading = own;
    if (state.value === 'off') state.value = 'connecting';
    read(own)
      .catch(() => undefined)
      .finally(() => {
        own.abort();
        if (reading === own) later();
      });
  }

  function later(): void {
    reading = undefined;
    state.value = 'waiting';
    cancelWait = clock.after(wait * (0.5 + random()), connect);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  return {
    state,
    on(type, listener) {
      const those = listeners.get(type) ?? new Set();
      listeners.set(type, those);
      those.add(listener);
      return () => {
        those.delete(listener);
      };
    },
    start() {
      if (reading !== undefined || cancelWait !== undefined) return;
      connect();
    },
    stop() {
      cancelWait?.();
      cancelWait = undefined;
      const own = reading;
      reading = undefined;
      own?.abort();
      lastId = NO_LOG;
      wait = FIRST_WAIT_MS;
      state.value = 'off';
    },
  };
}
