import type { ComponentChildren, JSX } from 'preact';
import { CHANNEL_NAMES, CHANNELS, type ChannelName } from '../../../schema/channels.js';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import type { WebhookView } from '../../../schema/messages/webhook.js';
import { QUIET_MINUTES } from '../../../schema/messages/quiet-minutes.js';
import { useText } from '../../app-context.js';
import { SettingsLink } from '../../components/settings-link.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { ChosenRecipients } from './chosen-recipients.js';
import { LinesField } from './lines-field.js';
import { ruleFormText } from './rule-form.text.js';
import type { ChannelView } from './warnings.js';
import type { FieldError } from './field-error.js';

export type RecipientFieldsProps = {
  readonly rule: NotificationRule | undefined;
  /** the configured channels; undefined: not known */
  readonly channels: readonly ChannelView[] | undefined;
  readonly webhooks: readonly WebhookView[];
  readonly fieldError: FieldError | undefined;
};

/** The recipients of a rule, and how long repeats are held back. */
export function RecipientFields({ rule, channels, webhooks, fieldError }: RecipientFieldsProps): JSX.Element {
  const t = useText(ruleFormText);
  const labelsOf = useChannelLabels();
  const warningOf = (channel: ChannelName): ComponentChildren =>
    channels?.some(({ name }) => name === channel) === false ? (
      <>
        {t('notSetUp')} <SettingsLink />
      </>
    ) : undefined;
  return (
    <fieldset>
      <legend>{t('recipients')}</legend>
      <div class="fields">
        {CHANNEL_NAMES.map((channel) => {
          const name = CHANNELS[channel].recipientsField;
          const { recipients, recipientsHint } = labelsOf(channel);
          if (CHANNELS[channel].recipientsFrom === 'administrators') {
            return (
              <ChosenRecipients
                key={channel}
                name={name}
                label={capitalize(recipients)}
                choices={webhooks}
                chosen={rule?.[name] ?? []}
              />
            );
          }
          return (
            <LinesField
              key={channel}
              name={name}
              label={t('onePerLine', { values: capitalize(recipients) })}
              values={rule?.[name] ?? []}
              hint={recipientsHint === '' ? undefined : recipientsHint}
              warning={warningOf(channel)}
              fieldError={fieldError?.field === name ? fieldError : undefined}
            />
          );
        })}
      </div>
      <label>
        {t('quiet')}
        <input
          type="number"
          name="quietMinutes"
          required
          min={QUIET_MINUTES.min}
          max={QUIET_MINUTES.max}
          step={1}
          aria-describedby="quiet-hint"
          defaultValue={String(rule?.quietMinutes ?? QUIET_MINUTES.default)}
        />
      </label>
      <p class="small muted" id="quiet-hint">
        {t('quietHint')}
      </p>
    </fieldset>
  );
}
