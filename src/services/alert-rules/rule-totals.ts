import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import { RULE_TYPE_NAMES, type RuleTypeName } from '../../schema/alert-rules/rule-types.js';
import { UNFIT_REASONS, type Unfit } from '../../schema/records/location.js';
import type { TrackerChange } from '../../schema/entry.js';

/** What became of records since the start: what the alert rules and zones did, and fixes that do not count. */
export type RuleTotals = {
  /** reports of devices, and looks at a silent device */
  readonly evaluations: number;
  /** of the processor, s */
  readonly seconds: number;
  /** alerts that were stored, by the type of the rule that raised them */
  readonly alerts: Readonly<Record<RuleTypeName, number>>;
  /** locations that were stored although their fix does not count, by reason */
  readonly unfit: Readonly<Record<Unfit, number>>;
};

export type RuleTotalsCounter = {
  readonly current: () => RuleTotals;
  /** Counts one evaluation and the time that it takes. */
  readonly measure: <Result>(evaluate: () => Result) => Result;
  readonly countStored: (records: readonly TrackerChange[]) => void;
};

export function createRuleTotals(
  alertRules: Pick<ReadonlyMap<string, AlertRule>, 'get'>,
  monotonic: () => number,
): RuleTotalsCounter {
  const alerts = Object.fromEntries(RULE_TYPE_NAMES.map((type) => [type, 0])) as Record<RuleTypeName, number>;
  const unfit = Object.fromEntries(UNFIT_REASONS.map((reason) => [reason, 0])) as Record<Unfit, number>;
  let [evaluations, milliseconds] = [0, 0];
  return {
    current: () => ({ evaluations, seconds: milliseconds / 1_000, alerts, unfit }),
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
      for (const { kind, v } of stored) {
        if (kind === 'location' && v.unfit !== undefined) unfit[v.unfit] += 1;
        const type = alertRules.get(v.source.rule ?? '')?.type;
        if (type !== undefined) alerts[type] += 1;
      }
    },
  };
}
