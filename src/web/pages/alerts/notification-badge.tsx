import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { ChannelProblem } from '../../components/channel-problem.js';
import { useChannelLabels } from '../../text/channel-labels.js';
import { alertsText } from './alerts.text.js';
import type { NotificationStatus, NotificationSummary } from './notification-status.js';

const BADGE_CLASSES: Readonly<Record<Exclude<NotificationStatus, 'notNotified'>, string>> = {
  notified: 'badge-live',
  queued: '',
  failed: 'badge-expired',
  unknown: 'badge-silent',
};

/** The notification status of an alert, and its channels. */
export function NotificationBadge({ status, channels }: NotificationSummary): JSX.Element {
  const t = useText(alertsText);
  const labelsOf = useChannelLabels();
  if (status === 'notNotified') return <span class="muted">{t('notNotified')}</span>;
  return (
    <span class="outcome">
      <span class={`badge ${BADGE_CLASSES[status]}`}>{t(status)}</span>
      <span class="muted small">{channels.map((channel) => labelsOf(channel).name).join(', ')}</span>
      {status === 'queued' ? <ChannelProblem channels={channels} /> : null}
    </span>
  );
}
