import type { JSX } from 'preact';
import type { ChannelName } from '../../../schema/messages/message.js';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import { useText } from '../../app-context.js';
import { LinesField } from './lines-field.js';
import { ruleFormText } from './rule-form.text.js';
import type { ChannelView } from './warnings.js';
import type { FieldError } from './field-error.js';

export type RecipientFieldsProps = {
  readonly rule: NotificationRule | undefined;
  /** the configured channels; undefined: not known */
  readonly channels: readonly ChannelView[] | undefined;
  readonly fieldError: FieldError | undefined;
};

const MIN_MINUTES = 2;
const MAX_MINUTES = 1440;
const DEFAULT_MINUTES = 15;

/** The recipients of a rule, and how long repeats are held back. */
export function RecipientFields({ rule, channels, fieldError }: RecipientFieldsProps): JSX.Element {
  const t = useText(ruleFormText);
  const warningOf = (channel: ChannelName): string | undefined =>
    channels?.some(({ name }) => name === channel) === false ? t('notSetUp') : undefined;
  return (
    <fieldset>
      <legend>{t('recipients')}</legend>
      <div class="fields">
        <LinesField
          name="emails"
          label={t('emails')}
          values={rule?.emails ?? []}
          warning={warningOf('email')}
          invalidValue={fieldError?.field === 'emails' ? fieldError.value : undefined}
        />
        <LinesField
          name="phones"
          label={t('phones')}
          values={rule?.phones ?? []}
          hint={t('phonesHint')}
          warning={warningOf('sms')}
          invalidValue={fieldError?.field === 'phones' ? fieldError.value : undefined}
        />
      </div>
      <label>
        {t('quiet')}
        <input
          type="number"
          name="quietMinutes"
          required
          min={MIN_MINUTES}
          max={MAX_MINUTES}
          step={1}
          aria-describedby="quiet-hint"
          defaultValue={String(rule?.quietMinutes ?? DEFAULT_MINUTES)}
        />
      </label>
      <p class="small muted" id="quiet-hint">
        {t('quietHint')}
      </p>
    </fieldset>
  );
}
