import { success, type Result } from '../../errors.js';
import { ruleErrors } from './messages.js';
import type { UnnamedRuleInput } from '../../schema/alert-rules/alert-rule.js';
import { PREVIEW_DAYS, type RulePreview } from '../../schema/alert-rules/rule-preview.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import { readRule } from './alert-rules.js';
import { createPreviewRun, type PreviewRun } from './preview-run.js';
import { createTally, type Tally } from './preview-tally.js';
import { canManageAlertRules, manageRefusal } from './zones.js';

/** What a rule would have raised in the last days, from the history; nothing is stored. */
export type RulePreviews = {
  /** takes some seconds; `isGone`: no client waits for it any more */
  readonly preview: (user: User, input: UnnamedRuleInput, isGone: () => boolean) => Promise<Result<RulePreview>>;
};

export type RulePreviewsOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly time: Pick<Time, 'now' | 'monotonic' | 'timeZone'>;
};

const DAY_MS = 86_400_000;
/** A preview that has not read everything by then holds for less. */
const BUDGET_MS = 4_000;
/** Days that are tried: all devices for a short time say more than some devices for a long time. */
const PERIODS = [PREVIEW_DAYS, 4, 2, 1] as const;
/** What is counted in this time shows how long the rest will take. */
const PROBE_MS = 300;
const MAX_PROBE_MS = 1_500;

export function createRulePreviews({ store, time }: RulePreviewsOptions): RulePreviews {
  return {
    async preview(user, input, isGone) {
      if (!canManageAlertRules(user)) return manageRefusal();
      const fields = readRule({ ...input, name: input.name ?? 'preview' }, store.state);
      if (!fields.ok) return fields;
      const to = time.now();
      const stamp = new Date(to).toISOString();
      const rule = { ...fields.value, id: 'preview', creation: stamp, lastModified: stamp };
      const startedAt = time.monotonic();
      const elapsed = (): number => time.monotonic() - startedAt;
      const run = createPreviewRun({ store, time, rule, to });
      if (rule.type === 'noFix') return success(notInHistory(run, to));
      const found = await countLongest(run, elapsed, isGone);
      if (isGone()) return ruleErrors.previewClosed();
      return success(viewOf(found, run, to, rule.type === 'silent'));
    },
  };
}

type Found = { readonly days: number; readonly tally: Tally };

/** Begins with the longest time, and again with a shorter one while the longer one is likely to take too long. */
async function countLongest(run: PreviewRun, elapsed: () => number, isGone: () => boolean): Promise<Found> {
  const { devicesTotal: total } = run;
  let days: number = PREVIEW_DAYS;
  for (;;) {
    const tally = createTally();
    const startedAt = elapsed();
    let shorter: number | undefined;
    await run.count(tally, days * DAY_MS, (done) => {
      const [now, spent] = [elapsed(), elapsed() - startedAt];
      if (isGone() || now > BUDGET_MS) return true;
      if (days === 1 || spent < PROBE_MS || now > MAX_PROBE_MS) return false;
      const perDay = spent / (done * days);
      if (now + perDay * days * (total - done) <= BUDGET_MS) return false;
      shorter = PERIODS.find((period) => period < days && now + perDay * period * total <= BUDGET_MS) ?? 1;
      return true;
    });
    if (shorter === undefined) return { days, tally };
    days = shorter;
  }
}

function viewOf({ days, tally }: Found, run: PreviewRun, to: number, isSilent: boolean): RulePreview {
  return {
    alerts: tally.alerts(),
    ...period(to, days),
    devices: tally.devices(),
    devicesTotal: run.devicesTotal,
    complete: days === PREVIEW_DAYS && tally.devices() === run.devicesTotal,
    ...(isSilent && { reason: 'restarts_unknown' as const }),
    newest: tally.newest(),
  };
}

/** History has locations and alerts: a report without both leaves nothing to count. */
const notInHistory = ({ devicesTotal }: PreviewRun, to: number): RulePreview => ({
  ...{ alerts: null, ...period(to, PREVIEW_DAYS), devices: 0, devicesTotal, complete: false },
  ...{ reason: 'not_in_history', newest: [] },
});

const period = (to: number, days: number): Pick<RulePreview, 'from' | 'to'> => ({
  from: new Date(to - days * DAY_MS).toISOString(),
  to: new Date(to).toISOString(),
});
