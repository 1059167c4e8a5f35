import { success, type Result } from '../../errors.js';
import type { Acknowledgement, Alert, AlertInput, AlertView, MessageCounts } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import type { Source } from '../../schema/devices/device.js';
import type { Entry, TrackerChange } from '../../schema/entry.js';
import { SEQUENCE_ALERTS } from '../../schema/records/alert-names.js';
import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '../../schema/channels.js';
import { isPrintable, printable } from '../../schema/printable-text.js';
import { readInstant } from '../clock/instant.js';
import { correctStamp, type Restamp } from '../clock/restamp.js';
import { apiAlertNames, nameAlert } from './alert-name.js';
import { driverIdOf, withDriver } from './driver.js';
import { recordErrors } from './messages.js';
import { isNoFix } from './unfit.js';

/** Converts a schema-valid alert to the stored form. `now` (ms since 1970) dates an alert without a time. */
export function readAlert(input: AlertInput, now: number): Result<Alert> {
  const { alertName, alerts, dateTime, latitude, longitude, text, driverId } = input;
  if (alertName !== undefined && alerts !== undefined) {
    return recordErrors.bothAlertNames('/alertName');
  }
  const at = dateTime === undefined ? success(new Date(now).toISOString()) : readInstant(dateTime);
  if (!at.ok) return at;
  const alert: Alert = {
    dateTime: at.value,
    alerts: alertName === undefined ? (alerts ?? []) : [alertName],
    ...(latitude !== undefined && { latitude }),
    ...(longitude !== undefined && { longitude }),
    ...(text !== undefined && { text }),
  };
  return success(nameAlert(withDriver(alert, driverIdOf(driverId))));
}

/** The alert at its own place, else at this one. Exactly 0,0 is no place. */
export function withPlace(alert: Alert, place: Pick<Location, 'latitude' | 'longitude'> | undefined): Alert {
  const { latitude, longitude, ...others } = alert;
  if (latitude !== undefined && longitude !== undefined && !isNoFix({ latitude, longitude })) return alert;
  return place === undefined ? others : { latitude: place.latitude, longitude: place.longitude, ...others };
}

/** The gateway's alert that stands for records that a tracker lost before it sent them here. */
export const isLossAlert = ({ kind, v }: TrackerChange): boolean =>
  kind === 'alert' && v.alert.alerts.includes(SEQUENCE_ALERTS.lost);

/** Trackers send any bytes as a name, and their alerts are stored all the same. */
export const withPrintableNames = (alert: Alert): Alert =>
  alert.alerts.every(isPrintable) ? alert : { ...alert, alerts: alert.alerts.map(printable) };

/** The alert, marked if one of its names is among those that need a person. */
export const markAttention = (alert: Alert, names: readonly string[]): Alert =>
  apiAlertNames(alert.alerts).some((name) => names.includes(name)) ? { ...alert, attention: true } : alert;

/** The alert with the alert rule that raised it, and the gateway that forwarded it. */
export function withSource(alert: Alert, { rule, gateway }: Source): Alert {
  if (rule === undefined && gateway === undefined) return alert;
  return { ...alert, ...(rule !== undefined && { rule }), ...(gateway !== undefined && { gateway }) };
}

export type AcknowledgedEntry = Extract<Entry, { kind: 'alert-acknowledged' }>;

/** With the right time, if that has become known. */
export function acknowledgementOf(entry: AcknowledgedEntry, restamps: readonly Restamp[]): Acknowledgement {
  const { by, note, at } = entry.v;
  return { by, at: at ?? correctStamp(entry, restamps).at, note };
}

/** The alert of an acknowledgement as the API returns it, as it was then. */
export const viewAcknowledged = (entry: AcknowledgedEntry, restamps: readonly Restamp[]): AlertView => {
  const { id, alert, sent } = entry.v;
  return viewAlert({ ...alert, id, sent, acknowledged: acknowledgementOf(entry, restamps) });
};

type AlertOutcome = {
  readonly id: string;
  /** the channels by which a notification is known to be sent */
  readonly sent?: readonly ChannelName[] | undefined;
  readonly messages?: MessageCounts | undefined;
  readonly acknowledged?: Acknowledgement | undefined;
};

/** An alert as the API returns it, under the API's names. */
export function viewAlert({ sent = [], messages, acknowledged, ...alert }: Alert & AlertOutcome): AlertView {
  const named = nameAlert(alert);
  const channels = CHANNEL_NAMES.filter((name) => sent.includes(name));
  const view = { ...named, alerts: [...named.alerts] } as AlertView;
  for (const name of CHANNEL_NAMES) view[name] = channels.includes(name);
  view.notifications = channels.map((name) => CHANNELS[name].notificationName);
  if (messages !== undefined) view.messages = messages;
  view.acknowledged = acknowledged ?? null;
  return view;
}
