import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import type { ControlProps } from './control.js';
import { isSecretSet, ON, removalOf } from './setting-row.js';
import { settingsText } from './settings.text.js';

/** A secret is written, never read. */
export function SecretInput({ row, form, attributes }: ControlProps): JSX.Element {
  const t = useText(settingsText);
  const { key, maxLength, pattern } = row;
  const isRemoved = form.typed[removalOf(key)] === ON;
  return (
    <input
      type="password"
      {...attributes}
      disabled={attributes.disabled || isRemoved}
      maxLength={maxLength}
      pattern={pattern}
      autocomplete="new-password"
      placeholder={t(isSecretSet(form.view, key) ? 'secretSet' : 'secretNotSet')}
      onInput={({ currentTarget }) => {
        form.type(key, currentTarget.value);
      }}
    />
  );
}

/** A tick that removes the secret. */
export function SecretRemoval({ row: { key }, form }: Pick<ControlProps, 'row' | 'form'>): JSX.Element | null {
  const t = useText(settingsText);
  const name = removalOf(key);
  if (!isSecretSet(form.view, key)) return null;
  return (
    <label class="inline small">
      <input
        type="checkbox"
        name={name}
        checked={form.typed[name] === ON}
        onChange={({ currentTarget }) => {
          form.type(name, currentTarget.checked ? ON : '');
          if (currentTarget.checked) form.type(key, '');
        }}
      />
      {t('removeSecret')}
    </label>
  );
}
