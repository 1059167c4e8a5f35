import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { WebhookView } from '../../../schema/messages/webhook.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { readText } from '../../format/form-text.js';
import { commonText } from '../../text/common.js';
import { webhooksText } from './webhooks.text.js';

export type WebhookFormProps = {
  /** absent: a new one */
  readonly webhook?: WebhookView;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};

/** The form of a webhook; the secret is written, never read. */
export function WebhookForm({ webhook, onSaved, onClose }: WebhookFormProps): JSX.Element {
  const { api } = useApp();
  const t = useText(webhooksText);
  const tCommon = useText(commonText);
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const data = new FormData(form);
    const name = webhook?.name ?? readText(data, 'name');
    const secret = readText(data, 'secret');
    const body = { url: readText(data, 'url'), enabled: data.has('enabled'), ...(secret !== '' && { secret }) };
    const result = await api.send('PUT', `/api/webhooks/${encodeURIComponent(name)}`, body);
    if (!result.ok) return result;
    onSaved();
    return undefined;
  });
  const title = webhook === undefined ? t('addLong') : t('changeNamed', { name: webhook.name });
  return (
    <form class="card-stack" aria-label={title} onSubmit={onSubmit}>
      {webhook === undefined ? (
        <Field name="name" label={t('name')} hint={t('nameHint')} maxLength={32} pattern="[A-Za-z0-9][A-Za-z0-9_\-]*" />
      ) : null}
      <Field name="url" label={t('url')} hint={t('urlHint')} maxLength={1_024} inputMode="url" value={webhook?.url} />
      <Field
        name="secret"
        type="password"
        label={t('secret')}
        hint={t(webhook === undefined ? 'secretHint' : 'secretKept')}
        minLength={16}
        maxLength={256}
        isOptional={webhook !== undefined}
      />
      <label class="inline">
        <input type="checkbox" name="enabled" defaultChecked={webhook?.enabled ?? true} />
        {t('enabled')}
      </label>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <button type="submit" class="primary" disabled={busy.value}>
          {tCommon('save')}
        </button>
        <button type="button" onClick={onClose}>
          {tCommon('cancel')}
        </button>
      </div>
    </form>
  );
}

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly type?: 'password';
  readonly inputMode?: 'url';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength: number;
  readonly value?: string | undefined;
  readonly isOptional?: boolean;
};

function Field({ label, hint, value = '', isOptional = false, ...input }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="setting">
      <label>
        {label}
        <input
          {...input}
          required={!isOptional}
          autocomplete={input.type === 'password' ? 'new-password' : 'off'}
          spellcheck={false}
          aria-describedby={id}
          defaultValue={value}
        />
      </label>
      <p class="small muted" id={id}>
        {hint}
      </p>
    </div>
  );
}
