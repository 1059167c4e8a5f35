import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DeviceAlertView } from '../../../schema/records/alert.js';
import type { ApiResult } from '../../api/client.js';
import type { TimeRange, RangeRecords } from '../../api/time-range.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp } from '../../app-context.js';
import { isInRange, isUnacknowledged, mergeAlerts } from './alert-filter.js';
import { readAlerts, readUnacknowledged } from './read-alerts.js';

/** Bounds the rows to draw: more would be slow on old machines. */
const MAX_RECEIVED = 1_000;
/** The page knows the gateway's clock to about a second, and a tracker's clock may be ahead of it. */
export const CLOCK_TOLERANCE_MS = 60_000;

export type AlertLog = {
  readonly result: ApiResult<RangeRecords<DeviceAlertView>> | undefined;
  readonly reload: () => void;
};

/** Reads the alerts of a range once and adds those the feed reports; an empty `deviceId` means all devices. */
export function useAlerts(deviceId: string, range: TimeRange): AlertLog {
  const { api, live, gatewayClock } = useApp();
  const read = (): Promise<ApiResult<RangeRecords<DeviceAlertView>>> => {
    const to = range.isOpenEnded === true ? gatewayClock.now() + CLOCK_TOLERANCE_MS : range.to;
    return readAlerts(api, { deviceId, range: { ...range, to } });
  };
  // Alerts of a device that becomes visible have to be read as well.
  return useAlertLog(read, [deviceId === '' ? live.ids.value : deviceId, range], (alert) => isInRange(range, alert));
}

/** The alerts that the banner counts. */
export function useUnacknowledgedAlerts(): AlertLog {
  const { api, live } = useApp();
  return useAlertLog(() => readUnacknowledged(api), [live.ids.value], isUnacknowledged);
}

function useAlertLog(
  read: () => Promise<ApiResult<RangeRecords<DeviceAlertView>>>,
  dependencies: readonly unknown[],
  isListed: (alert: DeviceAlertView) => boolean,
): AlertLog {
  const { feed, live } = useApp();
  const received = useSignal<readonly DeviceAlertView[]>([]);
  const { result, reload } = useFetch(read, dependencies);
  useEffect(
    () =>
      feed.on('alert', (event) => {
        received.value = [...received.value, { ...event.alert, deviceId: event.deviceId }].slice(-MAX_RECEIVED);
      }),
    [],
  );
  useEffect(() => feed.on('gap', reload), []);
  // The gateway stops to count old ones then.
  useEffect(() => feed.on('day', reload), []);
  const found = result.value;
  if (found?.ok !== true) return { result: found, reload };
  // Alerts of a device that is not visible any more are dropped.
  const visible = new Set(live.ids.value);
  const merged = mergeAlerts(found.value.records, received.value);
  const records = merged.filter((alert) => isListed(alert) && visible.has(alert.deviceId));
  return { result: { ok: true, value: { ...found.value, records } }, reload };
}
