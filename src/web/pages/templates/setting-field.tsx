import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useText } from '../../app-context.js';
import type { SettingValue } from '../../../schema/provisioning/setting.js';
import { useServerText } from '../../components/server-text.js';
import { useSettingLabel } from '../provisioning/setting-label.js';
import { SettingSelect } from './setting-select.js';
import { settingFieldName, checkSetting, type SettingView } from './setting-value.js';
import { templatesText } from './templates.text.js';

export type SettingFieldProps = {
  readonly name: string;
  readonly setting: SettingView;
  /** the value in the template; undefined: none */
  readonly value?: SettingValue | undefined;
};

/** The field of a setting, as its protocol describes it; every field also accepts a pattern. */
export function SettingField({ name, setting, value }: SettingFieldProps): JSX.Element {
  const t = useText(templatesText);
  const serverText = useServerText();
  const label = useSettingLabel({ [name]: setting })(name);
  const { description, minimum, maximum, maxLength, type, enum: listed, writeOnly } = setting;
  const range = minimum === undefined || maximum === undefined ? '' : t('range', { from: minimum, to: maximum });
  const length = maxLength === undefined ? '' : t('maxLength', { count: maxLength });
  const secret = writeOnly === true ? t('secret', { column: `{${name}}` }) : '';
  const hint = [name, serverText(description), range, length, secret].filter((part) => part !== '').join(' · ');
  const field = { name, setting, value, hintId: `hint-${name}` };
  const choices = listed?.map((choice) => [String(choice), String(choice)] as const);
  const yesNo = [
    ['true', t('yes')],
    ['false', t('no')],
  ] as const;
  const options = choices ?? (type === 'boolean' ? yesNo : undefined);
  return (
    <label>
      {label}
      {options === undefined ? (
        <SettingText {...field} />
      ) : (
        <SettingSelect {...field} label={label} options={options} />
      )}
      <span class="small muted hint" id={field.hintId}>
        {hint}
      </span>
    </label>
  );
}

type SettingTextProps = Required<SettingFieldProps> & { readonly hintId: string };

/** Numbers use a text field too, because a number field would not accept a pattern. */
function SettingText({ name, setting, value, hintId }: SettingTextProps): JSX.Element {
  const t = useText(templatesText);
  const input = useRef<HTMLInputElement>(null);
  const { minimum = '', maximum = '' } = setting;

  function check(): void {
    const problem = checkSetting(setting, input.current?.value.trim() ?? '');
    const limits = { from: minimum, to: maximum };
    const column = { column: `{${name}}` };
    const texts = {
      number: () => t('notNumber', column),
      whole: () => t('notWhole', column),
      limits: () => t('notWithin', limits),
      secret: () => t('secret', column),
    };
    input.current?.setCustomValidity(problem === undefined ? '' : texts[problem]());
  }
  useEffect(check, []);

  return (
    <input
      type="text"
      ref={input}
      name={settingFieldName(name)}
      aria-describedby={hintId}
      maxLength={256}
      autocomplete="off"
      spellcheck={false}
      defaultValue={value === undefined ? '' : String(value)}
      onInput={check}
    />
  );
}
