import { evaluateInHours, isLate, recordAt, recordOf, type RuleZones } from '../../domain/alert-rules/rule-record.js';
import type { Raised, RuleRecord } from '../../domain/alert-rules/rule-state.js';
import { msOf } from '../../domain/clock/instant.js';
import { GATEWAY_SOURCE } from '../../domain/messages/limit-alerts.js';
import { isFuture } from '../../domain/records/last-location.js';
import { markAttention } from '../../domain/records/alert.js';
import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { RuleState } from '../../schema/alert-rules/rule-progress.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import type { CompiledRule, CompiledRules } from './compiled-rules.js';

/** What the rules make of the records of a device: stored in the same append. */
export type Evaluated = { readonly alerts: readonly TrackerChange[]; readonly others: readonly Change[] };

export type EvaluationOptions = {
  readonly state: Store['state'];
  readonly time: Pick<Time, 'now' | 'latestNow' | 'timeZone'>;
  readonly attentionNames: () => readonly string[];
};

/** A fix is rarely better than this, m: a device that is only that far out of a zone has not left it. */
const MIN_BUFFER = 20;

/** One device while its records are evaluated. */
type Evaluation = EvaluationOptions & {
  readonly deviceId: string;
  readonly rules: readonly CompiledRule[];
  readonly zones: RuleZones;
  /** as stored, by rule */
  readonly states: Readonly<Record<string, RuleState>>;
  /** those that these records change */
  readonly changedStates: Map<string, RuleState>;
  /** since when, by zone; made when the device is in one */
  visits: Map<string, string> | undefined;
  readonly alerts: TrackerChange[];
  readonly changedVisits: Change[];
  last: Location | undefined;
};

function startEvaluation(options: EvaluationOptions, compiled: CompiledRules, deviceId: string): Evaluation {
  const { state } = options;
  const isInherited = state.inherited.get(deviceId)?.location === true;
  return {
    ...options,
    deviceId,
    rules: compiled.rulesOf(deviceId),
    zones: { index: compiled.index, nameOf: (zoneId) => state.zones.get(zoneId)?.name ?? zoneId },
    states: state.ruleStates.get(deviceId) ?? {},
    changedStates: new Map(),
    visits: undefined,
    alerts: [],
    changedVisits: [],
    last: isInherited ? undefined : state.lastLocations.get(deviceId),
  };
}

function resultOf({ deviceId, alerts, changedStates, changedVisits }: Evaluation): Evaluated {
  const others = changedVisits;
  for (const [rule, state] of changedStates) others.push({ kind: 'rule-state', v: { rule, deviceId, state } });
  return { alerts, others };
}

/** In the order of their own time. Records older than the last location change nothing. */
export function evaluateRecords(
  options: EvaluationOptions,
  compiled: CompiledRules,
  records: readonly TrackerChange[],
): Evaluated {
  const [first] = records;
  if (first === undefined) return { alerts: [], others: [] };
  const evaluation = startEvaluation(options, compiled, first.v.deviceId);
  const locations = records.flatMap((record) =>
    record.kind === 'location' && record.v.future !== true ? [record.v.location] : [],
  );
  if (locations.length > 1) locations.sort((a, b) => (a.dateTime < b.dateTime ? -1 : a.dateTime > b.dateTime ? 1 : 0));
  for (const location of locations) evaluateLocation(evaluation, location);
  if (records.every(({ kind }) => kind !== 'location')) evaluateWithoutFix(evaluation, records);
  for (const { rule, revision } of evaluation.rules)
    if (rule.type === 'silent') step(evaluation, rule, revision, recordAt(evaluation.time.now()));
  return resultOf(evaluation);
}

