import type { JSX } from 'preact';
import type { DisplayView } from '../../../schema/accounts/display.js';
import type { Group } from '../../../schema/devices/group.js';
import { useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Age, Timestamp } from '../../components/timestamp.js';
import { DeviceLink } from '../../shell/device-link.js';
import { displaysText } from './displays.text.js';

export type DisplayTableProps = {
  readonly displays: readonly DisplayView[];
  readonly groups: readonly Group[];
  readonly onRemove: (display: DisplayView) => void;
};

/** One row per wall screen: what it shows, and when it was last in use. */
export function DisplayTable({ displays, groups, onRemove }: DisplayTableProps): JSX.Element {
  const t = useText(displaysText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('shows')}</th>
          <th scope="col">{t('created')}</th>
          <th scope="col">{t('lastUsed')}</th>
          <th scope="col">{t('actions')}</th>
        </tr>
      </thead>
      <tbody>
        {displays.map((display) => (
          <tr key={display.id}>
            <th scope="row">{display.name}</th>
            <td data-label={t('shows')}>
              <Scope display={display} groups={groups} />
            </td>
            <td data-label={t('created')}>
              <Timestamp at={Date.parse(display.creation)} />
            </td>
            <td data-label={t('lastUsed')}>
              <Age at={display.lastUsed === null ? undefined : Date.parse(display.lastUsed)} />
            </td>
            <td>
              <ConfirmButton
                label={t('remove')}
                name={`${t('remove')}: ${display.name}`}
                question={t('confirmRemove')}
                onConfirm={() => {
                  onRemove(display);
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Scope({ display, groups }: { readonly display: DisplayView; readonly groups: readonly Group[] }): JSX.Element {
  const t = useText(displaysText);
  const { deviceId, group } = display;
  if (deviceId !== null) return <DeviceLink deviceId={deviceId} />;
  if (group === null) return <span>{t('all')}</span>;
  return <span>{groups.find(({ id }) => id === group)?.name ?? group}</span>;
}
