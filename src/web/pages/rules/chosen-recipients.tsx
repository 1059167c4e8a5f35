import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { SettingsLink } from '../../components/settings-link.js';
import { ruleFormText } from './rule-form.text.js';

export type ChosenRecipientsProps = {
  readonly name: string;
  readonly label: string;
  /** what administrators defined */
  readonly choices: readonly { readonly name: string; readonly enabled: boolean }[];
  readonly chosen: readonly string[];
};

/** A check box for each name that an administrator defined, and for those of the rule that are gone. */
export function ChosenRecipients({ name, label, choices, chosen }: ChosenRecipientsProps): JSX.Element {
  const t = useText(ruleFormText);
  const known = new Map(choices.map((choice) => [choice.name, choice.enabled]));
  const names = [...new Set([...known.keys(), ...chosen])];
  const noteOf = (one: string): string | undefined => {
    const isEnabled = known.get(one);
    return isEnabled === undefined ? t('missing') : isEnabled ? undefined : t('switchedOff');
  };
  return (
    <fieldset class="plain-set">
      <legend>{label}</legend>
      {names.length === 0 ? (
        <p class="small muted">
          {t('noneDefined')} <SettingsLink />
        </p>
      ) : (
        <ul class="chooser-list">
          {names.map((one) => (
            <li key={one}>
              <label class="inline">
                <input type="checkbox" name={name} value={one} defaultChecked={chosen.includes(one)} />
                <span>
                  {one} <span class="small muted">{noteOf(one)}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
