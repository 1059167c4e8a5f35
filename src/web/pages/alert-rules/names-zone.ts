import type { AlertRule } from '../../../schema/alert-rules/alert-rule.js';

/** Whether a rule names the zone; undefined: any rule. */
export const namesZone =
  (zone: string | undefined) =>
  (rule: AlertRule): boolean =>
    zone === undefined || zonesOf(rule).includes(zone);

const zonesOf = (rule: AlertRule): readonly string[] => ('zones' in rule ? rule.zones : []);
