import { undelivered } from '../../domain/messages/undelivered.js';
import { isRecent } from '../../domain/messages/unsent-alerts.js';
import type { Logger } from '../../logger.js';
import { CHANNEL_NAMES } from '../../schema/channels.js';
import type { OutboxStatus } from '../../schema/system/health.js';
import type { Store } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import { createEditQueue } from '../edits.js';
import type { Time } from '../time/time.js';
import { createAlertMessages, type AlertMessages } from './alert-messages.js';
import type { Channels, ChannelSet } from './channel-set.js';
import { createDispatcher, type Dispatcher } from './dispatcher.js';
import { createMessageEvents } from './message-events.js';
import { createMessages, type ChannelFormats, type Messages } from './messages.js';
import type { LogBudgets } from '../system/log-budgets.js';
import type { Refusals } from '../system/refusals.js';
import { createWaiting, type Waiting } from './waiting.js';

/** Queues, lists and sends messages. */
export type Outbox = {
  readonly alertMessages: AlertMessages;
  readonly messages: Messages;
  readonly status: () => OutboxStatus;
  readonly suppressedCount: Waiting['suppressedCount'];
  readonly channels: Pick<ChannelSet, 'get' | 'replace'>;
  readonly recovered: Dispatcher['recovered'];
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type OutboxOptions = {
  readonly store: Store;
  readonly devices: Pick<Devices, 'find'>;
  /** the channels at the start */
  readonly channels: Channels;
  readonly formats: ChannelFormats;
  /** s from queueing to expiry: may be changed */
  readonly ttl: () => number;
  readonly time: Time;
  readonly timers: Timers;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly logBudgets: Pick<LogBudgets, 'hasRoom'>;
  readonly isWebhookOn: (name: string) => boolean;
  /** the names of alerts that a person has to acknowledge: may be changed */
  readonly attentionNames: () => readonly string[];
  readonly logger: Logger;
};

export function createOutbox(options: OutboxOptions): Outbox {
  const { store, devices, channels, formats, ttl, time, timers, refusals, logBudgets, logger } = options;
  const { isWebhookOn, attentionNames } = options;
  const { state } = store;
  const { outbox } = state;
  // Serializes queueing, canceling and sending: each step decides on the results of the one before.
  // Alerts and users take turns, so that no number of posted messages holds up an alert.
  const { edits, exclusive } = createEditQueue({ refusals });
  const waiting = createWaiting(store);
  const alertMessages = createAlertMessages({ store, time, formats, ttl, waiting, refusals, logBudgets, exclusive });
  const messages = createMessages({
    store,
    devices,
    time,
    formats,
    ttl,
    isConfigured: (name) => dispatcher.channels.isConfigured(name),
    waiting,
    refusals,
    edits,
  });
  const events = createMessageEvents({ store, time });
  const dispatcher = createDispatcher({
    ...{ store, channels, formats, events, alertMessages, time, exclusive, timers, logger },
  });

  return {
    alertMessages,
    messages,
    status: () => ({
      waiting: outbox.size,
      channels: CHANNEL_NAMES.flatMap((name) => {
        const status = dispatcher.channels.statusOf(name);
        if (status === undefined) return [];
        const own = [...outbox.values()].filter(({ channel }) => channel === name).length;
        return [{ name, waiting: own, state: status.state, reason: status.reason }];
      }),
      ...undelivered({
        ...state,
        attentionNames: attentionNames(),
        isConfigured: dispatcher.channels.isConfigured,
        isWebhookOn,
        now: time.now(),
      }),
      unsent: state.unsentAlerts !== null && isRecent(state.unsentAlerts, time.now()) ? state.unsentAlerts : null,
    }),
    suppressedCount: waiting.suppressedCount,
    channels: dispatcher.channels,
    recovered: dispatcher.recovered,
    start: dispatcher.start,
    stop: dispatcher.stop,
  };
}
