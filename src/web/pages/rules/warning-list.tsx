import type { JSX } from 'preact';
import type { ChannelName } from '../../../schema/channels.js';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import { SettingsLink } from '../../components/settings-link.js';
import { useDeviceName } from '../../live/device-name.js';
import { useApp, useText } from '../../app-context.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { rulesText } from './rules.text.js';
import { summarize } from './summarize.js';
import type { RuleContext } from './rules-data.js';
import { findWarnings, type RuleWarning } from './warnings.js';

export type WarningListProps = {
  readonly rule: NotificationRule;
  readonly context: RuleContext;
  /** the form itself shows which channels are not configured */
  readonly hidesChannelWarnings?: boolean;
};

/** Lists what keeps a rule from notifying; empty if nothing does. */
export function WarningList({ rule, context, hidesChannelWarnings = false }: WarningListProps): JSX.Element | null {
  const { live, preferences } = useApp();
  const deviceName = useDeviceName();
  const t = useText(rulesText);
  const labelsOf = useChannelLabels();
  const channelName = (channel: ChannelName): string => capitalize(labelsOf(channel).name);
  const devices = live.ids.value.flatMap((id) => live.get(id)?.value.device ?? []);
  const { groups, channels } = context;
  const all = channels === undefined ? [] : findWarnings(rule, { channels, groups, devices });
  const warnings = all.filter((warning) => !(hidesChannelWarnings && warning.kind === 'channel'));
  if (warnings.length === 0) return null;

  const list = (all: readonly string[]): string => summarize(all, preferences.language.value);
  function text(warning: RuleWarning): string {
    switch (warning.kind) {
      case 'channel':
        return t('notSetUp', { channel: channelName(warning.channel), recipients: list(warning.to) });
      case 'limit':
        return t('limitZero', {
          channel: channelName(warning.channel),
          devices: list(warning.deviceIds.map(deviceName)),
        });
      case 'noAlert':
      case 'noDevice':
      case 'noMember':
        return t(warning.kind);
    }
  }
  return (
    <ul class="notice warning-list">
      {warnings.map((warning) => (
        <li key={text(warning)}>
          {text(warning)} {warning.kind === 'channel' ? <SettingsLink /> : null}
        </li>
      ))}
    </ul>
  );
}
