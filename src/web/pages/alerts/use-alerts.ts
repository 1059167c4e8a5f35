import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DeviceAlertView } from '../../../schema/alert.js';
import type { Answer } from '../../api/client.js';
import type { Range, Records } from '../../api/range.js';
import { useLoading } from '../../loading.js';
import { useParts } from '../../parts.js';
import { isIn, merged } from './chosen.js';
import { readAlerts } from './read-alerts.js';

/** More rows than anybody reads would make old machines wait. */
const MOST_HEARD = 1_000;
/** The clock of the gateway is known to a second or so, and a tracker's may be ahead of it. */
const AHEAD_MS = 60_000;

export type AlertLog = { readonly answer: Answer<Records<DeviceAlertView>> | undefined; readonly again: () => void };

/** The alerts of a range, of one device or, where it is empty, of all; read once and then added to as they are told. */
export function useAlerts(deviceId: string, range: Range): AlertLog {
  const { api, feed, live, depotClock } = useParts();
  const heard = useSignal<readonly DeviceAlertView[]>([]);
  const { answer, again } = useLoading(() => {
    const to = range.goesOn === true ? depotClock.now() + AHEAD_MS : range.to;
    return readAlerts(api, { deviceId, range: { ...range, to } });
    // A device that comes into sight has a past of its own.
  }, [deviceId === '' ? live.ids.value : deviceId, range]);
  useEffect(
    () =>
      feed.on('alert', (told) => {
        heard.value = [...heard.value, { ...told.alert, deviceId: told.deviceId }].slice(-MOST_HEARD);
      }),
    [],
  );
  useEffect(() => feed.on('gap', again), []);
  const found = answer.value;
  if (found?.ok !== true) return { answer: found, again };
  const fresh = heard.value.filter((alert) => isIn(range, alert));
  // Those of a device that has gone out of sight go with it.
  const inSight = new Set(live.ids.value);
  const records = merged(found.value.records, fresh).filter((alert) => inSight.has(alert.deviceId));
  return { answer: { ok: true, value: { ...found.value, records } }, again };
}
