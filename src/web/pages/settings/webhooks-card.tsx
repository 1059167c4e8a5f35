import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { WebhookView } from '../../../schema/messages/webhook.js';
import type { SettingsTestResult } from '../../../schema/system/settings.js';
import type { ApiFailure } from '../../api/client.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { Card } from '../../components/card.js';
import { FailureNote } from '../../components/failure-note.js';
import { LoadNote } from '../../components/load-note.js';
import { SentNote, type Sent } from './sent-note.js';
import { WebhookForm } from './webhook-form.js';
import { WebhookItem } from './webhook-item.js';
import { webhooksText } from './webhooks.text.js';

const WEBHOOKS_PATH = '/api/webhooks';

/** `name`: of the webhook that the form changes; undefined: it adds one */
type OpenForm = { readonly name: string | undefined };

/** The webhooks: each with its state, a test and its form. */
export function WebhooksCard(): JSX.Element {
  const { api } = useApp();
  const t = useText(webhooksText);
  const { result, reload } = useFetch(() => api.get<{ webhooks: WebhookView[] }>(WEBHOOKS_PATH), []);
  const open = useSignal<OpenForm | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const read = result.value;
  return (
    <Card title={t('title')}>
      <p class="small muted">{t('lead')}</p>
      {read?.ok === true ? (
        <WebhookList webhooks={read.value.webhooks} open={open} failure={failure} onChanged={reload} />
      ) : (
        <LoadNote result={read} onRetry={reload} />
      )}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
    </Card>
  );
}

type WebhookListProps = {
  readonly webhooks: readonly WebhookView[];
  readonly open: Signal<OpenForm | undefined>;
  readonly failure: Signal<ApiFailure | undefined>;
  readonly onChanged: () => void;
};

function WebhookList({ webhooks, open, failure, onChanged }: WebhookListProps): JSX.Element {
  const { api } = useApp();
  const t = useText(webhooksText);
  const testing = useSignal(false);
  const sent = useSignal<Sent | undefined>(undefined);
  const pathOf = (name: string): string => `${WEBHOOKS_PATH}/${encodeURIComponent(name)}`;

  async function test(name: string): Promise<void> {
    testing.value = true;
    sent.value = undefined;
    const result = await api.send<SettingsTestResult>('POST', `${pathOf(name)}/test`);
    testing.value = false;
    failure.value = result.ok ? undefined : result;
    if (result.ok) sent.value = { ...result.value, to: name };
    onChanged();
  }
  async function remove(name: string): Promise<void> {
    const result = await api.send('DELETE', pathOf(name));
    failure.value = result.ok ? undefined : result;
    onChanged();
  }
  const close = (): void => {
    open.value = undefined;
  };
  const saved = (): void => {
    close();
    sent.value = undefined;
    failure.value = undefined;
    onChanged();
  };
  const form = open.value;
  return (
    <>
      {webhooks.length === 0 ? <p class="muted">{t('none')}</p> : null}
      <ul class="webhooks">
        {webhooks.map((webhook) => (
          <li key={webhook.name} class="card-stack">
            <WebhookItem
              webhook={webhook}
              isBusy={testing.value}
              onTest={() => void test(webhook.name)}
              onChange={() => {
                open.value = { name: webhook.name };
              }}
              onRemove={() => void remove(webhook.name)}
            />
            {form?.name === webhook.name ? <WebhookForm webhook={webhook} onSaved={saved} onClose={close} /> : null}
          </li>
        ))}
      </ul>
      <SentNote busy={testing.value} sent={sent.value} />
      {form !== undefined && form.name === undefined ? (
        <WebhookForm onSaved={saved} onClose={close} />
      ) : (
        <div class="actions">
          <button
            type="button"
            onClick={() => {
              open.value = { name: undefined };
            }}
          >
            {t('add')}
          </button>
        </div>
      )}
    </>
  );
}
