import { failure, success, type Result } from '../../errors.js';
import type { Alert, AlertInput, AlertView } from '../../schema/records/alert.js';
import { CHANNEL_NAMES, type ChannelName } from '../../schema/channels.js';
import { readInstant } from '../clock/instant.js';

/** Converts a schema-valid alert to the stored form. `now` (ms since 1970) dates an alert without a time. */
export function readAlert(input: AlertInput, now: number): Result<Alert> {
  const { alertName, alerts, dateTime, latitude, longitude, text } = input;
  if (alertName !== undefined && alerts !== undefined) {
    return failure('validation_failed', '/alertName and /alerts are the same field: send only one');
  }
  const at = dateTime === undefined ? success(new Date(now).toISOString()) : readInstant(dateTime);
  if (!at.ok) return at;
  return success({
    dateTime: at.value,
    alerts: alertName === undefined ? (alerts ?? []) : [alertName],
    ...(latitude !== undefined && { latitude }),
    ...(longitude !== undefined && { longitude }),
    ...(text !== undefined && { text }),
  });
}

type AlertIdentity = { readonly id: string; readonly notified?: readonly ChannelName[] | undefined };

/** An alert as the API returns it. */
export function viewAlert({ alerts, notified = [], ...alert }: Alert & AlertIdentity): AlertView {
  const view = { ...alert, alerts: [...alerts] } as AlertView;
  for (const channel of CHANNEL_NAMES) view[channel] = notified.includes(channel);
  return view;
}
