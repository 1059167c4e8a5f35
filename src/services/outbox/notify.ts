import { raisedAgain, seriesKey } from '../../domain/alert-series.js';
import { alertLetter, alertShort, type ToldAlert } from '../../domain/alert-text.js';
import { isAbout, namesMet } from '../../domain/notification.js';
import { addressesOf, addressKey, recipientsOf, type Met, type Recipient } from '../../domain/recipients.js';
import { isGatewayDated } from '../../domain/restamp.js';
import type { AlertSeries, Change, TrackerChange } from '../../schema/entry.js';
import { channelNames, type ChannelName, type NewMessage } from '../../schema/message.js';
import type { Notification } from '../../schema/notification.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from '../clock-trust.js';
import type { Clock } from '../clock.js';
import { openRoom, type Room } from './room.js';
import type { Today } from '../today.js';
import type { Turns } from '../../turns.js';

/** How many units of a day's limit a text takes; undefined: it is too long for the channel. */
export type UnitsOf = Readonly<Record<ChannelName, (text: string) => number | undefined>>;

export type Notify = {
  /**
   * Stores what has come of a device, and with each alert whom it is told, in one append. `others` are in the same
   * append.
   */
  readonly append: (records: readonly TrackerChange[], others?: readonly Change[]) => Promise<void>;
};

export type NotifyOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly trust: Pick<ClockTrust, 'quality'>;
  readonly today: Today;
  readonly timeZone: string;
  readonly unitsOf: UnitsOf;
  /** s that a message is of use */
  readonly ttl: number;
  /** two messages must not both find the last place of a limit free */
  readonly inTurn: Turns;
};

type AlertChange = Extract<TrackerChange, { kind: 'alert' }>;
/** series as they stand, newer than those of the store */
type Series = Map<string, AlertSeries>;

export function createNotify(options: NotifyOptions): Notify {
  const { store, clock, trust, today, timeZone, unitsOf, ttl, inTurn } = options;
  const { state } = store;

  /** The rules that the alert meets, each with the names of it that do. */
  const rulesMet = ({ v: { deviceId, alert } }: AlertChange): { rule: Notification; names: readonly string[] }[] =>
    [...state.notifications.values()]
      .map((rule) => ({ rule, names: namesMet(rule, alert.alerts) }))
      .filter(({ rule, names }) => names.length > 0 && isAbout(rule, deviceId, state.groups));

  const formerOf = (series: Parameters<typeof seriesKey>[0], known: Series): AlertSeries | undefined =>
    known.get(seriesKey(series)) ?? state.series.get(seriesKey(series));

  /** The same with how its series go on. */
  function metBy(change: AlertChange, known: Series): Met[] {
    const { deviceId } = change.v;
    const now = clock.now();
    return rulesMet(change).map(({ rule, names }) => {
      const series = names.map((name) => {
        const what = { rule: rule.id, deviceId, alert: name };
        return raisedAgain(formerOf(what, known), { ...what, now, quietMinutes: rule.quietMinutes });
      });
      return { rule, series };
    });
  }

  function messageOf(told: ToldAlert, { channel, to, rule, isQuiet }: Recipient, room: Room): NewMessage {
    const { device, alert } = told;
    const written =
      channel === 'email' ? alertLetter(told) : { text: alertShort(told, (text) => unitsOf.sms(text) === 1) };
    const cause = { rule, alert: { dateTime: alert.dateTime, alerts: [...alert.alerts] } };
    const message = { deviceId: device.id, channel, to, ...written, units: 1, ttl, cause };
    const suppressed = isQuiet ? 'repeat' : room(message);
    return { ...message, ...(suppressed !== undefined && { suppressed }) };
  }

  /** Is its time that of a clock which is not believed? A tracker knows nothing of that, and has another. */
  const isDoubtful = (change: AlertChange): boolean =>
    trust.quality() === 'none' && isGatewayDated({ ...change, at: new Date(clock.now()).toISOString() });

  /** An alert, what it brings into the outbox, and how its series go on. */
  function withMessages(change: AlertChange, room: Room, known: Series): Change[] {
    const { deviceId, alert } = change.v;
    const met = metBy(change, known);
    const device = state.devices.get(deviceId) ?? { id: deviceId, name: deviceId };
    const told: ToldAlert = { device, alert, timeZone, isDated: !isDoubtful(change) };
    const messages = recipientsOf(met).map((recipient) => messageOf(told, recipient, room));
    const accepted = messages.filter(({ suppressed }) => suppressed === undefined);
    const reached = new Set(accepted.map(addressKey));
    const series = met.flatMap((one) => {
      const isReached = addressesOf(one.rule).some((address) => reached.has(addressKey(address)));
      return one.series.flatMap((next) => goneOn(next, isReached, known));
    });
    for (const next of series) known.set(seriesKey(next), next);
    const notified = channelNames.filter((name) => accepted.some(({ channel }) => channel === name));
    return [
      notified.length === 0 ? change : { kind: 'alert', v: { ...change.v, notified } },
      ...messages.map((v): Change => ({ kind: 'message', v })),
      ...series.map((v): Change => ({ kind: 'alert-series', v })),
    ];
  }

  /** What nobody is told of does not make the next one quiet. */
  function goneOn(
    { series, isTold: isToldNow }: Met['series'][number],
    isReached: boolean,
    known: Series,
  ): AlertSeries[] {
    if (isReached || !isToldNow) return [series];
    const former = formerOf(series, known);
    return former === undefined ? [] : [{ ...former, raised: series.raised }];
  }

  return {
    async append(records, others = []) {
      if (!records.some((record) => record.kind === 'alert' && rulesMet(record).length > 0)) {
        await store.append([...others, ...records]);
        return;
      }
      await inTurn(async () => {
        const room = openRoom(state, today);
        const known: Series = new Map();
        const changes = records.flatMap((record) =>
          record.kind === 'alert' ? withMessages(record, room, known) : [record],
        );
        await store.append([...others, ...changes]);
      });
    },
  };
}
