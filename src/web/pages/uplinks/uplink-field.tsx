import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { UplinkView } from '../../../schema/uplinks/uplink.js';
import { useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { capitalize } from '../../text/channel-labels.js';
import { describedBy, Field } from '../alert-rules/field.js';
import { isSecretSet, ON, removalOf, textOf, type FieldProblem, type UplinkDraft } from './uplink-draft.js';
import { uplinkFormText } from './uplink-form.text.js';
import { isPem, isSecret, type UplinkRow } from './uplink-rows.js';

/** The values of the form of an uplink, and how a field changes them. */
export type UplinkFields = {
  readonly values: UplinkDraft['values'];
  readonly set: (key: string, text: string) => void;
  /** absent: a new one */
  readonly uplink: UplinkView | undefined;
  readonly problem: FieldProblem | undefined;
};

export type UplinkFieldProps = { readonly row: UplinkRow; readonly fields: UplinkFields };

/** Why a value is refused, in words. */
export function useProblemText(): (problem: FieldProblem | undefined) => string | undefined {
  const t = useText(uplinkFormText);
  const serverText = useServerText();
  return (problem) => {
    if (problem === undefined) return undefined;
    if (problem.kind === 'outOfRange') return t('outOfRange', { min: problem.min, max: problem.max });
    return problem.kind === 'refused' ? `${capitalize(serverText(problem.reason))}.` : t(problem.kind);
  };
}

/** The field of a setting. */
export function UplinkField({ row, fields }: UplinkFieldProps): JSX.Element {
  const t = useText(uplinkFormText);
  const id = useId();
  const { key, kind, label, hint } = row;
  const problem = fields.problem?.key === key ? fields.problem : undefined;
  const notes = { hint: hint === undefined ? undefined : t(hint), error: useProblemText()(problem) };
  if (kind === 'switch' || kind === 'discovery') {
    return (
      <Field id={id} {...notes}>
        <Tick name={key} label={t(label)} fields={fields} attributes={describedBy(id, notes)} />
        {kind === 'discovery' && fields.values[key] === ON ? <Prefix name={textOf(key)} fields={fields} /> : null}
      </Field>
    );
  }
  return (
    <Field id={id} isWide={isPem(kind)} {...notes}>
      <label>
        {t(label)}
        <TextControl row={row} fields={fields} attributes={describedBy(id, notes)} />
      </label>
      {isSecret(kind) && isSecretSet(fields.uplink, key) ? (
        <Tick name={removalOf(key)} label={t('secretRemove')} fields={fields} />
      ) : null}
    </Field>
  );
}

type ControlProps = UplinkFieldProps & { readonly attributes: ReturnType<typeof describedBy> };

function TextControl({ row, fields: { values, set, uplink }, attributes }: ControlProps): JSX.Element {
  const t = useText(uplinkFormText);
  const { key, kind, usual, min, max, maxLength, isRequired } = row;
  const isRemoved = values[removalOf(key)] === ON;
  const usualText = typeof usual === 'object' ? usual.value : usual === undefined ? undefined : t(usual);
  const common = {
    ...attributes,
    name: key,
    value: isRemoved ? '' : (values[key] ?? ''),
    disabled: isRemoved,
    required: isRequired,
    spellcheck: false,
    placeholder: isSecret(kind) ? t(isSecretSet(uplink, key) ? 'secretSet' : 'secretNotSet') : usualText,
  };
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    set(key, currentTarget.value);
  };
  if (isPem(kind)) return <textarea {...common} rows={3} autocomplete="off" onInput={onInput} />;
  return (
    <input
      {...common}
      {...(kind === 'number' ? { type: 'number', min, max } : { maxLength })}
      {...(kind === 'secret' ? { type: 'password', autocomplete: 'new-password' } : { autocomplete: 'off' })}
      onInput={onInput}
    />
  );
}

type TickProps = {
  readonly name: string;
  readonly label: string;
  readonly fields: UplinkFields;
  readonly attributes?: ReturnType<typeof describedBy>;
};

const Tick = ({ name, label, fields: { values, set }, attributes }: TickProps): JSX.Element => (
  <label class="inline">
    <input
      type="checkbox"
      {...attributes}
      name={name}
      checked={values[name] === ON}
      onChange={({ currentTarget }) => {
        set(name, currentTarget.checked ? ON : '');
      }}
    />
    {label}
  </label>
);

const Prefix = ({ name, fields: { values, set } }: Pick<TickProps, 'name' | 'fields'>): JSX.Element => (
  <label>
    {useText(uplinkFormText)('discovery')}
    <input
      name={name}
      maxLength={64}
      autocomplete="off"
      spellcheck={false}
      placeholder="homeassistant"
      value={values[name] ?? ''}
      onInput={({ currentTarget }) => {
        set(name, currentTarget.value);
      }}
    />
  </label>
);
