import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { DeviceAlertView } from '../../schema/records/alert.js';
import type { Api, ApiFailure } from '../api/client.js';
import type { FeedClient } from '../api/feed-client.js';
import type { BrowserClock } from '../clock/browser-clock.js';

/** The unacknowledged alerts that need a person, of all visible devices. */
export type AttentionStore = {
  /** newest arrival first */
  readonly alerts: ReadonlySignal<readonly DeviceAlertView[]>;
  /** more than the alerts read */
  readonly hasMore: ReadonlySignal<boolean>;
  readonly deviceIds: ReadonlySignal<ReadonlySet<string>>;
  /** Follows the gateway until the function that it returns is called. */
  readonly start: () => () => void;
  /** Acknowledges the alerts, one after the other; returns the first failure. */
  readonly acknowledge: (ids: readonly string[], note: string) => Promise<ApiFailure | undefined>;
  /** Calls the listener for each alert that is raised from now on; returns the function that ends it. */
  readonly onRaised: (listener: () => void) => () => void;
};

export type AttentionStoreOptions = {
  readonly api: Pick<Api, 'get' | 'send'>;
  readonly feed: Pick<FeedClient, 'on'>;
  readonly clock: Pick<BrowserClock, 'after'>;
};

/** The banner shows the newest; the page of alerts has the others. */
const MAX_READ = 100;
const LIST = `/api/alerts?attention=true&acknowledged=false&limit=${MAX_READ}`;
const RETRY_MS = 5_000;
const FEED_START_MS = 2_000;
/** Changed devices come in bursts, and a device that becomes visible may have alerts. */
const COALESCE_MS = 1_000;

type AlertPage = { readonly alerts: readonly DeviceAlertView[]; readonly next?: string };

export function createAttentionStore({ api, feed, clock }: AttentionStoreOptions): AttentionStore {
  const alerts = signal<readonly DeviceAlertView[]>([]);
  const hasMore = signal(false);
  const listeners = new Set<() => void>();
  /** what happened since the last read began, by alert id: a response may be older */
  let changed = new Map<string, DeviceAlertView>();
  let latestRead = 0;
  let cancelRead: (() => void) | undefined;

  function show(all: Iterable<DeviceAlertView>): void {
    const open = [...all].filter(({ acknowledged }) => acknowledged === null);
    alerts.value = open.sort((a, b) => Number(b.id) - Number(a.id)).slice(0, MAX_READ);
  }

  async function read(): Promise<void> {
    const ownRead = ++latestRead;
    cancelRead?.();
    cancelRead = undefined;
    changed = new Map();
    const result = await api.get<AlertPage>(LIST);
    if (ownRead !== latestRead) return;
    if (!result.ok) {
      scheduleRead(RETRY_MS);
      return;
    }
    hasMore.value = result.value.next !== undefined;
    show(new Map([...result.value.alerts.map((alert) => [alert.id, alert] as const), ...changed]).values());
  }

  function scheduleRead(ms: number): void {
    cancelRead ??= clock.after(ms, () => void read());
  }

  function onAlert(alert: DeviceAlertView): void {
    if (alert.attention !== true && alert.acknowledged === null) return;
    const isKnown = alerts.value.some(({ id }) => id === alert.id);
    if (alert.acknowledged !== null && !isKnown && hasMore.value) scheduleRead(COALESCE_MS);
    changed.set(alert.id, alert);
    if (alert.acknowledged !== null && !isKnown) return;
    show([...alerts.value.filter(({ id }) => id !== alert.id), alert]);
    if (isKnown || alert.acknowledged !== null) return;
    for (const listener of listeners) listener();
  }

  return {
    alerts,
    hasMore,
    deviceIds: computed(() => new Set(alerts.value.map(({ deviceId }) => deviceId))),
    start() {
      // The feed starts with a gap event; if it does not, they are read anyway.
      scheduleRead(FEED_START_MS);
      const stops = [
        feed.on('alert', ({ deviceId, alert }) => {
          onAlert({ ...alert, deviceId });
        }),
        feed.on('gap', () => void read()),
        feed.on('day', () => void read()),
        feed.on('device', () => {
          scheduleRead(COALESCE_MS);
        }),
      ];
      return () => {
        latestRead += 1;
        cancelRead?.();
        cancelRead = undefined;
        for (const stop of stops) stop();
        alerts.value = [];
        hasMore.value = false;
      };
    },
    async acknowledge(ids, note) {
      for (const id of ids) {
        const path = `/api/alerts/${encodeURIComponent(id)}/acknowledge`;
        const result = await api.send<{ alert: DeviceAlertView }>('POST', path, { note });
        if (!result.ok) return result;
        onAlert(result.value.alert);
      }
      return undefined;
    },
    onRaised(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
