import {
  evaluateInHours,
  isLate,
  recordAt,
  recordOf,
  recordWithoutPlace,
  type RuleZones,
} from '../../domain/alert-rules/rule-record.js';
import type { Raised, RuleRecord } from '../../domain/alert-rules/rule-state.js';
import { msOf } from '../../domain/clock/instant.js';
import { GATEWAY_SOURCE } from '../../domain/messages/limit-alerts.js';
import { isFuture } from '../../domain/records/last-location.js';
import { markAttention } from '../../domain/records/alert.js';
import { exitBuffer } from '../../domain/zones/exit-buffer.js';
import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { RuleState } from '../../schema/alert-rules/rule-progress.js';
import type { Change, LocationRecord, TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import type { CompiledRules, RuleSet } from './compiled-rules.js';
import type { DeviceView, Evaluated } from './evaluated.js';

export type EvaluationOptions = {
  readonly state: Store['state'];
  readonly time: Pick<Time, 'now' | 'latestNow' | 'timeZone'>;
  readonly attentionNames: () => readonly string[];
};

/** One device while its records are evaluated. */
type Evaluation = {
  readonly options: EvaluationOptions;
  readonly deviceId: string;
  readonly set: RuleSet;
  readonly zones: RuleZones;
  /** before these records */
  readonly view: DeviceView;
  /** of each rule, before these records */
  readonly before: Progresses;
  /** of each rule, with what these records change: a copy once they change anything */
  progress: Progresses;
  /** since when, by zone: a copy once the records change anything */
  visits: DeviceView['visits'];
  readonly alerts: TrackerChange[];
  readonly changedVisits: Change[];
  last: Location | undefined;
};

type Progresses = ReturnType<CompiledRules['progressOf']>;

/** What rules and zones add to the records. */
export type Found = Omit<Evaluated, 'records'>;

const NOTHING: Found = { alerts: [], others: [] };

function startEvaluation(
  options: EvaluationOptions,
  compiled: CompiledRules,
  deviceId: string,
  view: DeviceView,
): Evaluation {
  const { state } = options;
  const set = compiled.rulesOf(deviceId);
  const before = compiled.progressOf(deviceId, view.states);
  return {
    options,
    deviceId,
    set,
    zones: { index: compiled.index, nameOf: (zoneId) => state.zones.get(zoneId)?.name ?? zoneId },
    view,
    before,
    progress: before,
    visits: view.visits,
    alerts: [],
    changedVisits: [],
    last: view.last,
  };
}

function resultOf({ deviceId, set, view, before, progress, visits, alerts, changedVisits, last }: Evaluation): Found {
  if (progress === before && changedVisits.length === 0 && alerts.length === 0)
    return last === view.last ? NOTHING : { ...NOTHING, view: { ...view, last } };
  const changed: Record<string, RuleState> = {};
  for (const [index, { rule }] of set.rules.entries()) {
    const state = progress[index];
    if (state !== undefined && state !== before[index]) changed[rule.id] = state;
  }
  const states = Object.entries(changed).map(([rule, state]): Change => ({
    kind: 'rule-state',
    v: { rule, deviceId, state },
  }));
  return {
    alerts,
    others: [...changedVisits, ...states],
    view: { ...view, states: progress === before ? view.states : { ...view.states, ...changed }, visits, last },
  };
}

/** In the order of their own time. Records are judged before; those older than the last location change nothing. */
export function evaluateRecords(
  options: EvaluationOptions,
  compiled: CompiledRules,
  view: DeviceView,
  records: readonly TrackerChange[],
): Found {
  const [first] = records;
  if (first === undefined) return NOTHING;
  const evaluation = startEvaluation(options, compiled, first.v.deviceId, view);
  const fixes: LocationRecord[] = [];
  let hasLocation = false;
  for (const record of records) {
    if (record.kind !== 'location') continue;
    hasLocation = true;
    if (record.v.future !== true) fixes.push(record.v);
  }
  if (fixes.length > 1) fixes.sort(byTime);
  for (const fix of fixes) evaluateFix(evaluation, fix);
  if (!hasLocation) evaluateWithoutFix(evaluation, records);
  const { silent } = evaluation.set;
  if (silent.length > 0) stepEach(evaluation, silent, recordAt(options.time.now()));
  return resultOf(evaluation);
}

/** A device that has not reported; `silence`: ms since its last report. */
export function evaluateSilence(
  options: EvaluationOptions,
  compiled: CompiledRules,
  deviceId: string,
  view: DeviceView,
  silence: number,
): Found {
  const evaluation = startEvaluation(options, compiled, deviceId, view);
  const usualInterval = options.state.lastSeen.get(deviceId)?.intervalMs;
  stepEach(evaluation, evaluation.set.silent, { ...recordAt(options.time.now()), silence, usualInterval });
  return resultOf(evaluation);
}

const byTime = ({ location: a }: LocationRecord, { location: b }: LocationRecord): number =>
  a.dateTime < b.dateTime ? -1 : a.dateTime > b.dateTime ? 1 : 0;

/** A fix that does not count leaves the values of its record. */
function evaluateFix(evaluation: Evaluation, { location, unfit }: LocationRecord): void {
  const { last, zones, visits } = evaluation;
  if (isLate(location.dateTime, last)) return;
  if (unfit !== undefined) {
    stepEach(evaluation, evaluation.set.ofValues, recordWithoutPlace(location, unfit));
    return;
  }
  const record = recordOf(location, last, zones);
  if (!isSameVisits(visits, record.zones)) followVisits(evaluation, record, location);
  stepEach(evaluation, evaluation.set.located, record);
  evaluation.last = location;
}

/** A report that has no position at all; what is posted over HTTP is none of a tracker. */
function evaluateWithoutFix(evaluation: Evaluation, records: readonly TrackerChange[]): void {
  const { last, options } = evaluation;
  const now = options.time.latestNow();
  const reports = records.filter(({ v }) => v.source.protocol !== 'http' && v.source.protocol !== 'gateway');
  const times = reports.flatMap((record) =>
    record.kind === 'alert' ? [record.v.alert.dateTime] : record.kind === 'telemetry' ? [record.v.dateTime] : [],
  );
  for (const dateTime of times.sort()) {
    if (isLate(dateTime, last) || isFuture({ dateTime }, now)) continue;
    stepEach(evaluation, evaluation.set.noFix, recordAt(msOf(dateTime)));
  }
}

function stepEach(evaluation: Evaluation, indexes: readonly number[], record: RuleRecord): void {
  for (const index of indexes) step(evaluation, index, record);
}

function step(evaluation: Evaluation, index: number, record: RuleRecord): void {
  const { options, set } = evaluation;
  const compiled = set.rules[index];
  if (compiled === undefined) return;
  const { rule, revision } = compiled;
  const before = evaluation.progress[index];
  const { state, alerts } = evaluateInHours(compiled, before, record, options.time.timeZone);
  if (state !== undefined && state !== before)
    evaluation.progress = evaluation.progress.with(index, { ...state, revision });
  for (const raised of alerts) evaluation.alerts.push(alertOf(evaluation, rule, record, raised));
}

function alertOf(
  { deviceId, last, options }: Evaluation,
  rule: AlertRule,
  { at, location, unfit }: RuleRecord,
  { name, text }: Raised,
): TrackerChange {
  const nearest = unfit === undefined ? (location ?? last) : last;
  const place = nearest && { latitude: nearest.latitude, longitude: nearest.longitude };
  const alert = { dateTime: new Date(at).toISOString(), alerts: [name], ...place, text };
  const marked = rule.attention
    ? { ...alert, attention: true as const }
    : markAttention(alert, options.attentionNames());
  return { kind: 'alert', v: { deviceId, alert: marked, source: { ...GATEWAY_SOURCE, rule: rule.id } } };
}

/** Most records change no visit, and are to cost nothing. */
function isSameVisits(visits: DeviceView['visits'], zones: ReadonlySet<string>): boolean {
  let count = 0;
  for (const zone in visits) {
    if (!zones.has(zone)) return false;
    count += 1;
  }
  return count === zones.size;
}

/** A device has left a zone once it is beyond its edge by the accuracy of the fix. */
function followVisits(evaluation: Evaluation, { zones, near }: RuleRecord, location: Location): void {
  const { deviceId, changedVisits } = evaluation;
  const { dateTime, accuracy } = location;
  const visits = new Map(Object.entries(evaluation.visits));
  const changes = changedVisits.length;
  const note = (zone: string, isInside: boolean): void => {
    changedVisits.push({ kind: 'zone-visit', v: { deviceId, zone, dateTime, isInside } });
  };
  for (const zone of zones) {
    if (visits.has(zone)) continue;
    visits.set(zone, dateTime);
    note(zone, true);
  }
  for (const zone of visits.keys()) {
    if (zones.has(zone) || near(exitBuffer(accuracy)).has(zone)) continue;
    visits.delete(zone);
    note(zone, false);
  }
  if (changedVisits.length > changes) evaluation.visits = Object.fromEntries(visits);
}
