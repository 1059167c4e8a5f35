import type { JSX } from 'preact';
import { useDeviceOptions } from '../../live/device-name.js';
import { useText } from '../../app-context.js';
import { GroupFilter, type GroupFilterProps } from '../../components/group-filter.js';
import { SelectFilter } from '../../components/select-filter.js';
import { alertsText } from './alerts.text.js';
import { ACKNOWLEDGED_FILTERS, NOTIFIED_FILTERS, type AlertFilter } from './alert-filter.js';

export type AlertFiltersProps = {
  readonly filter: AlertFilter;
  readonly groups: GroupFilterProps['groups'];
  /** names of the alerts in the range */
  readonly names: readonly string[];
  readonly onChange: (filter: AlertFilter) => void;
};

/** The filters of the list of alerts. */
export function AlertFilters({ filter, groups, names, onChange }: AlertFiltersProps): JSX.Element {
  const t = useText(alertsText);
  const notifiedTexts = { any: t('anyNotification'), notified: t('notified'), notNotified: t('notNotified') };
  const acknowledgedTexts = { any: t('anyAcknowledged'), open: t('open'), acknowledged: t('acknowledged') };
  const devices = useDeviceOptions();
  // The chosen name stays listed when no alert has it any more.
  const all = [...new Set([...names, ...(filter.name === '' ? [] : [filter.name])])].sort();
  return (
    <div class="filters">
      <GroupFilter
        groups={groups}
        value={filter.groupId}
        onChange={(groupId) => {
          onChange({ ...filter, groupId });
        }}
      />
      <SelectFilter
        label={t('device')}
        value={filter.deviceId}
        options={[['', t('anyDevice')], ...devices]}
        onChange={(deviceId) => {
          onChange({ ...filter, deviceId });
        }}
      />
      <SelectFilter
        label={t('name')}
        value={filter.name}
        options={[['', t('anyName')], ...all.map((name) => [name, name] as const)]}
        onChange={(name) => {
          onChange({ ...filter, name });
        }}
      />
      <SelectFilter
        label={t('isNotified')}
        value={filter.notified}
        options={NOTIFIED_FILTERS.map((kind) => [kind, notifiedTexts[kind]] as const)}
        onChange={(value) => {
          onChange({ ...filter, notified: NOTIFIED_FILTERS.find((kind) => kind === value) ?? 'any' });
        }}
      />
      <SelectFilter
        label={t('acknowledged')}
        value={filter.acknowledged}
        options={ACKNOWLEDGED_FILTERS.map((kind) => [kind, acknowledgedTexts[kind]] as const)}
        onChange={(value) => {
          onChange({ ...filter, acknowledged: ACKNOWLEDGED_FILTERS.find((kind) => kind === value) ?? 'any' });
        }}
      />
    </div>
  );
}
