import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useText } from '../../parts.js';
import { isPattern, settingField, type SettingValue } from './setting-value.js';
import { templatesText } from './templates.text.js';

export type SettingChoiceProps = {
  readonly name: string;
  readonly value: SettingValue | undefined;
  readonly hintId: string;
  readonly options: readonly (readonly [value: string, text: string])[];
};

/** One of the values that a setting may have, or a pattern that comes to one of them for each tracker. */
export function SettingChoice({ name, value, hintId, options }: SettingChoiceProps): JSX.Element {
  const say = useText(templatesText);
  const byPattern = useSignal(isPattern(value));
  const chosen = value === undefined ? '' : String(value);
  return (
    <>
      <select
        {...(!byPattern.value && { name: settingField(name) })}
        aria-describedby={hintId}
        onChange={({ currentTarget }) => {
          byPattern.value = currentTarget.value === PATTERN;
        }}
      >
        <option value="">{say('asIs')}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one} selected={one === chosen}>
            {text}
          </option>
        ))}
        <option value={PATTERN} selected={isPattern(value)}>
          {say('byPattern')}
        </option>
      </select>
      {byPattern.value ? (
        <input
          type="text"
          name={settingField(name)}
          aria-label={say('patternOf', { name })}
          aria-describedby={hintId}
          required
          // As it is understood by the gateway: with something in braces.
          pattern=".*\{[^\{\}]*\}.*"
          title={say('patternLike', { column: `{${name}}` })}
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

/** Of the choice alone: what it stands for is in the field beside it. */
const PATTERN = '{}';
