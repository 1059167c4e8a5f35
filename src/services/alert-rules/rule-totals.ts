import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import { RULE_TYPE_NAMES, type RuleTypeName } from '../../schema/alert-rules/rule-types.js';
import type { TrackerChange } from '../../schema/entry.js';
import type { Evaluated } from './evaluated.js';

/** What the alert rules and zones did since the start. */
export type RuleTotals = {
  /** reports of devices, and looks at a silent device */
  readonly evaluations: number;
  /** of the processor, s */
  readonly seconds: number;
  /** alerts that were stored, by the type of the rule that raised them */
  readonly alerts: Readonly<Record<RuleTypeName, number>>;
};

export type RuleTotalsCounter = {
  readonly current: () => RuleTotals;
  /** Counts one evaluation and the time that it takes. */
  readonly measure: (evaluate: () => Evaluated) => Evaluated;
  readonly countStored: (alerts: readonly TrackerChange[]) => void;
};

export function createRuleTotals(
  alertRules: Pick<ReadonlyMap<string, AlertRule>, 'get'>,
  monotonic: () => number,
): RuleTotalsCounter {
  const alerts = Object.fromEntries(RULE_TYPE_NAMES.map((type) => [type, 0])) as Record<RuleTypeName, number>;
  let [evaluations, milliseconds] = [0, 0];
  return {
    current: () => ({ evaluations, seconds: milliseconds / 1_000, alerts }),
    measure(evaluate) {
      const start = monotonic();
      try {
        return evaluate();
      } finally {
        evaluations += 1;
        milliseconds += monotonic() - start;
      }
    },
    countStored(stored) {
      for (const { v } of stored) {
        const type = alertRules.get(v.source.rule ?? '')?.type;
        if (type !== undefined) alerts[type] += 1;
      }
    },
  };
}
