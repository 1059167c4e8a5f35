import type { JSX } from 'preact';
import { CHANNEL_NAMES, type ChannelName } from '../../../schema/channels.js';
import type { AlertView } from '../../../schema/records/alert.js';
import { useText } from '../../app-context.js';
import { useChannelLabels } from '../../text/channel-labels.js';
import { alertsText } from './alerts.text.js';
import type { NotificationStatus } from './notification-status.js';

const BADGE_CLASSES: Readonly<Record<Exclude<NotificationStatus, 'notNotified'>, string>> = {
  notified: 'badge-live',
  queued: '',
  failed: 'badge-expired',
  unknown: 'badge-silent',
};

export type NotificationBadgeProps = {
  readonly alert: Pick<AlertView, ChannelName>;
  readonly status: NotificationStatus;
};

/** The notification status of an alert, and its channels. */
export function NotificationBadge({ alert, status }: NotificationBadgeProps): JSX.Element {
  const t = useText(alertsText);
  const labelsOf = useChannelLabels();
  if (status === 'notNotified') return <span class="muted">{t('notNotified')}</span>;
  const channels = CHANNEL_NAMES.filter((channel) => alert[channel]).map((channel) => labelsOf(channel).name);
  return (
    <span class="outcome">
      <span class={`badge ${BADGE_CLASSES[status]}`}>{t(status)}</span>
      <span class="muted small">{channels.join(', ')}</span>
    </span>
  );
}
