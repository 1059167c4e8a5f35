import { useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { capitalize } from '../../text/channel-labels.js';
import type { SettingError } from './setting-error.js';
import type { SettingRow } from './setting-row.js';
import { settingsText } from './settings.text.js';

/** Why the gateway rejects the value of a setting, in the viewer's language. */
export function useReason({ kind }: SettingRow): (error: SettingError) => string {
  const t = useText(settingsText);
  const serverText = useServerText();
  return ({ reason, value }) => {
    if (kind === 'secret' && reason.startsWith('is missing')) return t('secretAgain');
    const rule = /^must be (.*)$/s.exec(reason)?.[1];
    if (rule !== undefined) return t('expected', { rule: serverText(rule) });
    if (reason.startsWith('must ')) return value === undefined ? t('invalid') : t('invalidValue', { value });
    return `${capitalize(serverText(reason))}.`;
  };
}
