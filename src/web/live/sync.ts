import type { DeviceView } from '../../schema/devices/device.js';
import type { BrowserClock } from '../clock/browser-clock.js';
import type { ApiResult, Api } from '../api/client.js';
import type { FeedClient } from '../api/feed-client.js';
import type { LiveStore } from './live-store.js';

export type SyncLiveStoreOptions = {
  readonly api: Pick<Api, 'get'>;
  readonly feed: Pick<FeedClient, 'on' | 'state'>;
  readonly live: LiveStore;
  readonly clock: Pick<BrowserClock, 'after'>;
};

/** Messages are sent in bursts; the usage of their devices is read once afterwards. */
const USAGE_COALESCE_MS = 1_000;
const RETRY_MS = 5_000;

/** Keeps the live store in sync with the gateway; returns the function that ends it. */
export function syncLiveStore({ api, feed, live, clock }: SyncLiveStoreOptions): () => void {
  let disposed = false;
  let latestRead = 0;
  let cancelRetry: (() => void) | undefined;
  let cancelUsage: (() => void) | undefined;
  const devicesToRead = new Set<string>();

  async function readAll(): Promise<void> {
    const ownRead = ++latestRead;
    cancelRetry?.();
    const finishReload = live.startReload();
    const result: ApiResult<{ devices: DeviceView[] }> = await api.get('/api/devices');
    if (disposed || ownRead !== latestRead) return;
    if (result.ok) finishReload(result.value.devices);
    else cancelRetry = clock.after(RETRY_MS, () => void readAll());
  }

  /** Usage changes arrive as message events, not as device events. */
  async function readUsage(): Promise<void> {
    cancelUsage = undefined;
    const deviceIds = [...devicesToRead];
    devicesToRead.clear();
    for (const deviceId of deviceIds) {
      const result: ApiResult<{ device: DeviceView }> = await api.get(`/api/devices/${encodeURIComponent(deviceId)}`);
      if (disposed) return;
      if (result.ok) live.onDevice({ deviceId, device: result.value.device });
    }
  }

  const unsubscribers = [
    feed.on('location', live.onLocation),
    feed.on('device', live.onDevice),
    // The feed starts with a gap event; if it does not, the devices are read anyway.
    feed.on('gap', () => void readAll()),
    feed.state.subscribe((state) => {
      if (state === 'waiting' && !live.loaded.peek()) void readAll();
    }),
    feed.on('day', () => void readAll()),
    feed.on('message', ({ deviceId }) => {
      devicesToRead.add(deviceId);
      cancelUsage ??= clock.after(USAGE_COALESCE_MS, () => void readUsage());
    }),
  ];
  return () => {
    disposed = true;
    cancelRetry?.();
    cancelUsage?.();
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
