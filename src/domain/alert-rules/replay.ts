import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { Location } from '../../schema/records/location.js';
import { unfitOf } from '../records/unfit.js';
import { nextInterval } from '../records/usual-interval.js';
import { createEvaluator } from './index.js';
import { evaluateInHours, PLACE_TYPES, recordAt, recordOf, recordWithoutPlace, type RuleZones } from './rule-record.js';
import type { Progress, Raised, RuleRecord } from './rule-state.js';
import { maxSilence } from './silent.js';

/** An alert of the past; `at`: ms since 1970. */
export type ReplayedAlert = Raised & { readonly at: number };

/** One rule and the records of one device in order of time, as if the rule had been made before the first of them. */
export type Replay = {
  readonly location: (location: Location) => void;
  /** any report, ms since 1970; a location is one too */
  readonly report: (at: number) => void;
  /** no more reports up to this time */
  readonly end: (at: number) => void;
};

export type ReplayOptions = {
  readonly rule: AlertRule;
  readonly zones: RuleZones;
  readonly timeZone: string;
  readonly onAlert: (alert: ReplayedAlert) => void;
};

type Evaluate = (record: RuleRecord) => void;

export function createReplay(options: ReplayOptions): Replay {
  const { rule, timeZone, onAlert } = options;
  let state: Progress | undefined;
  const evaluator = createEvaluator(rule);
  const evaluate: Evaluate = (record) => {
    const step = evaluateInHours(evaluator, state, record, timeZone);
    ({ state } = step);
    for (const raised of step.alerts) onAlert({ ...raised, at: record.at });
  };
  return rule.type === 'silent' ? replaySilence(rule, evaluate) : replayLocations(options, evaluate);
}

/** History has no marks from before there were any, so each fix is judged as a new one. */
function replayLocations({ rule, zones }: ReplayOptions, evaluate: Evaluate): Replay {
  let previous: Location | undefined;
  let doubt: Location | undefined;
  return {
    location(location) {
      const unfit = unfitOf(location, previous, doubt);
      if (unfit === 'jump') doubt = location;
      if (unfit !== undefined) {
        if (!PLACE_TYPES.has(rule.type)) evaluate(recordWithoutPlace(location, unfit));
        return;
      }
      evaluate(recordOf(location, previous, zones));
      previous = location;
      doubt = undefined;
    },
    report: () => undefined,
    end: () => undefined,
  };
}

/** Between two reports, the clock is looked at once: when the device has been silent for too long. */
function replaySilence(rule: Parameters<typeof maxSilence>[0], evaluate: Evaluate): Replay {
  let last: number | undefined;
  let usualInterval: number | undefined;

  function waitUntil(at: number): void {
    if (last === undefined) return;
    const silence = maxSilence(rule, usualInterval);
    if (at - last >= silence) evaluate({ ...recordAt(last + silence), silence, usualInterval });
  }

  function report(at: number): void {
    waitUntil(at);
    evaluate(recordAt(at));
    usualInterval = nextInterval(usualInterval, last, at);
    last = at;
  }

  return {
    location: ({ dateTime }) => {
      report(Date.parse(dateTime));
    },
    report,
    end: waitUntil,
  };
}
