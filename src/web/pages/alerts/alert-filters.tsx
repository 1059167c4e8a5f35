import type { JSX } from 'preact';
import { useDeviceOptions } from '../../live/device-name.js';
import { useText } from '../../app-context.js';
import { SelectFilter } from '../../components/select-filter.js';
import { alertsText } from './alerts.text.js';
import { NOTIFIED_FILTERS, type AlertFilter } from './alert-filter.js';

export type AlertFiltersProps = {
  readonly filter: AlertFilter;
  /** those there are to choose from */
  readonly names: readonly string[];
  readonly onChange: (filter: AlertFilter) => void;
};

/** Which of the alerts are shown. */
export function AlertFilters({ filter, names, onChange }: AlertFiltersProps): JSX.Element {
  const t = useText(alertsText);
  const notifiedTexts = { any: t('anyTold'), somebody: t('toldSomebody'), nobody: t('toldNobody') };
  const devices = useDeviceOptions();
  // What was chosen stays to be seen when nothing more is called so.
  const all = [...new Set([...names, ...(filter.name === '' ? [] : [filter.name])])].sort();
  return (
    <div class="filters">
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
        label={t('told')}
        value={filter.notified}
        options={NOTIFIED_FILTERS.map((one) => [one, notifiedTexts[one]] as const)}
        onChange={(value) => {
          onChange({ ...filter, notified: NOTIFIED_FILTERS.find((one) => one === value) ?? 'any' });
        }}
      />
    </div>
  );
}
