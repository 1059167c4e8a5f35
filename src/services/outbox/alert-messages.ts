import type { AlertNotice } from '../../channels/channel.js';
import { isGatewayDated } from '../../domain/clock/restamp.js';
import { nextSeries, seriesKey, seriesNameOf } from '../../domain/messages/alert-throttle.js';
import { isKnownAlertName } from '../../domain/records/alert-name.js';
import { coversDevice, matchingAlerts } from '../../domain/messages/notification-rule.js';
import {
  addressesOf,
  addressKey,
  recipientsOf,
  type RuleMatch,
  type Recipient,
} from '../../domain/messages/recipients.js';
import { nameAlert } from '../../domain/records/alert-name.js';
import type { Mutex } from '../../mutex.js';
import { CHANNEL_NAMES } from '../../schema/channels.js';
import type { AlertSeries, Change, TrackerChange } from '../../schema/entry.js';
import type { NewMessage } from '../../schema/messages/message.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';
import type { ChangeOwner, Store } from '../../store/store.js';
import type { Time } from '../time/time.js';
import type { ChannelFormats } from './messages.js';
import type { LogBudgets } from '../system/log-budgets.js';
import type { Refusals } from '../system/refusals.js';
import { createTurnQueue } from '../turn-queue.js';
import { createQuotaCheck, type QuotaCheck } from './quota.js';
import type { Waiting } from './waiting.js';

export type AlertMessages = {
  /**
   * Stores records of a device, the messages that their alerts cause, and `others`, all in one append. The messages count
   * against the budget of `by`; left out: of the port that the records came over.
   */
  readonly appendWithMessages: (
    records: readonly TrackerChange[],
    others?: readonly Change[],
    by?: ChangeOwner,
  ) => Promise<void>;
};

export type AlertMessagesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'now' | 'quality' | 'date' | 'timeZone'>;
  readonly formats: ChannelFormats;
  /** s from queueing to expiry: may be changed */
  readonly ttl: () => number;
  readonly waiting: Waiting;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly logBudgets: Pick<LogBudgets, 'hasRoom'>;
  /** serializes the quota check and the append: two messages must not both use the last unit */
  readonly exclusive: Mutex;
};

type AlertChange = Extract<TrackerChange, { kind: 'alert' }>;

/** What the reports of one turn share: the quota that is left, and the series they changed. */
type AlertBatch = { readonly checkQuota: QuotaCheck; readonly series: Map<string, AlertSeries> };

/** `isThrifty`: the owner has used up their budget of the log, so what notifies no one is not stored. */
type ThriftyBatch = AlertBatch & { readonly isThrifty: boolean };

