import type { JSX } from 'preact';
import type { SettingsTestResult } from '../../../schema/system/settings.js';
import { useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { settingsText } from './settings.text.js';

/** The result of a test message. */
export type Sent = SettingsTestResult & { readonly to: string };

/** Announces the result of a test message as it is. */
export function SentNote({ busy, sent }: { readonly busy: boolean; readonly sent: Sent | undefined }): JSX.Element {
  const t = useText(settingsText);
  const serverText = useServerText();
  const reason = serverText(sent?.reason ?? '');
  return (
    <div role="status">
      {busy ? <p class="muted">{t('sending')}</p> : null}
      {busy || sent === undefined ? null : (
        <div class={RESULT_STYLES[sent.result]}>
          <p>{t(sent.result, { to: sent.to })}</p>
          {reason === '' ? null : <p class="small breakable">{reason}</p>}
        </div>
      )}
    </div>
  );
}

const RESULT_STYLES: Readonly<Record<SettingsTestResult['result'], string>> = {
  sent: 'success',
  failed: 'failure',
  uncertain: 'notice',
};
