import type { JSX } from 'preact';
import type { SettingDifference } from '../../../schema/provisioning/provisioning.js';
import { useText } from '../../app-context.js';
import type { CapabilityView } from './provisioning-data.js';
import { provisioningText } from './provisioning.text.js';
import { useSettingLabel } from './setting-label.js';

export type DifferenceListProps = {
  readonly differences: readonly SettingDifference[];
  readonly settings: CapabilityView['settings'] | undefined;
};

/** What a dry run would change. */
export function DifferenceList({ differences, settings }: DifferenceListProps): JSX.Element {
  const t = useText(provisioningText);
  const labelOf = useSettingLabel(settings);
  return (
    <ul class="differences">
      {differences.map(({ name, present, desired }) => (
        <li key={name}>
          {labelOf(name)}:{' '}
          {desired === undefined ? t('secretWritten') : `${String(present ?? '–')} → ${String(desired)}`}
        </li>
      ))}
    </ul>
  );
}