/** A device that has not reported; `silence`: ms since its last report. */
export function evaluateSilence(
  options: EvaluationOptions,
  compiled: CompiledRules,
  deviceId: string,
  silence: number,
): Evaluated {
  const evaluation = startEvaluation(options, compiled, deviceId);
  const { state, time, rules } = evaluation;
  const usualInterval = state.lastSeen.get(deviceId)?.intervalMs;
  for (const { rule, revision } of rules)
    if (rule.type === 'silent') step(evaluation, rule, revision, { ...recordAt(time.now()), silence, usualInterval });
  return resultOf(evaluation);
}

function evaluateLocation(evaluation: Evaluation, location: Location): void {
  const { deviceId, last, zones, state, rules } = evaluation;
  if (isLate(location.dateTime, last)) return;
  const record = recordOf(location, last, zones);
  if (record.zones.size > 0 || evaluation.visits !== undefined || state.zoneVisits.has(deviceId))
    followVisits(evaluation, record, location);
  for (const { rule, revision } of rules) if (rule.type !== 'silent') step(evaluation, rule, revision, record);
  evaluation.last = location;
}

/** A report that has no position at all; what is posted over HTTP is none of a tracker. */
function evaluateWithoutFix(evaluation: Evaluation, records: readonly TrackerChange[]): void {
  const { last, rules, time } = evaluation;
  const now = time.latestNow();
  const reports = records.filter(({ v }) => v.source.protocol !== 'http' && v.source.protocol !== 'gateway');
  const times = reports.flatMap((record) =>
    record.kind === 'alert' ? [record.v.alert.dateTime] : record.kind === 'telemetry' ? [record.v.dateTime] : [],
  );
  for (const dateTime of times.sort()) {
    if (isLate(dateTime, last) || isFuture({ dateTime }, now)) continue;
    for (const { rule, revision } of rules)
      if (rule.type === 'noFix') step(evaluation, rule, revision, recordAt(msOf(dateTime)));
  }
}

function step(evaluation: Evaluation, rule: AlertRule, revision: string, record: RuleRecord): void {
  const { states, changedStates, time } = evaluation;
  const stored = (changedStates.size === 0 ? undefined : changedStates.get(rule.id)) ?? states[rule.id];
  const before = stored?.revision === revision ? stored : undefined;
  const { state, alerts } = evaluateInHours(rule, before, record, time.timeZone);
  if (state !== undefined && state !== before) {
    changedStates.set(rule.id, { ...state, revision });
  }
  for (const raised of alerts) evaluation.alerts.push(alertOf(evaluation, rule, record, raised));
}

function alertOf(
  { deviceId, last, attentionNames }: Evaluation,
  rule: AlertRule,
  { at, location = last }: RuleRecord,
  { name, text }: Raised,
): TrackerChange {
  const place = location && { latitude: location.latitude, longitude: location.longitude };
  const alert = { dateTime: new Date(at).toISOString(), alerts: [name], ...place, text };
  const marked = rule.attention ? { ...alert, attention: true as const } : markAttention(alert, attentionNames());
  return { kind: 'alert', v: { deviceId, alert: marked, source: { ...GATEWAY_SOURCE, rule: rule.id } } };
}

/** A device has left a zone once it is beyond its edge by the accuracy of the fix. */
function followVisits(evaluation: Evaluation, { zones, isWithin }: RuleRecord, location: Location): void {
  const { deviceId, changedVisits, state } = evaluation;
  const visits = (evaluation.visits ??= new Map(Object.entries(state.zoneVisits.get(deviceId) ?? {})));
  const { dateTime, accuracy = 0 } = location;
  const note = (zone: string, isInside: boolean): void => {
    changedVisits.push({ kind: 'zone-visit', v: { deviceId, zone, dateTime, isInside } });
  };
  for (const zone of zones) {
    if (visits.has(zone)) continue;
    visits.set(zone, dateTime);
    note(zone, true);
  }
  for (const zone of visits.keys()) {
    if (zones.has(zone) || isWithin(zone, Math.max(MIN_BUFFER, accuracy))) continue;
    visits.delete(zone);
    note(zone, false);
  }
}
