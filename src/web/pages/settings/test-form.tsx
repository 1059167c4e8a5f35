import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { SettingsTestResult } from '../../../schema/system/settings.js';
import { CHANNELS, type ChannelName } from '../../../schema/channels.js';
import type { ApiResult } from '../../api/client.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { SentNote, type Sent } from './sent-note.js';
import { SETTINGS_PATH } from './save-section.js';
import { settingsText } from './settings.text.js';

export type TestFormProps = {
  readonly channel: ChannelName;
  /** the form has changes that are not saved */
  readonly isChanged: boolean;
};

/** Sends a test message with the saved settings, and shows the result as it is. */
export function TestForm({ channel, isChanged }: TestFormProps): JSX.Element {
  const { api, session } = useApp();
  const t = useText(settingsText);
  const state = session.state.value;
  const hint = useId();
  const own = state.is === 'in' && channel === 'email' ? state.user.email : '';
  const to = useSignal(own);
  const sent = useSignal<Sent | undefined>(undefined);
  const { busy, failure, onSubmit } = useSubmit(async () => {
    sent.value = undefined;
    const recipient = CHANNELS[channel].address.clean(to.value.trim());
    const body = { channel, to: recipient };
    const result: ApiResult<SettingsTestResult> = await api.send('POST', `${SETTINGS_PATH}/test`, body);
    if (!result.ok) return result;
    sent.value = { ...result.value, to: recipient };
    return undefined;
  });
  return (
    <form
      class="settings-test card-stack"
      aria-label={t(channel === 'email' ? 'testMail' : 'testSms')}
      onSubmit={onSubmit}
    >
      <div class="actions">
        <label class="grow">
          {t(channel === 'email' ? 'testAddress' : 'testNumber')}
          <input
            name="to"
            inputMode={channel === 'email' ? 'email' : 'tel'}
            required
            maxLength={254}
            autocomplete="off"
            value={to.value}
            onInput={({ currentTarget }) => {
              to.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit" disabled={busy.value || isChanged} aria-describedby={isChanged ? hint : undefined}>
          {t(channel === 'email' ? 'testMail' : 'testSms')}
        </button>
      </div>
      {isChanged ? (
        <p id={hint} class="small muted">
          {t('saveFirst')}
        </p>
      ) : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <SentNote busy={busy.value} sent={sent.value} />
    </form>
  );
}
