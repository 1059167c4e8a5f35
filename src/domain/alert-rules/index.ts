import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { RuleParameters } from '../../schema/alert-rules/rule-types.js';
import { batteryRule } from './battery.js';
import { fuelRule } from './fuel.js';
import { idleRule } from './idle.js';
import { inputRule } from './input.js';
import { noFixRule } from './no-fix.js';
import { unchanged, type Progress, type RuleRecord, type RuleType, type Step } from './rule-state.js';
import { silentRule } from './silent.js';
import { speedRule } from './speed.js';
import { temperatureRule } from './temperature.js';
import { zoneRule } from './zone.js';

/** The table: a file for each type and a row here; its parameters are in `schema/alert-rules/rule-types`. */
const TYPES: { readonly [Type in keyof RuleParameters]: RuleType<RuleParameters[Type]> } = {
  zone: zoneRule,
  speed: speedRule,
  idle: idleRule,
  silent: silentRule,
  noFix: noFixRule,
  temperature: temperatureRule,
  fuel: fuelRule,
  battery: batteryRule,
  input: inputRule,
};

/** A rule with the function of its type, looked up once. */
export type RuleEvaluator = {
  readonly rule: AlertRule;
  readonly evaluate: (state: Progress | undefined, record: RuleRecord) => Step;
};

/** A record that is older than the state changes nothing. Silence is a matter of the clock, which may be set back. */
export function createEvaluator(rule: AlertRule): RuleEvaluator {
  const step = TYPES[rule.type] as RuleType<AlertRule>;
  const isSilent = rule.type === 'silent';
  return {
    rule,
    evaluate: (state, record) =>
      state !== undefined && record.at < state.at && !isSilent ? unchanged(state) : step(rule, state, record),
  };
}
