import type { JSX } from 'preact';
import type { AlertView } from '../../../schema/records/alert.js';
import { useText } from '../../app-context.js';
import { alertsText } from './alerts.text.js';
import type { NotificationStatus } from './notification-status.js';

const BADGE_CLASSES: Readonly<Record<Exclude<NotificationStatus, 'notNotified'>, string>> = {
  notified: 'badge-live',
  queued: '',
  failed: 'badge-expired',
  unknown: 'badge-silent',
};

export type NotificationBadgeProps = {
  readonly alert: Pick<AlertView, 'email' | 'sms'>;
  readonly status: NotificationStatus;
};

/** The notification status of an alert, and its channels. */
export function NotificationBadge({ alert: { email, sms }, status }: NotificationBadgeProps): JSX.Element {
  const t = useText(alertsText);
  if (status === 'notNotified') return <span class="muted">{t('notNotified')}</span>;
  const channels = [...(email ? [t('email')] : []), ...(sms ? [t('sms')] : [])];
  return (
    <span class="outcome">
      <span class={`badge ${BADGE_CLASSES[status]}`}>{t(status)}</span>
      <span class="muted small">{channels.join(', ')}</span>
    </span>
  );
}
