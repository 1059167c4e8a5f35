import { storedEntries } from '../measure/stored.js';
import type { Consumed } from './consumer.js';
import { ALARM } from './fleet.js';
import { entriesOf, type RulesSince } from './mails.js';
import {
  alarmedIds,
  countOf,
  INTERVAL,
  MINUTE_MS,
  posterIds,
  receiverIds,
  STEP_MS,
  timeOf,
  trackerIds,
  type Plan,
} from './plan.js';
import { createTally, type Counts, type Tally } from './tally.js';

/** Compares what is stored with what was acknowledged and what the broker's subscriber got. */

export type Stored = {
  readonly locations: Tally;
  /** by device, time and name or rule */
  readonly alerts: ReadonlyMap<string, number>;
  /** numbers of the entries of alerts */
  readonly alertNumbers: readonly number[];
  /** records that are not of the plan */
  readonly strange: readonly string[];
};

const alertKey = (deviceId: string, dateTime: string, name: string): string => `${deviceId} ${dateTime} ${name}`;

export function readStored(plan: Plan, data: string): Stored {
  const locations = createTally(plan);
  const alerts = new Map<string, number>();
  const alertNumbers: number[] = [];
  const strange: string[] = [];
  for (const entry of storedEntries(data)) {
    if (entry.kind === 'location') {
      const { deviceId, location } = entry.v;
      if (!locations.add(deviceId, location.dateTime)) strange.push(`${deviceId} ${location.dateTime}`);
    } else if (entry.kind === 'alert') {
      const { deviceId, alert, source } = entry.v;
      const key = alertKey(deviceId, alert.dateTime, source.rule ?? alert.alerts.join());
      alerts.set(key, (alerts.get(key) ?? 0) + 1);
      alertNumbers.push(entry.n);
    }
  }
  return { locations, alerts, alertNumbers, strange };
}

/** Faults of the records, and how many there are of each. */
export type Faults = ReadonlyMap<string, { readonly count: number; readonly example: string }>;

function createFaults() {
  const faults = new Map<string, { count: number; readonly example: string }>();
  return {
    faults,
    add: (what: string, example: string): void => {
      const known = faults.get(what);
      if (known === undefined) faults.set(what, { count: 1, example });
      else known.count += 1;
    },
  };
}
type Add = ReturnType<typeof createFaults>['add'];

export type Compared = {
  readonly plan: Plan;
  readonly acknowledged: Counts;
  /** fixes that the ports took */
  readonly sent: Counts;
  readonly stored: Stored;
  readonly consumed: Consumed;
  /** in which fixes of the receivers may be lost, minutes */
  readonly breaks: readonly { readonly from: number; readonly to: number }[];
  readonly rule: string;
  readonly rulesSince: RulesSince;
};

export function compareRecords(compared: Compared): Faults {
  const { plan, acknowledged, stored, consumed } = compared;
  const { faults, add } = createFaults();
  for (const [id, counts] of stored.locations.counts) {
    const [owed, arrived] = [acknowledged.get(id), consumed.locations.get(id)];
    for (const [index, count] of counts.entries()) {
      const example = `${id}, fix ${index}`;
      if ((owed?.[index] ?? 0) > 0 && count === 0) add('acknowledged and not stored', example);
      if (count > 1) add('stored more than once', example);
      if (count > 0 && (arrived?.[index] ?? 0) === 0) add('stored and not at the broker', example);
      if (count === 0 && (arrived?.[index] ?? 0) > 0) add('at the broker and not stored', example);
    }
  }
  for (const id of [...posterIds(plan), ...trackerIds(plan)]) {
    for (const [index, count] of (acknowledged.get(id) ?? []).entries())
      if (count === 0) add('never acknowledged', `${id}, fix ${index}`);
  }
  for (const record of stored.strange) add('stored and never sent', record);
  for (const record of consumed.strange) add('at the broker and never sent', record);
  for (const id of receiverIds(plan)) compareReceiver(id, compared, add);
  compareAlerts(compared, add);
  return faults;
}

/** minutes after a start in which the ports are opened again and what came before is read */
const REOPENING_MINUTES = 15;

/** Of the fixes that a port took, one per interval is stored. */
function compareReceiver(id: string, { sent, stored, breaks, plan }: Compared, add: Add): void {
  const [own, taken] = [stored.locations.counts.get(id) ?? new Uint8Array(), sent.get(id) ?? new Uint8Array()];
  const perInterval = (INTERVAL * 1000) / STEP_MS.receiver;
  const isInBreak = (index: number): boolean => {
    const minute = (index * STEP_MS.receiver) / MINUTE_MS;
    return breaks.some(({ from, to }) => minute >= from - 1 && minute <= to + REOPENING_MINUTES);
  };
  let before = -1;
  for (let index = 0; index < countOf('receiver', plan); index += 1) {
    if ((own[index] ?? 0) === 0) {
      const isLate = index - before > perInterval && (taken[index] ?? 0) > 0 && !isInBreak(index);
      if (isLate) add('an interval of a receiver without a stored fix', `${id}, fix ${index}`);
      if (isLate) before = index;
      continue;
    }
    before = index;
    if ((taken[index] ?? 0) === 0) add('stored and not sent to the port', `${id}, fix ${index}`);
  }
}

/** Raised by the last email of a date. */
const isLimitAlert = (key: string): boolean => / EmailLimit\d+$/.test(key);

/** Each posted alert and each entry into the yard is stored as one alert, and has arrived. */
function compareAlerts({ plan, stored, consumed, rule, rulesSince }: Compared, add: Add): void {
  const due = new Set<string>();
  const possible = new Set<string>();
  for (const [i, id] of posterIds(plan).entries()) {
    const entries = entriesOf(plan, i, rulesSince);
    const keyOf = (n: number): string => alertKey(id, new Date(timeOf('poster', i, n)).toISOString(), rule);
    for (const n of entries.due) due.add(keyOf(n));
    for (const n of entries.possible) possible.add(keyOf(n));
  }
  for (const [i, id] of alarmedIds(plan).entries()) {
    for (const { minute } of plan.alarms)
      due.add(alertKey(id, new Date(timeOf('poster', i, minute)).toISOString(), ALARM));
  }
  for (const key of due) if (!stored.alerts.has(key)) add('an alert that was due is not stored', key);
  for (const [key, count] of stored.alerts) {
    if (count > 1) add('an alert is stored more than once', key);
    if (!due.has(key) && !possible.has(key) && !isLimitAlert(key)) add('an alert that was not due is stored', key);
  }
  const arrived = new Set(consumed.alerts.map((id) => Number(id.slice(id.lastIndexOf(':') + 1))));
  for (const n of stored.alertNumbers) if (!arrived.has(n)) add('an alert is stored and not at the broker', String(n));
}
