import type { JSX } from 'preact';
import type { Notification } from '../../../schema/notification.js';
import { useDeviceName } from '../../live/device-name.js';
import { useParts, useText } from '../../parts.js';
import { rulesText } from '../rules.text.js';
import { fewText } from './few.js';
import type { Surroundings } from './rules-data.js';
import { warningsOf, type Warning } from './warnings.js';

export type WarningListProps = {
  readonly rule: Notification;
  readonly around: Surroundings;
  /** the form says itself which channels are not set up */
  readonly isBesideForm?: boolean;
};

/** Why a rule would not do what it says; nothing when it does. */
export function WarningList({ rule, around, isBesideForm = false }: WarningListProps): JSX.Element | null {
  const { live, preferences } = useParts();
  const deviceName = useDeviceName();
  const say = useText(rulesText);
  const devices = live.ids.value.flatMap((id) => live.of(id)?.value.device ?? []);
  const { groups, channels } = around;
  const all = channels === undefined ? [] : warningsOf(rule, { channels, groups, devices });
  const warnings = all.filter((warning) => !(isBesideForm && warning.of === 'channel'));
  if (warnings.length === 0) return null;

  const list = (all: readonly string[]): string => fewText(all, preferences.language.value);
  function text(warning: Warning): string {
    switch (warning.of) {
      case 'channel':
        return say('notSetUp', { channel: say(warning.channel), who: list(warning.to) });
      case 'limit':
        return say('limitZero', { channel: say(warning.channel), devices: list(warning.deviceIds.map(deviceName)) });
      case 'noAlert':
      case 'noDevice':
      case 'noMember':
        return say(warning.of);
    }
  }
  return (
    <ul class="notice warning-list">
      {warnings.map((warning) => (
        <li key={text(warning)}>{text(warning)}</li>
      ))}
    </ul>
  );
}
