import type { DeviceView } from '../../schema/device.js';
import type { BrowserClock } from '../browser-clock.js';
import type { Answer, Api } from '../api/client.js';
import type { Feed } from '../api/feed.js';
import type { Live } from './live.js';

export type KeepOptions = {
  readonly api: Pick<Api, 'get'>;
  readonly feed: Pick<Feed, 'on' | 'state'>;
  readonly live: Live;
  readonly clock: Pick<BrowserClock, 'after'>;
};

/** Messages go out in rows: the usage of their devices is asked for once after them. */
const USAGE_WAIT_MS = 1_000;
const RETRY_MS = 5_000;

/** Keeps the live store as the gateway says: gives back what ends that. */
export function keepLive({ api, feed, live, clock }: KeepOptions): () => void {
  let over = false;
  let newest = 0;
  let cancelRetry: (() => void) | undefined;
  let cancelUsage: (() => void) | undefined;
  const used = new Set<string>();

  async function readAll(): Promise<void> {
    const own = ++newest;
    cancelRetry?.();
    const take = live.reading();
    const answer: Answer<{ devices: DeviceView[] }> = await api.get('/api/devices');
    if (over || own !== newest) return;
    if (answer.ok) take(answer.value.devices);
    else cancelRetry = clock.after(RETRY_MS, () => void readAll());
  }

  /** What a message takes of its device's limits is told with the message, and not with the device. */
  async function readUsage(): Promise<void> {
    cancelUsage = undefined;
    const wanted = [...used];
    used.clear();
    for (const deviceId of wanted) {
      const answer: Answer<{ device: DeviceView }> = await api.get(`/api/devices/${encodeURIComponent(deviceId)}`);
      if (over) return;
      if (answer.ok) live.takeDevice({ deviceId, device: answer.value.device });
    }
  }

  const offs = [
    feed.on('location', live.takeLocation),
    feed.on('device', live.takeDevice),
    // The feed begins with a gap; without it the devices are read all the same.
    feed.on('gap', () => void readAll()),
    feed.state.subscribe((state) => {
      if (state === 'waiting' && !live.loaded.peek()) void readAll();
    }),
    feed.on('day', () => void readAll()),
    feed.on('message', ({ deviceId }) => {
      used.add(deviceId);
      cancelUsage ??= clock.after(USAGE_WAIT_MS, () => void readUsage());
    }),
  ];
  return () => {
    over = true;
    cancelRetry?.();
    cancelUsage?.();
    for (const off of offs) off();
  };
}
