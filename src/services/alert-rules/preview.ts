import { failure, success, type Failure, type Result } from '../../errors.js';
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
const PERIODS = [PREVIEW_DAYS, 4, 2];
/** How much longer than the days before a longer time may take. */
const MARGIN = 1.25;

export function createRulePreviews({ store, time }: RulePreviewsOptions): RulePreviews {
  return {
    async preview(user, input, isGone) {
      if (!canManageAlertRules(user)) return manageRefusal;
      const fields = readRule({ ...input, name: input.name ?? 'preview' }, store.state);
      if (!fields.ok) return fields;
      const to = time.now();
      const stamp = new Date(to).toISOString();
      const rule = { ...fields.value, id: 'preview', creation: stamp, lastModified: stamp };
      const startedAt = time.monotonic();
      const elapsed = (): number => time.monotonic() - startedAt;
      const isDue = (): boolean => isGone() || elapsed() > BUDGET_MS;
      const run = createPreviewRun({ store, time, rule, to, isDue });
      if (rule.type === 'noFix') return success(notInHistory(run, to));
      const found = await longest(run, elapsed);
      if (isGone()) return GONE;
      return success(viewOf(found, run, to, rule.type === 'silent'));
    },
  };
}

const GONE: Failure = failure('conflict', 'the connection was closed before the preview was made');

type Found = { readonly days: number; readonly tally: Tally };

/** The last day first. Then as many days as the time is likely to suffice for, from their start. */
async function longest(run: PreviewRun, elapsed: () => number): Promise<Found> {
  let found: Found = { days: 1, tally: createTally() };
  let isWhole = await run.count(found.tally, DAY_MS);
  let perDay = elapsed();
  while (isWhole) {
    const startedAt = elapsed();
    const days = PERIODS.find((more) => more > found.days && startedAt + more * perDay * MARGIN <= BUDGET_MS);
    if (days === undefined) break;
    const tally = createTally();
    isWhole = await run.count(tally, days * DAY_MS);
    // What was counted of a longer time would hold for fewer devices.
    if (isWhole) found = { days, tally };
    perDay = (elapsed() - startedAt) / days;
  }
  return found;
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
