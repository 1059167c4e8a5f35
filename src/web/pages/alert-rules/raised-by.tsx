import type { JSX } from 'preact';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { isRestricted } from '../../session/is-restricted.js';
import { readAlertRules } from './alert-rules-data.js';
import { alertRulesText } from './alert-rules.text.js';

/** The names of alert rules by id; undefined if the user may not see them, or they are not read yet. */
export type RuleNames = ReadonlyMap<string, string> | undefined;

/** Names the rules that raised alerts; reads nothing while no alert has one. */
export function useRuleNames(alerts: readonly { readonly rule?: string | undefined }[]): RuleNames {
  const { api, session, canOpen } = useApp();
  const state = session.state.value;
  const maySee = state.is === 'in' && !isRestricted(state.user) && canOpen('/alert-rules');
  const named = [...new Set(alerts.flatMap(({ rule }) => rule ?? []))].sort();
  const isNeeded = maySee && named.length > 0;
  const { result } = useFetch(async () => {
    if (!isNeeded) return { ok: true, value: undefined } as const;
    const read = await readAlertRules(api);
    return read.ok ? ({ ok: true, value: new Map(read.value.map(({ id, name }) => [id, name])) } as const) : read;
  }, [isNeeded, named.join(' ')]);
  return result.value?.ok === true ? result.value.value : undefined;
}

export type RaisedByProps = { readonly rule: string | undefined; readonly names: RuleNames };

/** The rule that raised an alert, as a link for those who may see it; nothing if none did. */
export function RaisedBy({ rule, names }: RaisedByProps): JSX.Element | null {
  const t = useText(alertRulesText);
  if (rule === undefined) return null;
  if (names === undefined) return <span class="muted small">{t('raisedBySome')}</span>;
  const name = names.get(rule);
  if (name === undefined) return <span class="muted small">{t('raisedByDeleted')}</span>;
  return (
    <a class="small" href={linkTo('/alert-rules/:alertRuleId', { alertRuleId: rule })}>
      {t('raisedBy', { name })}
    </a>
  );
}
