import type { DeviceAlertView } from '../../schema/records/alert.js';

/** Alerts of one device with the same names: a tracker repeats its alert while the button is held. */
export type AlertGroup = {
  readonly newest: DeviceAlertView;
  /** all of them, newest first */
  readonly ids: readonly string[];
};

/** `alerts`: newest first; so are the groups. */
export function groupAlerts(alerts: readonly DeviceAlertView[]): AlertGroup[] {
  const groups = new Map<string, { readonly newest: DeviceAlertView; readonly ids: string[] }>();
  for (const alert of alerts) {
    const key = JSON.stringify([alert.deviceId, alert.alerts]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { newest: alert, ids: [alert.id] });
    else group.ids.push(alert.id);
  }
  return [...groups.values()];
}
