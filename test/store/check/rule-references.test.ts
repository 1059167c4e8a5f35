import { expect } from 'chai';
import { alertRulesWithout } from '../../../src/store/check/rule-references.js';
import type { AlertRule } from '../../../src/schema/alert-rules/alert-rule.js';
import { alertRuleOf } from '../../support/store/zones.js';

const NOTHING: readonly string[] = [];

/** The alert rules that change when repair removes these ids. */
function changedRules(
  rules: readonly AlertRule[],
  removed: Partial<Record<'devices' | 'groups' | 'zones' | 'alertRules', readonly string[]>>,
): unknown[] {
  const alertRules = new Map(rules.map((rule) => [rule.id, rule]));
  return alertRulesWithout({ alertRules }, (name) => new Set(removed[name] ?? NOTHING)).map(({ v }) => v);
}

describe('the alert rules after repair has moved excess out of the store', () => {
  const speed = { ...alertRuleOf('speed'), all: false, devices: ['a', 'b'], groups: NOTHING };
  const zone = alertRuleOf('zone', { type: 'zone', zones: ['x', 'y'], kind: 'allowed', minimumStay: 0 });

  it('a rule stays without the devices and groups that are gone', () => {
    const grouped = { ...alertRuleOf('grouped'), all: false, groups: ['g', 'h'] };
    const changed = changedRules([speed, grouped, zone], { devices: ['a', 'c'], groups: ['h'] });
    expect(changed).to.deep.equal([
      { ...speed, devices: ['b'] },
      { ...grouped, groups: ['g'] },
    ]);
  });

  it('a rule stays without the zones that are gone, and is disabled when none is left', () => {
    expect(changedRules([zone], { zones: ['x'] })).to.deep.equal([{ ...zone, zones: ['y'] }]);
    expect(changedRules([zone], { zones: ['x', 'y'] })).to.deep.equal([{ ...zone, enabled: false }]);
  });

  it('a rule that names nothing of it, or is gone itself, does not change', () => {
    expect(changedRules([speed, zone], { devices: ['c'], zones: ['z'] })).to.deep.equal([]);
    expect(changedRules([speed], { devices: ['a'], alertRules: ['speed'] })).to.deep.equal([]);
  });
});
