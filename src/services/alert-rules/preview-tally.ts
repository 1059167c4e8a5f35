import type { ReplayedAlert } from '../../domain/alert-rules/replay.js';
import { MAX_PREVIEW_ALERTS, type PreviewedAlert } from '../../schema/alert-rules/rule-preview.js';

/** The alerts of one device: how many, and the last ones. */
export type DeviceTally = { readonly add: (alert: ReplayedAlert) => void; readonly found: DeviceAlerts };

type DeviceAlerts = { count: number; readonly last: ReplayedAlert[] };

export function createDeviceTally(): DeviceTally {
  const found: DeviceAlerts = { count: 0, last: [] };
  return {
    found,
    add(alert) {
      found.count += 1;
      found.last.push(alert);
      if (found.last.length > MAX_PREVIEW_ALERTS) found.last.shift();
    },
  };
}

/** The alerts of all devices: how many, and the newest. */
export type Tally = {
  readonly add: (deviceId: string, found: Readonly<DeviceAlerts>) => void;
  readonly alerts: () => number;
  readonly devices: () => number;
  /** the newest first */
  readonly newest: () => PreviewedAlert[];
};

export function createTally(): Tally {
  let alerts = 0;
  let devices = 0;
  let newest: PreviewedAlert[] = [];
  return {
    add(deviceId, { count, last }) {
      alerts += count;
      devices += 1;
      if (count === 0) return;
      newest = [...newest, ...last.map((alert) => viewOf(deviceId, alert))]
        .sort((a, b) => (a.dateTime < b.dateTime ? 1 : -1))
        .slice(0, MAX_PREVIEW_ALERTS);
    },
    alerts: () => alerts,
    devices: () => devices,
    newest: () => newest,
  };
}

const viewOf = (deviceId: string, { at, name, text }: ReplayedAlert): PreviewedAlert => ({
  deviceId,
  dateTime: new Date(at).toISOString(),
  alerts: [name],
  text,
});
