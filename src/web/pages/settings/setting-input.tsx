import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useText } from '../../app-context.js';
import type { ControlProps } from './control.js';
import { DeviceInput } from './device-input.js';
import { NamesInput } from './names-input.js';
import { useReason } from './reason.js';
import { SecretInput, SecretRemoval } from './secret-input.js';
import { ON, type SettingKind } from './setting-row.js';
import { settingsText } from './settings.text.js';
import { TimeThere, TimeZoneInput } from './time-zone-input.js';

export type SettingInputProps = Pick<ControlProps, 'row' | 'form'>;

const CONTROLS: Readonly<Record<Exclude<SettingKind, 'switch' | 'names'>, (props: ControlProps) => JSX.Element>> = {
  text: TextInput,
  number: NumberInput,
  choice: ChoiceInput,
  secret: SecretInput,
  timeZone: TimeZoneInput,
  device: DeviceInput,
};

/** The control of a setting with its label, hint, source and error. */
export function SettingInput({ row, form }: SettingInputProps): JSX.Element {
  const t = useText(settingsText);
  const id = useId();
  const reason = useReason(row);
  const { key, kind, label, hint } = row;
  const isFixed = form.isFixed(key);
  const error = form.fieldError?.key === key ? form.fieldError : undefined;
  const element = useRef<HTMLDivElement>(null);
  // The card may be longer than the screen: the field with the error comes into view.
  useEffect(() => {
    if (error !== undefined) element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [error]);
  const notes: readonly (readonly [style: string, text: string])[] = [
    ...(hint === undefined ? [] : [['muted', t(hint)] as const]),
    ...(isFixed ? [['muted', t('fixed')] as const] : []),
    ...(error === undefined ? [] : [['bad', reason(error)] as const]),
  ];
  const attributes = {
    name: key,
    disabled: isFixed,
    value: form.typed[key] ?? '',
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-describedby': notes.length === 0 ? undefined : id,
  };
  return (
    <div class={`setting setting-${kind}`} ref={element}>
      <Control row={row} form={form} attributes={attributes}>
        {t(label)}
      </Control>
      {kind === 'timeZone' ? <TimeThere row={row} form={form} /> : null}
      {kind === 'secret' && !isFixed ? <SecretRemoval row={row} form={form} /> : null}
      {notes.length === 0 ? null : (
        <div id={id} class="setting-notes small">
          {notes.map(([style, text]) => (
            <p key={text} class={`note-${style}`} role={style === 'bad' ? 'alert' : undefined}>
              {text}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function Control({ children, ...props }: ControlProps & { readonly children: ComponentChildren }): JSX.Element {
  const { row, form, attributes } = props;
  const { kind } = row;
  if (kind === 'names') return <NamesInput {...props} label={children} />;
  if (kind === 'switch') {
    const { value, ...others } = attributes;
    return (
      <label class="inline">
        <input
          type="checkbox"
          {...others}
          checked={value === ON}
          onChange={({ currentTarget }) => {
            form.type(row.key, currentTarget.checked ? ON : '');
          }}
        />
        {children}
      </label>
    );
  }
  const Input = CONTROLS[kind];
  return (
    <label>
      {children}
      <Input {...props} />
    </label>
  );
}

function TextInput({ row, form, attributes }: ControlProps): JSX.Element {
  return (
    <input
      {...attributes}
      maxLength={row.maxLength}
      pattern={row.pattern}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => {
        form.type(row.key, currentTarget.value);
      }}
    />
  );
}

function NumberInput({ row, form, attributes }: ControlProps): JSX.Element {
  const t = useText(settingsText);
  const { unit = 1, min, max } = row;
  return (
    <input
      type="number"
      {...attributes}
      min={min === undefined ? undefined : min / unit}
      max={max === undefined ? undefined : max / unit}
      step={unit === 1 ? 1 : 'any'}
      placeholder={t('default')}
      onInput={({ currentTarget }) => {
        form.type(row.key, currentTarget.value);
      }}
    />
  );
}

function ChoiceInput({ row, form, attributes }: ControlProps): JSX.Element {
  const t = useText(settingsText);
  return (
    <select
      {...attributes}
      onChange={({ currentTarget }) => {
        form.type(row.key, currentTarget.value);
      }}
    >
      {row.options?.map(([value, label]) => (
        <option key={value} value={value}>
          {t(label)}
        </option>
      ))}
    </select>
  );
}
