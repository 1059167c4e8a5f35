import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { alertRuleFormText } from './alert-rule-form.text.js';
import { describedBy, Field } from './field.js';
import { parameterOf, shownNumber, typeNumber, withParameter, type ParameterDraft } from './rule-draft.js';
import type { RuleFormState } from './rule-form-state.js';
import { defaultOf, schemaOf, type ChoiceRow, type NumberRow, type ParameterRow } from './rule-rows.js';
import { boundsIn, fromApi, unitLabel, unitNamed, unitsOf } from './units.js';
import { ZoneChoice } from './zone-choice.js';

export type ParameterFieldProps<Row extends ParameterRow = ParameterRow> = {
  readonly row: Row;
  readonly form: RuleFormState;
};

/** The field of a parameter. */
export function ParameterField({ row, form }: ParameterFieldProps): JSX.Element {
  if (row.kind === 'choice') return <ChoiceField row={row} form={form} />;
  if (row.kind === 'zones') return <ZoneChoice row={row} form={form} />;
  return <NumberField row={row} form={form} />;
}

const useParameter = ({ row: { name, hint }, form }: ParameterFieldProps) => {
  const t = useText(alertRuleFormText);
  const id = useId();
  const notes = { hint: hint === undefined ? undefined : t(hint), error: form.errorOf(name) };
  return {
    t,
    typed: parameterOf(form.draft, name),
    set: (parameter: ParameterDraft): void => {
      form.change(withParameter(form.draft, name, parameter));
    },
    field: { id, ...notes },
    attributes: { name, ...describedBy(id, notes) },
  };
};

const UNSET = '';

function ChoiceField({ row, form }: ParameterFieldProps<ChoiceRow>): JSX.Element {
  const { t, typed, set, field, attributes } = useParameter({ row, form });
  const { label, options, unset } = row;
  return (
    <Field {...field}>
      <label>
        {t(label)}
        <select
          {...attributes}
          value={
            options
              .map(([value]) => value)
              .find((value) => value === typed.value)
              ?.toString() ?? UNSET
          }
          onChange={({ currentTarget }) => {
            set({ value: options.find(([value]) => String(value) === currentTarget.value)?.[0] });
          }}
        >
          {unset === undefined ? null : <option value={UNSET}>{t(unset)}</option>}
          {options.map(([value, text]) => (
            <option key={String(value)} value={String(value)}>
              {t(text)}
            </option>
          ))}
        </select>
      </label>
    </Field>
  );
}

function NumberField({ row, form }: ParameterFieldProps<NumberRow>): JSX.Element {
  const { preferences } = useApp();
  const language = preferences.language.value;
  const units = preferences.units.value;
  const { t, typed, set, field, attributes } = useParameter({ row, form });
  const controlId = useId();
  const { type } = form.draft;
  const { kind, placeholder } = row;
  const { isRequired, isWhole, ...schema } = schemaOf(type, row.name);
  const shown = shownNumber(row, typed, units);
  const unit = unitNamed(kind, units, shown.unit);
  const usual = defaultOf(type, row.name);
  const choices = unitsOf(kind, units);
  const label = t(row.label);
  const unitText = unitLabel(unit.name, language);
  const typeIn = (now: Partial<typeof shown>): void => {
    set(typeNumber({ type, row, units }, typed, { ...shown, ...now }));
  };
  return (
    <Field {...field}>
      <label for={controlId}>{choices.length > 1 || unitText === '' ? label : `${label} (${unitText})`}</label>
      <div class="with-unit">
        <input
          {...attributes}
          id={controlId}
          type="number"
          {...boundsIn(schema, unit)}
          step={isWhole && unit.factor === 1 ? 1 : 'any'}
          required={isRequired}
          autocomplete="off"
          placeholder={
            typeof usual === 'number'
              ? String(fromApi(usual, unit))
              : placeholder === undefined
                ? undefined
                : t(placeholder)
          }
          value={shown.text}
          onInput={({ currentTarget }) => {
            typeIn({ text: currentTarget.value });
          }}
        />
        {choices.length > 1 ? (
          <select
            aria-label={t('unitOf', { label })}
            name={`${row.name} unit`}
            value={unit.name}
            onChange={({ currentTarget }) => {
              const chosen = choices.find(({ name }) => name === currentTarget.value);
              if (chosen !== undefined) typeIn({ unit: chosen.name });
            }}
          >
            {choices.map(({ name }) => (
              <option key={name} value={name}>
                {unitLabel(name, language)}
              </option>
            ))}
          </select>
        ) : null}
      </div>
    </Field>
  );
}
