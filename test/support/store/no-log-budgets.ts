import type { LogBudgets } from '../../../src/services/system/log-budgets.js';

/** Budgets of the log without limits. */
export const noLogBudgets: LogBudgets = {
  take: () => undefined,
  giveBack: () => undefined,
  count: () => undefined,
  hasRoom: () => true,
  flush: () => Promise.resolve(),
};
