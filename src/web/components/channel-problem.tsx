import type { JSX } from 'preact';
import type { ChannelName } from '../../schema/channels.js';
import { useApp, useText } from '../app-context.js';
import { useChannelLabels } from '../text/channel-labels.js';
import { useServerText } from './server-text.js';
import { SettingsLink } from './settings-link.js';
import { commonText } from '../text/common.js';

/** Why messages that wait cannot be sent by these channels: not configured, or unavailable; nothing if all can send. */
export function ChannelProblem({ channels }: { readonly channels: readonly ChannelName[] }): JSX.Element | null {
  const { healthPoller } = useApp();
  const t = useText(commonText);
  const labelsOf = useChannelLabels();
  const serverText = useServerText();
  const result = healthPoller.result.value;
  const configured = result?.ok === true ? result.value.outbox?.channels : undefined;
  if (configured === undefined) return null;
  const missing = channels.filter((channel) => !configured.some(({ name }) => name === channel));
  const names = missing.map((channel) => labelsOf(channel).name).join(', ');
  const reasons = configured
    .filter(({ name, state }) => channels.includes(name) && state === 'unavailable')
    .flatMap(({ reason }) => reason ?? []);
  return (
    <>
      {missing.length === 0 ? null : (
        <span class="small">
          {t('notConfigured', { channel: names })} <SettingsLink />
        </span>
      )}
      {reasons.map((reason) => (
        <span key={reason} class="small breakable">
          {serverText(reason)}
        </span>
      ))}
    </>
  );
}
