import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { SettingsLink } from '../../components/settings-link.js';
import { useServerText } from '../../components/server-text.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { rulesText } from './rules.text.js';
import type { ChannelView } from './warnings.js';

/** Problems of the configured channels; shown once, because they concern every rule. */
export function ChannelNotes({ channels }: { readonly channels: readonly ChannelView[] | undefined }): JSX.Element {
  const t = useText(rulesText);
  const labelsOf = useChannelLabels();
  const serverText = useServerText();
  if (channels === undefined) return <p class="notice">{t('unknown')}</p>;
  return (
    <>
      {channels
        .filter(({ state }) => state === 'unavailable')
        .map(({ name, reason }) => (
          <p key={name} class="notice">
            {t('problem', { channel: capitalize(labelsOf(name).name), reason: serverText(reason ?? '') })}{' '}
            <SettingsLink />
          </p>
        ))}
    </>
  );
}
