import { failure, success, type Result } from '../../errors.js';
import type { Alert, AlertInput, AlertView, MessageCounts } from '../../schema/records/alert.js';
import type { TrackerChange } from '../../schema/entry.js';
import { SEQUENCE_ALERTS } from '../../schema/records/alert-names.js';
import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '../../schema/channels.js';
import { readInstant } from '../clock/instant.js';
import { nameAlert } from './alert-name.js';

/** Converts a schema-valid alert to the stored form. `now` (ms since 1970) dates an alert without a time. */
export function readAlert(input: AlertInput, now: number): Result<Alert> {
  const { alertName, alerts, dateTime, latitude, longitude, text } = input;
  if (alertName !== undefined && alerts !== undefined) {
    return failure('validation_failed', '/alertName and /alerts are the same field: send only one');
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
  return success(nameAlert(alert));
}

/** The gateway's alert that stands for records that a tracker lost before it sent them here. */
export const isLossAlert = ({ kind, v }: TrackerChange): boolean =>
  kind === 'alert' && v.alert.alerts.includes(SEQUENCE_ALERTS.lost);

type AlertOutcome = {
  readonly id: string;
  /** the channels by which a notification is known to be sent */
  readonly sent?: readonly ChannelName[] | undefined;
  readonly messages?: MessageCounts | undefined;
};

/** An alert as the API returns it, under the API's names. */
export function viewAlert({ sent = [], messages, ...alert }: Alert & AlertOutcome): AlertView {
  const named = nameAlert(alert);
  const channels = CHANNEL_NAMES.filter((name) => sent.includes(name));
  const view = { ...named, alerts: [...named.alerts] } as AlertView;
  for (const name of CHANNEL_NAMES) view[name] = channels.includes(name);
  view.notifications = channels.map((name) => CHANNELS[name].notificationName);
  if (messages !== undefined) view.messages = messages;
  return view;
}
