import type { JSX } from 'preact';
import type { WebhookView } from '../../../schema/messages/webhook.js';
import { useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { useServerText } from '../../components/server-text.js';
import { webhooksText } from './webhooks.text.js';

export type WebhookItemProps = {
  readonly webhook: WebhookView;
  /** a test is under way */
  readonly isBusy: boolean;
  readonly onTest: () => void;
  readonly onChange: () => void;
  readonly onRemove: () => void;
};

/** One webhook: where it leads, whether it is ready, and what can be done with it. */
export function WebhookItem({ webhook, isBusy, onTest, onChange, onRemove }: WebhookItemProps): JSX.Element {
  const t = useText(webhooksText);
  const serverText = useServerText();
  const { name, url = '', source, enabled, reason = null } = webhook;
  const isFixed = source === 'configuration';
  return (
    <>
      <div>
        <strong>{name}</strong> <StateBadge webhook={webhook} />
        <p class="small breakable">{url}</p>
        {enabled && reason !== null ? <p class="small note-warn breakable">{serverText(reason)}</p> : null}
        {isFixed ? <p class="small muted">{t('fixed')}</p> : null}
      </div>
      <div class="actions">
        <button type="button" disabled={isBusy} aria-label={t('testNamed', { name })} onClick={onTest}>
          {t('test')}
        </button>
        {isFixed ? null : (
          <>
            <button type="button" aria-label={t('changeNamed', { name })} onClick={onChange}>
              {t('change')}
            </button>
            <ConfirmButton
              label={t('remove')}
              name={t('removeNamed', { name })}
              question={t('confirmRemove')}
              onConfirm={onRemove}
            />
          </>
        )}
      </div>
    </>
  );
}

function StateBadge({ webhook: { enabled, state } }: Pick<WebhookItemProps, 'webhook'>): JSX.Element {
  const t = useText(webhooksText);
  if (!enabled) return <span class="badge badge-silent">{t('off')}</span>;
  if (state === 'unavailable') return <span class="badge badge-stale">{t('unavailable')}</span>;
  return <span class="badge badge-live">{t('ready')}</span>;
}
