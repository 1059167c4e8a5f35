import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import type { SettingValue } from '../../../schema/provisioning/setting.js';
import { isPattern, settingFieldName } from './setting-value.js';
import { templatesText } from './templates.text.js';

export type SettingSelectProps = {
  readonly name: string;
  readonly label: string;
  readonly value: SettingValue | undefined;
  readonly hintId: string;
  readonly options: readonly (readonly [value: string, text: string])[];
};

/** Chooses one of the values of a setting, or a pattern that gives one of them for each tracker. */
export function SettingSelect({ name, label, value, hintId, options }: SettingSelectProps): JSX.Element {
  const t = useText(templatesText);
  const byPattern = useSignal(isPattern(value));
  const chosen = value === undefined ? '' : String(value);
  return (
    <>
      <select
        {...(!byPattern.value && { name: settingFieldName(name) })}
        aria-describedby={hintId}
        onChange={({ currentTarget }) => {
          byPattern.value = currentTarget.value === PATTERN_OPTION;
        }}
      >
        <option value="">{t('unchanged')}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === chosen}>
            {text}
          </option>
        ))}
        <option value={PATTERN_OPTION} selected={isPattern(value)}>
          {t('byPattern')}
        </option>
      </select>
      {byPattern.value ? (
        <input
          type="text"
          name={settingFieldName(name)}
          aria-label={t('patternOf', { name: label })}
          aria-describedby={hintId}
          required
          // The gateway's rule for a pattern: it contains text in braces.
          pattern=".*\{[^\{\}]*\}.*"
          title={t('patternFormat', { column: `{${name}}` })}
          maxLength={256}
          autocomplete="off"
          spellcheck={false}
          placeholder={`{${name}}`}
          defaultValue={isPattern(value) ? value : ''}
        />
      ) : null}
    </>
  );
}

/** The option that opens the field of the pattern; never sent. */
const PATTERN_OPTION = '{}';
