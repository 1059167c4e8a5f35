import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { attentionText } from './attention.text.js';

/** Whether this browser plays a tone for alerts; switching it on plays it once. */
export function SoundSwitch(): JSX.Element {
  const { tone } = useApp();
  const t = useText(attentionText);
  return (
    <label class="inline sound-switch">
      <input
        type="checkbox"
        checked={tone.wanted.value === 'on'}
        onChange={({ currentTarget }) => {
          tone.choose(currentTarget.checked ? 'on' : 'off');
        }}
      />
      {t('sound')}
      {tone.isBlocked.value ? <span class="small">{t('soundBlocked')}</span> : null}
    </label>
  );
}
