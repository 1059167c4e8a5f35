import { withoutRemoved } from '../../domain/alert-rules/named-ids.js';
import type { Change } from '../../schema/entry.js';
import type { ReadonlyState } from '../state/state.js';

/** Ids that were removed from a collection. */
type Removed = (collection: 'devices' | 'groups' | 'zones' | 'alertRules') => ReadonlySet<string>;

/** The alert rules that stay, without what was removed. */
export function alertRulesWithout({ alertRules }: Pick<ReadonlyState, 'alertRules'>, removed: Removed): Change[] {
  const gone = { devices: removed('devices'), groups: removed('groups'), zones: removed('zones') };
  const goneRules = removed('alertRules');
  return [...alertRules.values()].flatMap((rule): Change[] => {
    const left = withoutRemoved(rule, gone);
    return goneRules.has(rule.id) || left === rule ? [] : [{ kind: 'alert-rule', v: left }];
  });
}