/** Records that wait for their turn. */
type PendingReport = {
  readonly records: readonly TrackerChange[];
  readonly others: readonly Change[];
  readonly by: ChangeOwner | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** Reports stored in one turn, so that they share a sync; more would keep the event loop for too long. */
const MAX_REPORTS = 16;

export function createAlertMessages(options: AlertMessagesOptions): AlertMessages {
  const { store, time, waiting, exclusive } = options;
  const { state } = store;
  const pending = createTurnQueue<PendingReport>();

  async function storePending(): Promise<void> {
    const group = pending.take(MAX_REPORTS);
    if (pending.size() > 0) void exclusive(storePending);
    const checkQuota = createQuotaCheck({ state, waiting, today: time.date });
    const batch = { checkQuota, series: new Map<string, AlertSeries>() };
    await Promise.all(group.map((report) => storeReport(report, batch).then(report.resolve, report.reject)));
  }

  /** The alerts and their messages in one append. */
  async function storeReport({ records, others, by }: PendingReport, batch: AlertBatch): Promise<void> {
    const isThrifty = by !== undefined && !options.logBudgets.hasRoom(by);
    const changes = records.flatMap((record) =>
      record.kind === 'alert' ? withMessages(record, { ...batch, isThrifty }, options) : [record],
    );
    await store.append([...others, ...changes], by);
  }

  return {
    async appendWithMessages(records, others = [], by = portOf(records)) {
      if (!records.some((record) => record.kind === 'alert' && matchingRules(record, state).length > 0)) {
        await store.append([...others, ...records]);
        return;
      }
      await new Promise<void>((resolve, reject) => {
        // The devices take turns, so the alert of one does not wait behind a flood of another.
        pending.add(records[0]?.v.deviceId ?? '', { records, others, by, resolve, reject });
        if (pending.size() === 1) void exclusive(storePending);
      });
    },
  };
}

/** The port that the records came over: the entries that they cause count against its budget. */
function portOf([record]: readonly TrackerChange[]): ChangeOwner | undefined {
  const port = record?.v.source.port;
  return port === undefined ? undefined : { port };
}

/** The rules that an alert matches, each with the names that match. */
const matchingRules = (
  { v: { deviceId, alert } }: AlertChange,
  { notifications, groups }: Pick<Store['state'], 'notifications' | 'groups'>,
): { rule: NotificationRule; names: readonly string[] }[] =>
  [...notifications.values()]
    .map((rule) => ({ rule, names: matchingAlerts(rule, alert.alerts) }))
    .filter(({ rule, names }) => names.length > 0 && coversDevice(rule, deviceId, groups));

/** The alert, its messages, and the continued series of the rules it matches. */
function withMessages(change: AlertChange, batch: ThriftyBatch, options: AlertMessagesOptions): Change[] {
  const { store, time } = options;
  const { deviceId } = change.v;
  const alert = nameAlert(change.v.alert);
  const matches = matchesOf(change, batch, options);
  const device = store.state.devices.get(deviceId) ?? { id: deviceId, name: deviceId };
  const isDated = !isUntrusted(change, time);
  const notice: AlertNotice = { device, alert, timeZone: time.timeZone, isDated };
  const messages = recipientsOf(matches).map((recipient) => toMessage(notice, recipient, batch, options));
  const accepted = messages.filter(({ suppressed }) => suppressed === undefined);
  const reached = new Set(accepted.map(addressKey));
  const series = matches.flatMap((match) => {
    const isReached = addressesOf(match.rule).some((address) => reached.has(addressKey(address)));
    return match.series.flatMap((next) => continueSeries(next, isReached, batch, store.state));
  });
  for (const next of series) batch.series.set(seriesKey(next), next);
  const notified = CHANNEL_NAMES.filter((name) => accepted.some(({ channel }) => channel === name));
  return [
    notified.length === 0 ? change : { kind: 'alert', v: { ...change.v, notified } },
    ...(batch.isThrifty ? accepted : messages).map((v): Change => ({ kind: 'message', v })),
    ...(batch.isThrifty && accepted.length === 0 ? [] : series).map((v): Change => ({ kind: 'alert-series', v })),
  ];
}

const previousSeries = (
  series: Parameters<typeof seriesKey>[0],
  batch: AlertBatch,
  state: Pick<Store['state'], 'series'>,
): AlertSeries | undefined => batch.series.get(seriesKey(series)) ?? state.series.get(seriesKey(series));

/** The matching rules, with the next series of each matching name. */
function matchesOf(change: AlertChange, batch: AlertBatch, { store, time }: AlertMessagesOptions): RuleMatch[] {
  const { deviceId } = change.v;
  const now = time.now();
  const rules = matchingRules(change, store.state);
  const names = nameSeries(rules, { deviceId, now }, batch, store.state);
  return rules.map(({ rule, names: matching }) => {
    const series = [...new Set(matching.map((name) => names.get(name) ?? name))].map((alert) => {
      const key = { rule: rule.id, deviceId, alert };
      const previous = previousSeries(key, batch, store.state);
      return nextSeries(previous, { ...key, now, quietMinutes: rule.quietMinutes });
    });
    return { rule, series };
  });
}

/** The series of each name that matches a rule, by name. */
function nameSeries(
  rules: readonly { readonly names: readonly string[] }[],
  { deviceId, now }: { readonly deviceId: string; readonly now: number },
  batch: AlertBatch,
  { series }: Pick<Store['state'], 'series'>,
): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const invented = new Set(rules.flatMap(({ names }) => names).filter((name) => !isKnownAlertName(name)));
  if (invented.size === 0) return named;
  const own = [...series.values(), ...batch.series.values()].filter((one) => one.deviceId === deviceId);
  for (const name of invented) {
    const alert = seriesNameOf(name, own, now);
    named.set(name, alert);
    own.push({ rule: '', deviceId, alert, raised: now, told: now, quietMinutes: 0 });
  }
  return named;
}

function toMessage(
  notice: AlertNotice,
  { channel, to, rule, isRepeat }: Recipient,
  { checkQuota }: AlertBatch,
  { formats, ttl, refusals }: AlertMessagesOptions,
): NewMessage {
  const { device, alert } = notice;
  const content = formats[channel].compose(notice);
  const cause = { rule, alert: { dateTime: alert.dateTime, alerts: [...alert.alerts] } };
  const message = { deviceId: device.id, channel, to, ...content, units: 1, ttl: ttl(), cause };
  const suppressed = isRepeat ? 'repeat' : checkQuota(message)?.reason;
  if (suppressed === 'outbox_full') refusals.note('outbox_full', { deviceId: device.id, rule });
  return { ...message, ...(suppressed !== undefined && { suppressed }) };
}

/** Did the untrusted gateway clock date the alert? A tracker dates its alerts with its own clock. */
const isUntrusted = (change: AlertChange, { now, quality }: AlertMessagesOptions['time']): boolean =>
  quality() === 'none' && isGatewayDated({ ...change, at: new Date(now()).toISOString() });

/** An alert that reached no recipient does not start a quiet interval. */
function continueSeries(
  { series, isNotified }: RuleMatch['series'][number],
  isReached: boolean,
  batch: AlertBatch,
  state: Pick<Store['state'], 'series'>,
): AlertSeries[] {
  if (isReached || !isNotified) return [series];
  const previous = previousSeries(series, batch, state);
  return previous === undefined ? [] : [{ ...previous, raised: series.raised }];
}
