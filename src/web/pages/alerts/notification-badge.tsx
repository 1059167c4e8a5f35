import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { ChannelProblem } from '../../components/channel-problem.js';
import { Reason } from '../../components/reason.js';
import { useChannelLabels } from '../../text/channel-labels.js';
import { alertsText } from './alerts.text.js';
import type { NotificationStatus, NotificationSummary } from './notification-status.js';

const BADGE_CLASSES: Readonly<Record<Exclude<NotificationStatus, 'notNotified'>, string>> = {
  notified: 'badge-live',
  queued: '',
  failed: 'badge-expired',
  unknown: 'badge-silent',
};

/** Enough to see why; the page of messages has all. */
const MAX_REASONS = 3;

/** The notification status of an alert, its channels, and why it is not more. */
export function NotificationBadge({ status, channels, reasons = [] }: NotificationSummary): JSX.Element {
  const t = useText(alertsText);
  const labelsOf = useChannelLabels();
  if (status === 'notNotified') return <span class="muted">{t('notNotified')}</span>;
  return (
    <span class="outcome">
      <span class={`badge ${BADGE_CLASSES[status]}`}>{t(status)}</span>
      <span class="muted small">{channels.map((channel) => labelsOf(channel).name).join(', ')}</span>
      {status === 'queued' && reasons.length === 0 ? <ChannelProblem channels={channels} /> : null}
      {status === 'notified'
        ? null
        : reasons.slice(0, MAX_REASONS).map((reason) => (
            <span key={reason} class="small breakable">
              <Reason reason={reason} />
            </span>
          ))}
    </span>
  );
}
