import { useApp } from '../../app-context.js';
import { useDeviceName } from '../../live/device-name.js';
import type { AlertRuleContext } from './alert-rules-data.js';
import type { RuleWords } from './phrases.js';

/** The viewer's language and units, and the names of what rules can name. */
export function useRuleWords({ groups, zones }: AlertRuleContext): RuleWords {
  const { preferences } = useApp();
  const nameIn = (all: readonly { readonly id: string; readonly name: string }[]) => (id: string) =>
    all.find((one) => one.id === id)?.name ?? id;
  return {
    language: preferences.language.value,
    units: preferences.units.value,
    device: useDeviceName(),
    group: nameIn(groups),
    zone: nameIn(zones),
  };
}
