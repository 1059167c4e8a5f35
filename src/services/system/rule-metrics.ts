import { Counter, Gauge, type Registry } from 'prom-client';
import { RULE_TYPE_NAMES } from '../../schema/alert-rules/rule-types.js';
import type { Store } from '../../store/store.js';
import type { RuleTotals } from '../alert-rules/rule-totals.js';

export type RuleMetricsOptions = {
  readonly store: { readonly state: Pick<Store['state'], 'zones' | 'alertRules' | 'zoneVisits'> };
  readonly ruleTotals: () => RuleTotals;
};

/** Zones, alert rules and fixes that do not count. Types and reasons are the only labels: ids and names have no end. */
export function addRuleMetrics(register: Registry, { store: { state }, ruleTotals }: RuleMetricsOptions): void {
  const registers = [register];
  new Gauge({
    ...{ name: 'waypost_zones', help: 'Zones on the map.', registers },
    collect() {
      this.set(state.zones.size);
    },
  });
  new Gauge({
    ...{ name: 'waypost_devices_in_zones', help: 'Devices that are in at least one zone now.', registers },
    collect() {
      this.set(state.zoneVisits.size);
    },
  });
  new Gauge({
    ...{ name: 'waypost_alert_rules', help: 'Enabled alert rules by type.', labelNames: ['type'], registers },
    collect() {
      for (const type of RULE_TYPE_NAMES) this.set({ type }, 0);
      for (const { type, enabled } of state.alertRules.values()) if (enabled) this.inc({ type });
    },
  });
  new Counter({
    name: 'waypost_alert_rule_evaluations_total',
    help: 'Reports and silent devices that the alert rules and zones evaluated.',
    registers,
    collect() {
      this.reset();
      this.inc(ruleTotals().evaluations);
    },
  });
  new Counter({
    name: 'waypost_alert_rule_seconds_total',
    help: 'Seconds that the evaluation took.',
    registers,
    collect() {
      this.reset();
      this.inc(ruleTotals().seconds);
    },
  });
  new Counter({
    name: 'waypost_alert_rule_alerts_total',
    help: 'Alerts that alert rules raised and that were stored, by type of the rule.',
    labelNames: ['type'],
    registers,
    collect() {
      this.reset();
      for (const [type, count] of Object.entries(ruleTotals().alerts)) this.inc({ type }, count);
    },
  });
  new Counter({
    name: 'waypost_unfit_fixes_total',
    help: 'Locations that were stored although their fix does not count, by reason: noFix (0,0), vague, jump.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(ruleTotals().unfit)) this.inc({ reason }, count);
    },
  });
}
