import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../../schema/group.js';
import { useText } from '../../parts.js';
import { DeviceChooser } from '../../shell/device-chooser.js';
import { ruleFormText } from './rule-form.text.js';

export type ScopeFieldsProps = {
  readonly isOfAll: boolean;
  readonly groups: readonly Group[];
  /** ids */
  readonly chosenGroups: readonly string[];
  readonly devices: ReadonlySet<string>;
  readonly onDevices: (devices: ReadonlySet<string>) => void;
};

/** Which devices a rule is about: any, or groups and single ones. */
export function ScopeFields({ isOfAll, groups, chosenGroups, devices, onDevices }: ScopeFieldsProps): JSX.Element {
  const say = useText(ruleFormText);
  const isAny = useSignal(isOfAll);
  return (
    <fieldset>
      <legend>{say('whose')}</legend>
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
            {say(any ? 'anyDevice' : 'someDevices')}
          </label>
        ))}
      </div>
      <div class="card-stack" hidden={isAny.value}>
        {groups.length === 0 ? null : (
          <fieldset class="plain-set">
            <legend>{say('groups')}</legend>
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
        <DeviceChooser label={say('devices')} chosen={devices} onChange={onDevices} />
      </div>
    </fieldset>
  );
}
