import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { rulesText } from './rules.text.js';
import type { ChannelView } from './warnings.js';

/** What is the matter with the ways out that are set up; said once, since it concerns every rule. */
export function ChannelNotes({ channels }: { readonly channels: readonly ChannelView[] | undefined }): JSX.Element {
  const t = useText(rulesText);
  if (channels === undefined) return <p class="notice">{t('unknown')}</p>;
  return (
    <>
      {channels
        .filter(({ state }) => state === 'unavailable')
        .map(({ name, reason }) => (
          <p key={name} class="notice">
            {t('trouble', { channel: t(name), reason: reason ?? '' })}
          </p>
        ))}
    </>
  );
}
