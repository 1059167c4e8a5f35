import type { JSX } from 'preact';
import type { ChannelName } from '../../schema/channels.js';
import { useApp, useText } from '../app-context.js';
import { useChannelLabels } from '../text/channel-labels.js';
import { SettingsLink } from './settings-link.js';
import { commonText } from '../text/common.js';

/** Why messages that wait cannot be sent by these channels: those that are not configured; nothing if all are. */
export function ChannelProblem({ channels }: { readonly channels: readonly ChannelName[] }): JSX.Element | null {
  const { healthPoller } = useApp();
  const t = useText(commonText);
  const labelsOf = useChannelLabels();
  const result = healthPoller.result.value;
  const configured = result?.ok === true ? result.value.outbox?.channels : undefined;
  if (configured === undefined) return null;
  const missing = channels.filter((channel) => !configured.some(({ name }) => name === channel));
  if (missing.length === 0) return null;
  const names = missing.map((channel) => labelsOf(channel).name).join(', ');
  return (
    <span class="small">
      {t('notConfigured', { channel: names })} <SettingsLink />
    </span>
  );
}
