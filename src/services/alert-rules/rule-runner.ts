import { msOf } from '../../domain/clock/instant.js';
import { judgeRecords } from '../../domain/records/judge-records.js';
import { GATEWAY_SOURCE } from '../../domain/messages/limit-alerts.js';
import type { TrackerChange } from '../../schema/entry.js';
import type { ChangeOwner, Store } from '../../store/store.js';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Timers } from '../../time/clock.js';
import type { AlertMessages } from '../outbox/alert-messages.js';
import type { Time } from '../time/time.js';
import { createCompiledRules, type CompiledRules } from './compiled-rules.js';
import { createContacts, type Contacts } from './contacts.js';
import { createDeviceQueues, type Appended, type DeviceQueues } from './device-queue.js';
import { evaluateRecords, evaluateSilence, type EvaluationOptions, type Found } from './evaluate-records.js';
import type { Evaluated } from './evaluated.js';
import { createRunTime, type RunTime } from './run-time.js';
import { createRuleTotals, type RuleTotals, type RuleTotalsCounter } from './rule-totals.js';

/** Evaluates the alert rules and zones. */
export type RuleRunner = {
  /** Stores records of a device, and in the same append what the rules make of them. */
  readonly append: (records: readonly TrackerChange[], by?: ChangeOwner) => Promise<void>;
  readonly totals: () => RuleTotals;
  /** Looks for silent devices from now on. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type RuleRunnerOptions = {
  readonly store: Pick<Store, 'state' | 'subscribe'>;
  readonly appendWithMessages: AlertMessages['appendWithMessages'];
  readonly time: Pick<Time, 'now' | 'latestNow' | 'timeZone' | 'monotonic' | 'quality'>;
  readonly timers: Pick<Timers, 'after'>;
  readonly attentionNames: () => readonly string[];
  readonly logger: Pick<Logger, 'warn' | 'error'>;
};

type Runner = RuleRunnerOptions & {
  readonly compiled: () => CompiledRules;
  readonly evaluation: EvaluationOptions;
  readonly runTime: RunTime;
  readonly contacts: Contacts;
  readonly totals: RuleTotalsCounter;
  readonly queues: DeviceQueues;
};

/** How often silent devices are looked for. */
const SILENCE_CHECK_MS = 30_000;

export function createRuleRunner(options: RuleRunnerOptions): RuleRunner {
  const { store, appendWithMessages, time, timers, attentionNames } = options;
  const { state } = store;
  const compiled = createCompiledRules(store);
  const runTime = createRunTime({ state, time, append: (change) => appendWithMessages([], [change]) });
  const evaluation = { state, time, attentionNames };
  const runner: Runner = {
    ...options,
    compiled,
    evaluation,
    runTime,
    contacts: createContacts(time.monotonic, (deviceId) => {
      const { at } = state.lastSeen.get(deviceId) ?? {};
      // A rule is not older than itself.
      return at === undefined ? 0 : runTime.since(Math.max(msOf(at), compiled().silentSince ?? 0));
    }),
    totals: createRuleTotals(state.alertRules, time.monotonic),
    queues: createDeviceQueues({ state, compiled }),
  };
  let cancel: (() => void) | undefined;
  let checking: Promise<void> = Promise.resolve();

  function schedule(): void {
    cancel = timers.after(SILENCE_CHECK_MS, () => {
      checking = checkSilence(runner).finally(() => {
        if (cancel !== undefined) schedule();
      });
    });
  }

  return {
    append(records, by) {
      const deviceId = records[0]?.v.deviceId ?? '';
      // Without rules and zones, all that is done is to judge the fix.
      const isRuled = state.alertRules.size > 0 || state.zones.size > 0;
      if (isRuled && compiled().silentSince !== undefined && records.some(isContact)) runner.contacts.note(deviceId);
      return runner.queues.add(deviceId, {
        evaluate(view) {
          const { records: judged, last, doubt } = judgeRecords(records, view);
          const found = isRuled
            ? evaluate(runner, (rules) => evaluateRecords(evaluation, rules, view, judged))
            : NOTHING;
          const { states, visits } = found.view ?? view;
          return { records: judged, alerts: found.alerts, others: found.others, view: { states, visits, last, doubt } };
        },
        append: (evaluated) =>
          appendEvaluated(runner, evaluated, { by, isRuled, isMarked: evaluated.records !== records }),
      });
    },
    totals: runner.totals.current,
    start: schedule,
    async stop() {
      cancel?.();
      cancel = undefined;
      await checking;
    },
  };
}

const isContact = ({ v }: TrackerChange): boolean => v.source.protocol !== GATEWAY_SOURCE.protocol;

type AppendOptions = { readonly by?: ChangeOwner | undefined; readonly isRuled: boolean; readonly isMarked: boolean };

function appendEvaluated(
  { appendWithMessages, totals }: Runner,
  { records, alerts, others }: Evaluated,
  { by, isRuled, isMarked }: AppendOptions,
): Appended | undefined {
  if (alerts.length + others.length + records.length === 0) return undefined;
  const mayBeOvertaken = alerts.length > 0 || (isRuled && records.some(({ kind }) => kind === 'alert'));
  const all = alerts.length === 0 ? records : [...records, ...alerts];
  const stored = appendWithMessages(all, others, by);
  if (alerts.length === 0 && !isMarked) return { stored, mayBeOvertaken };
  return {
    stored: stored.then(() => {
      totals.countStored(all);
    }),
    mayBeOvertaken,
  };
}

const NOTHING: Found = { alerts: [], others: [] };

/** A record is stored whatever the rules make of it. */
function evaluate({ logger, totals, compiled }: Runner, find: (rules: CompiledRules) => Found): Found {
  try {
    return totals.measure(() => find(compiled()));
  } catch (error) {
    logger.error(error);
    return NOTHING;
  }
}

/** Only while the clock is trusted: an alert has a time. */
async function checkSilence(runner: Runner): Promise<void> {
  const { store, time, contacts, compiled, logger } = runner;
  const { devices, lastSeen, inherited } = store.state;
  if (time.quality() === 'none' || compiled().silentSince === undefined) return;
  contacts.keepOnly((deviceId) => devices.has(deviceId));
  // A device that never reported is not silent.
  const known = [...devices.keys()].filter((id) => lastSeen.has(id) && inherited.get(id)?.contact !== true);
  if (known.some((deviceId) => isCounting(runner, deviceId))) await runner.runTime.note();
  for (const deviceId of known) {
    if (contacts.silenceOf(deviceId) < SILENCE_CHECK_MS) continue;
    try {
      await addSilence(runner, deviceId);
    } catch (error) {
      logger.warn({ deviceId, reason: messageOf(error) }, 'alert for a silent device not stored');
      return;
    }
  }
}

/** A rule waits for the device to be silent. */
function isCounting({ compiled, store }: Runner, deviceId: string): boolean {
  const { rules, silent } = compiled().rulesOf(deviceId);
  const states = store.state.ruleStates.get(deviceId);
  return silent.some((index) => states?.[rules[index]?.rule.id ?? '']?.level !== 'silent');
}

function addSilence(runner: Runner, deviceId: string): Promise<void> {
  const { contacts, evaluation, queues } = runner;
  return queues.add(deviceId, {
    evaluate: (view) => ({
      ...evaluate(runner, (rules) => evaluateSilence(evaluation, rules, deviceId, view, contacts.silenceOf(deviceId))),
      records: [],
    }),
    append: (evaluated) => appendEvaluated(runner, evaluated, { isRuled: true, isMarked: false }),
  });
}
