import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../../schema/devices/group.js';
import { useText } from '../../app-context.js';
import { DeviceChooser } from '../../components/device-chooser.js';
import { ruleFormText } from './rule-form.text.js';

export type DeviceFieldsProps = {
  readonly isAllDevices: boolean;
  readonly groups: readonly Group[];
  /** ids */
  readonly chosenGroups: readonly string[];
  readonly devices: ReadonlySet<string>;
  readonly onDevices: (devices: ReadonlySet<string>) => void;
};

/** The devices of a rule: all, or groups and single devices. */
export function DeviceFields({
  isAllDevices,
  groups,
  chosenGroups,
  devices,
  onDevices,
}: DeviceFieldsProps): JSX.Element {
  const t = useText(ruleFormText);
  const isAny = useSignal(isAllDevices);
  return (
    <fieldset>
      <legend>{t('devices')}</legend>
      <div class="actions">
        {([true, false] as const).map((any) => (
          <label key={any} class="inline">
            <input
              type="radio"
              name="about"
              value={any ? 'all' : 'some'}
              checked={isAny.value === any}
              onChange={() => {
                isAny.value = any;
              }}
            />
            {t(any ? 'anyDevice' : 'someDevices')}
          </label>
        ))}
      </div>
      <div class="card-stack" hidden={isAny.value}>
        {groups.length === 0 ? null : (
          <fieldset class="plain-set">
            <legend>{t('groups')}</legend>
            <ul class="chooser-list">
              {groups.map(({ id, name, devices: members }) => (
                <li key={id}>
                  <label class="inline">
                    <input type="checkbox" name="groups" value={id} defaultChecked={chosenGroups.includes(id)} />
                    <span>
                      {name} <span class="small muted">({members.length})</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <DeviceChooser label={t('singleDevices')} chosen={devices} onChange={onDevices} />
      </div>
    </fieldset>
  );
}
