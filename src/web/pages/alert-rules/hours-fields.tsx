import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { alertRuleFormText } from './alert-rule-form.text.js';
import { DAYS, dayName } from './describe-alert-rule.js';
import { describedBy, Field } from './field.js';
import type { RuleFormState } from './rule-form-state.js';

/** When the rule raises alerts: always, or on some days and hours. */
export function HoursFields({ form }: { readonly form: RuleFormState }): JSX.Element {
  const t = useText(alertRuleFormText);
  const id = useId();
  const { draft, change, errorOf } = form;
  return (
    <fieldset>
      <legend>{t('hours')}</legend>
      <div class="actions">
        {([true, false] as const).map((isAlways) => (
          <label key={isAlways} class="inline">
            <input
              type="radio"
              name="hours"
              value={isAlways ? 'always' : 'some'}
              checked={draft.isAlways === isAlways}
              onChange={() => {
                change({ isAlways });
              }}
            />
            {t(isAlways ? 'always' : 'onlyHours')}
          </label>
        ))}
      </div>
      {draft.isAlways ? null : (
        <Field id={id} hint={t('hoursHint')} error={errorOf('activeHours')}>
          <div class="card-stack">
            <DayTicks form={form} describedBy={describedBy(id, { hint: '' })['aria-describedby']} />
            <div class="actions">
              {(['from', 'to'] as const).map((end) => (
                <label key={end}>
                  {t(end)}
                  <input
                    type="time"
                    name={end}
                    required
                    value={draft[end]}
                    onInput={({ currentTarget }) => {
                      change({ [end]: currentTarget.value });
                    }}
                  />
                </label>
              ))}
            </div>
          </div>
        </Field>
      )}
    </fieldset>
  );
}

type DayTicksProps = { readonly form: RuleFormState; readonly describedBy: string | undefined };

function DayTicks({ form: { draft, change }, describedBy: description }: DayTicksProps): JSX.Element {
  const language = useApp().preferences.language.value;
  const t = useText(alertRuleFormText);
  return (
    <fieldset class="plain-set" aria-describedby={description}>
      <legend>{t('days')}</legend>
      <div class="actions">
        {DAYS.map((day) => (
          <label key={day} class="inline">
            <input
              type="checkbox"
              name="days"
              value={day}
              checked={draft.days.has(day)}
              onChange={({ currentTarget }) => {
                const now = new Set(draft.days);
                if (currentTarget.checked) now.add(day);
                else now.delete(day);
                change({ days: now });
              }}
            />
            {dayName(day, language)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
