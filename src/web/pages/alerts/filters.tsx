import type { JSX } from 'preact';
import { useDeviceOptions } from '../../live/device-name.js';
import { useText } from '../../parts.js';
import { Choice } from '../../shell/choice.js';
import { alertsText } from '../alerts.text.js';
import { tolds, type Filter } from './chosen.js';

export type FiltersProps = {
  readonly filter: Filter;
  /** those there are to choose from */
  readonly names: readonly string[];
  readonly onChange: (filter: Filter) => void;
};

/** Which of the alerts are shown. */
export function Filters({ filter, names, onChange }: FiltersProps): JSX.Element {
  const say = useText(alertsText);
  const told = { any: say('anyTold'), somebody: say('toldSomebody'), nobody: say('toldNobody') };
  const devices = useDeviceOptions();
  // What was chosen stays to be seen when nothing more is called so.
  const all = [...new Set([...names, ...(filter.name === '' ? [] : [filter.name])])].sort();
  return (
    <div class="filters">
      <Choice
        label={say('device')}
        value={filter.deviceId}
        options={[['', say('anyDevice')], ...devices]}
        onChange={(deviceId) => {
          onChange({ ...filter, deviceId });
        }}
      />
      <Choice
        label={say('name')}
        value={filter.name}
        options={[['', say('anyName')], ...all.map((name) => [name, name] as const)]}
        onChange={(name) => {
          onChange({ ...filter, name });
        }}
      />
      <Choice
        label={say('told')}
        value={filter.told}
        options={tolds.map((one) => [one, told[one]] as const)}
        onChange={(value) => {
          onChange({ ...filter, told: tolds.find((one) => one === value) ?? 'any' });
        }}
      />
    </div>
  );
}
