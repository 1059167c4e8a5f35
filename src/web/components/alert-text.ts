import { useApp } from '../app-context.js';
import { translateRuleAlert } from '../text/translate-rule-alert.js';

/** Translates a text that an alert rule wrote. */
export function useRuleAlertText(): (text: string) => string {
  const language = useApp().preferences.language.value;
  return (text) => translateRuleAlert(text, language);
}

type AlertWithText = { readonly text?: string; readonly rule?: string };

/** The text of an alert, translated if a rule raised it: the text of a tracker is its own. undefined: none */
export function useAlertText(): (alert: AlertWithText) => string | undefined {
  const ruleText = useRuleAlertText();
  return ({ text, rule }) =>
    text === undefined || text === '' ? undefined : rule === undefined ? text : ruleText(text);
}
