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
import { createDeviceQueues, type DeviceQueues } from './device-queue.js';
import { evaluateRecords, evaluateSilence, type EvaluationOptions } from './evaluate-records.js';
import type { DeviceView, Evaluated } from './evaluated.js';
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
  const runner: Runner = {
    ...options,
    compiled,
    evaluation: { state, time, attentionNames },
    contacts: createContacts(time.monotonic),
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
      // Without rules and zones, this is all that they cost.
      if (state.alertRules.size === 0 && state.zones.size === 0) return appendWithMessages(records, [], by);
      const deviceId = records[0]?.v.deviceId ?? '';
      const isContact = records.some(({ v }) => v.source.protocol !== GATEWAY_SOURCE.protocol);
      if (isContact && runner.compiled().hasSilent) runner.contacts.note(deviceId);
      return add(runner, deviceId, records, by, (view) =>
        evaluateRecords(runner.evaluation, runner.compiled(), view, records),
      );
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

/** Records of a device, or none where only its silence is evaluated. */
function add(
  runner: Runner,
  deviceId: string,
  records: readonly TrackerChange[],
  by: ChangeOwner | undefined,
  evaluate: (view: DeviceView) => Evaluated,
): Promise<void> {
  const { queues, appendWithMessages, totals } = runner;
  return queues.add(deviceId, {
    evaluate: (view) => evaluateSafely(runner, () => evaluate(view)),
    append({ alerts, others }) {
      if (alerts.length + others.length + records.length === 0) return undefined;
      const mayBeOvertaken = alerts.length > 0 || records.some(({ kind }) => kind === 'alert');
      if (alerts.length === 0) return { stored: appendWithMessages(records, others, by), mayBeOvertaken };
      const stored = appendWithMessages([...records, ...alerts], others, by).then(() => {
        totals.countStored(alerts);
      });
      return { stored, mayBeOvertaken };
    },
  });
}

/** A record is stored whatever the rules make of it. */
function evaluateSafely({ logger, totals }: Runner, evaluate: () => Evaluated): Evaluated {
  try {
    return totals.measure(evaluate);
  } catch (error) {
    logger.error(error);
    return { alerts: [], others: [] };
  }
}

/** Only while the clock is trusted: an alert has a time. */
async function checkSilence(runner: Runner): Promise<void> {
  const { store, time, contacts, compiled, evaluation, logger } = runner;
  const { devices, lastSeen, inherited } = store.state;
  if (time.quality() === 'none' || !compiled().hasSilent) return;
  contacts.keepOnly((deviceId) => devices.has(deviceId));
  for (const deviceId of [...devices.keys()]) {
    // A device that never reported is not silent.
    if (!lastSeen.has(deviceId) || inherited.get(deviceId)?.contact === true) continue;
    if (contacts.silenceOf(deviceId) < SILENCE_CHECK_MS) continue;
    try {
      await add(runner, deviceId, [], undefined, (view) =>
        evaluateSilence(evaluation, compiled(), deviceId, view, contacts.silenceOf(deviceId)),
      );
    } catch (error) {
      logger.warn({ deviceId, reason: messageOf(error) }, 'alert for a silent device not stored');
      return;
    }
  }
}
