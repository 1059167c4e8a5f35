import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Group } from '../../../schema/devices/group.js';
import { useText } from '../../app-context.js';
import { DeviceChooser } from '../../components/device-chooser.js';
import { alertRuleFormText } from './alert-rule-form.text.js';
import { Field } from './field.js';
import { SCOPES, type RuleScope } from './rule-draft.js';
import type { RuleFormState } from './rule-form-state.js';

export type ScopeFieldsProps = { readonly form: RuleFormState; readonly groups: readonly Group[] };

const LABELS = { all: 'allDevices', groups: 'someGroups', devices: 'someDevices' } as const satisfies Record<
  RuleScope,
  string
>;

/** The devices of a rule: all, those of groups, or single ones. */
export function ScopeFields({ form, groups }: ScopeFieldsProps): JSX.Element {
  const t = useText(alertRuleFormText);
  const groupsId = useId();
  const devicesId = useId();
  const { draft, change, errorOf } = form;
  return (
    <fieldset>
      <legend>{t('devices')}</legend>
      <div class="actions">
        {SCOPES.map((scope) => (
          <label key={scope} class="inline">
            <input
              type="radio"
              name="scope"
              value={scope}
              checked={draft.scope === scope}
              onChange={() => {
                change({ scope });
              }}
            />
            {t(LABELS[scope])}
          </label>
        ))}
      </div>
      {draft.scope === 'groups' ? (
        <Field id={groupsId} error={errorOf('groups')}>
          <fieldset class="plain-set">
            <legend>{t('groups')}</legend>
            {groups.length === 0 ? <p class="muted">{t('noGroups')}</p> : null}
            <ul class="chooser-list" hidden={groups.length === 0}>
              {groups.map((group) => (
                <GroupTick key={group.id} group={group} form={form} />
              ))}
            </ul>
          </fieldset>
        </Field>
      ) : null}
      {/* Hidden instead of removed, so that the list keeps its order. */}
      <div hidden={draft.scope !== 'devices'}>
        <Field id={devicesId} error={errorOf('devices')}>
          <DeviceChooser
            label={t('someDevices')}
            chosen={draft.devices}
            onChange={(devices) => {
              change({ devices });
            }}
          />
        </Field>
      </div>
    </fieldset>
  );
}

function GroupTick({ group, form }: { readonly group: Group; readonly form: RuleFormState }): JSX.Element {
  const { draft, change } = form;
  const { id, name, devices } = group;
  return (
    <li>
      <label class="inline">
        <input
          type="checkbox"
          name="groups"
          value={id}
          checked={draft.groups.has(id)}
          onChange={({ currentTarget }) => {
            const now = new Set(draft.groups);
            if (currentTarget.checked) now.add(id);
            else now.delete(id);
            change({ groups: now });
          }}
        />
        <span>
          {name} <span class="small muted">({devices.length})</span>
        </span>
      </label>
    </li>
  );
}
