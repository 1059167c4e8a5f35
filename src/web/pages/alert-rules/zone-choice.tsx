import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { alertRuleFormText } from './alert-rule-form.text.js';
import { describedBy, Field } from './field.js';
import { parameterOf, withParameter } from './rule-draft.js';
import type { RuleFormState } from './rule-form-state.js';
import type { ZonesRow } from './rule-rows.js';

export type ZoneChoiceProps = { readonly row: ZonesRow; readonly form: RuleFormState };

const ZONES_PATH = '/zones';

/** Selects zones, with a link to the page that draws them. */
export function ZoneChoice({ row: { name, label, hint }, form }: ZoneChoiceProps): JSX.Element {
  const { canOpen } = useApp();
  const t = useText(alertRuleFormText);
  const id = useId();
  const { draft, zones, change } = form;
  const { value } = parameterOf(draft, name);
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const notes = { hint: hint === undefined ? undefined : t(hint), error: form.errorOf(name) };
  return (
    <Field id={id} {...notes} isWide>
      <fieldset class="plain-set" aria-describedby={describedBy(id, notes)['aria-describedby']}>
        <legend>{t(label)}</legend>
        {zones.length === 0 ? <p class="muted">{t('noZones')}</p> : null}
        <ul class="chooser-list" hidden={zones.length === 0}>
          {zones.map((zone) => (
            <li key={zone.id}>
              <label class="inline">
                <input
                  type="checkbox"
                  name={name}
                  value={zone.id}
                  checked={chosen.includes(zone.id)}
                  onChange={({ currentTarget }) => {
                    const others = chosen.filter((one) => one !== zone.id);
                    const now = currentTarget.checked ? [...others, zone.id] : others;
                    change(withParameter(draft, name, { value: now }));
                  }}
                />
                <span>{zone.name}</span>
              </label>
            </li>
          ))}
        </ul>
        {canOpen(ZONES_PATH) ? (
          <a class="small" href={linkTo(ZONES_PATH)}>
            {t('toZones')}
          </a>
        ) : null}
      </fieldset>
    </Field>
  );
}
