import { nextSeries, seriesKey } from '../../domain/messages/alert-throttle.js';
import type { AlertNotice } from '../../channels/channel.js';
import { coversDevice, matchingAlerts } from '../../domain/messages/notification-rule.js';
import {
  addressesOf,
  addressKey,
  recipientsOf,
  type RuleMatch,
  type Recipient,
} from '../../domain/messages/recipients.js';
import { isGatewayDated } from '../../domain/clock/restamp.js';
import type { AlertSeries, Change, TrackerChange } from '../../schema/entry.js';
import { CHANNEL_NAMES } from '../../schema/channels.js';
import type { NewMessage } from '../../schema/messages/message.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from '../time/clock-trust.js';
import type { Clock } from '../../time/clock.js';
import { createQuotaCheck, type QuotaCheck } from './quota.js';
import type { ChannelFormats } from './messages.js';
import type { CurrentDate } from '../time/current-date.js';
import type { Mutex } from '../../mutex.js';

export type AlertMessages = {
  /**
   * Stores what has come of a device, and with each alert whom it is told, in one append. `others` are in the same
   * append.
   */
  readonly appendWithMessages: (records: readonly TrackerChange[], others?: readonly Change[]) => Promise<void>;
};

export type AlertMessagesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly trust: Pick<ClockTrust, 'quality'>;
  readonly today: CurrentDate;
  readonly timeZone: string;
  readonly formats: ChannelFormats;
  /** s that a message is of use */
  readonly ttl: number;
  /** two messages must not both find the last place of a limit free */
  readonly exclusive: Mutex;
};

type AlertChange = Extract<TrackerChange, { kind: 'alert' }>;
/** series as they stand, newer than those of the store */
type KnownSeries = Map<string, AlertSeries>;

export function createAlertMessages(options: AlertMessagesOptions): AlertMessages {
  const { store, clock, trust, today, timeZone, formats, ttl, exclusive } = options;
  const { state } = store;

  /** The rules that the alert meets, each with the names of it that do. */
  const matchingRules = ({
    v: { deviceId, alert },
  }: AlertChange): { rule: NotificationRule; names: readonly string[] }[] =>
    [...state.notifications.values()]
      .map((rule) => ({ rule, names: matchingAlerts(rule, alert.alerts) }))
      .filter(({ rule, names }) => names.length > 0 && coversDevice(rule, deviceId, state.groups));

  const previousSeries = (series: Parameters<typeof seriesKey>[0], knownSeries: KnownSeries): AlertSeries | undefined =>
    knownSeries.get(seriesKey(series)) ?? state.series.get(seriesKey(series));

  /** The same with how its series go on. */
  function matchesOf(change: AlertChange, knownSeries: KnownSeries): RuleMatch[] {
    const { deviceId } = change.v;
    const now = clock.now();
    return matchingRules(change).map(({ rule, names }) => {
      const series = names.map((name) => {
        const what = { rule: rule.id, deviceId, alert: name };
        return nextSeries(previousSeries(what, knownSeries), { ...what, now, quietMinutes: rule.quietMinutes });
      });
      return { rule, series };
    });
  }

  function toMessage(
    notice: AlertNotice,
    { channel, to, rule, isRepeat }: Recipient,
    checkQuota: QuotaCheck,
  ): NewMessage {
    const { device, alert } = notice;
    const content = formats[channel].compose(notice);
    const cause = { rule, alert: { dateTime: alert.dateTime, alerts: [...alert.alerts] } };
    const message = { deviceId: device.id, channel, to, ...content, units: 1, ttl, cause };
    const suppressed = isRepeat ? 'repeat' : checkQuota(message);
    return { ...message, ...(suppressed !== undefined && { suppressed }) };
  }

  /** Is its time that of a clock which is not believed? A tracker knows nothing of that, and has another. */
  const isUntrusted = (change: AlertChange): boolean =>
    trust.quality() === 'none' && isGatewayDated({ ...change, at: new Date(clock.now()).toISOString() });

  /** An alert, what it brings into the outbox, and how its series go on. */
  function withMessages(change: AlertChange, checkQuota: QuotaCheck, knownSeries: KnownSeries): Change[] {
    const { deviceId, alert } = change.v;
    const matches = matchesOf(change, knownSeries);
    const device = state.devices.get(deviceId) ?? { id: deviceId, name: deviceId };
    const notice: AlertNotice = { device, alert, timeZone, isDated: !isUntrusted(change) };
    const messages = recipientsOf(matches).map((recipient) => toMessage(notice, recipient, checkQuota));
    const accepted = messages.filter(({ suppressed }) => suppressed === undefined);
    const reached = new Set(accepted.map(addressKey));
    const series = matches.flatMap((one) => {
      const isReached = addressesOf(one.rule).some((address) => reached.has(addressKey(address)));
      return one.series.flatMap((next) => continueSeries(next, isReached, knownSeries));
    });
    for (const next of series) knownSeries.set(seriesKey(next), next);
    const notified = CHANNEL_NAMES.filter((name) => accepted.some(({ channel }) => channel === name));
    return [
      notified.length === 0 ? change : { kind: 'alert', v: { ...change.v, notified } },
      ...messages.map((v): Change => ({ kind: 'message', v })),
      ...series.map((v): Change => ({ kind: 'alert-series', v })),
    ];
  }

  /** What nobody is told of does not make the next one quiet. */
  function continueSeries(
    { series, isNotified: isNotifiedNow }: RuleMatch['series'][number],
    isReached: boolean,
    knownSeries: KnownSeries,
  ): AlertSeries[] {
    if (isReached || !isNotifiedNow) return [series];
    const previous = previousSeries(series, knownSeries);
    return previous === undefined ? [] : [{ ...previous, raised: series.raised }];
  }

  return {
    async appendWithMessages(records, others = []) {
      if (!records.some((record) => record.kind === 'alert' && matchingRules(record).length > 0)) {
        await store.append([...others, ...records]);
        return;
      }
      await exclusive(async () => {
        const checkQuota = createQuotaCheck(state, today);
        const knownSeries: KnownSeries = new Map();
        const changes = records.flatMap((record) =>
          record.kind === 'alert' ? withMessages(record, checkQuota, knownSeries) : [record],
        );
        await store.append([...others, ...changes]);
      });
    },
  };
}
