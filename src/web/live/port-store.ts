import { signal, type ReadonlySignal } from '@preact/signals';
import type { PortStatus } from '../../schema/ports/port.js';
import type { Api, ApiResult } from '../api/client.js';
import type { FeedClient } from '../api/feed-client.js';
import type { BrowserClock } from '../clock/browser-clock.js';
import type { LiveStore } from './live-store.js';

/** The ports that the user may see, as the feed has them. */
export type PortStore = {
  /** those that are not open and should be */
  readonly closed: ReadonlySignal<readonly PortStatus[]>;
  /** those that are open, and something is wrong with them: mostly, nothing arrives */
  readonly silent: ReadonlySignal<readonly PortStatus[]>;
  readonly start: () => () => void;
};

export type PortStoreOptions = {
  readonly api: Pick<Api, 'get'>;
  readonly feed: Pick<FeedClient, 'on'>;
  readonly live: Pick<LiveStore, 'setClosedPorts'>;
  readonly clock: Pick<BrowserClock, 'after'>;
  /** ms since 1970, by the gateway's clock */
  readonly now: () => number;
};

/** While something is wrong with a port, the list is read again, because a port may be removed without an event. */
const POLL_MS = 30_000;

const isPortClosed = ({ state }: Pick<PortStatus, 'state'>): boolean =>
  state === 'busy' || state === 'absent' || state === 'error';

const isPortSilent = ({ state, reason }: Pick<PortStatus, 'state' | 'reason'>): boolean =>
  state === 'open' && reason !== null;

const needsLook = (port: PortStatus): boolean => isPortClosed(port) || isPortSilent(port);

export function createPortStore({ api, feed, live, clock, now }: PortStoreOptions): PortStore {
  const closed = signal<readonly PortStatus[]>([]);
  const silent = signal<readonly PortStatus[]>([]);
  let closedAt: ReadonlyMap<string, number> = new Map();
  let currentRun = 0;
  let cancelPoll: (() => void) | undefined;

  const shown = (): readonly PortStatus[] => [...closed.peek(), ...silent.peek()];

  function publish(found: readonly PortStatus[]): void {
    const at = now();
    closed.value = found.filter(isPortClosed);
    silent.value = found.filter(isPortSilent);
    const paths = closed.value.map(({ path }) => path);
    const isSame = paths.length === closedAt.size && paths.every((path) => closedAt.has(path));
    if (!isSame) {
      closedAt = new Map(paths.map((path) => [path, closedAt.get(path) ?? at]));
      live.setClosedPorts(closedAt);
    }
    cancelPoll?.();
    cancelPoll = found.length === 0 ? undefined : clock.after(POLL_MS, () => void read(currentRun));
  }

  async function read(ownRun: number): Promise<void> {
    const result: ApiResult<{ ports: readonly PortStatus[] }> = await api.get('/api/ports');
    if (ownRun !== currentRun) return;
    publish(result.ok ? result.value.ports.filter(needsLook) : shown());
  }

  return {
    closed,
    silent,
    start() {
      currentRun++;
      // The feed starts with the status of every port.
      const unsubscribe = feed.on('port', (port) => {
        const others = shown().filter(({ path }) => path !== port.path);
        if (needsLook(port)) publish([...others, port]);
        else if (others.length < shown().length) publish(others);
      });
      return () => {
        currentRun++;
        unsubscribe();
        cancelPoll?.();
        closed.value = [];
        silent.value = [];
        closedAt = new Map();
      };
    },
  };
}
