import { CHANNEL_MODULES } from '../../../src/channels/index.js';
import { silentLogger } from '../../../src/logger.js';
import type { Alert } from '../../../src/schema/records/alert.js';
import type { ChannelName } from '../../../src/schema/messages/message.js';
import type { ClockQuality } from '../../../src/schema/system/clock.js';
import { localDate } from '../../../src/domain/clock/local-date.js';
import type { MessageEvent } from '../../../src/schema/messages/message-event.js';
import type { Message } from '../../../src/domain/messages/message.js';
import type { Refusals } from '../../../src/services/system/refusals.js';
import { createDispatcher } from '../../../src/services/outbox/dispatcher.js';
import { createMessages } from '../../../src/services/outbox/messages.js';
import { createAlertMessages } from '../../../src/services/outbox/alert-messages.js';
import { createWaiting } from '../../../src/services/outbox/waiting.js';
import { failure, success } from '../../../src/errors.js';
import { createTestClock } from '../time/clock.js';
import { createMemoryStore } from '../store/memory-store.js';
import { createTestChannel } from './test-channel.js';
import { createTestTimers } from '../time/test-timers.js';
import { createTestEdits } from '../gateway/test-edits.js';

type Options = { readonly start?: string; readonly timeZone?: string; readonly ttl?: number };

/** An outbox over a memory store, with channels and time of the test. */
export function createTestOutbox({ start, timeZone = 'UTC', ttl = 86_400 }: Options = {}) {
  let clock = createTestClock(start);
  let { timers, advance } = createTestTimers();
  let quality: ClockQuality = 'ntp';
  const store = createMemoryStore(() => clock);
  const email = createTestChannel('email');
  const sms = createTestChannel('sms');
  const webhook = createTestChannel('webhook');
  const refused: object[] = [];
  let hasRoom = true;
  const refusals: Pick<Refusals, 'note'> = { note: (kind, details) => refused.push({ kind, ...details }) };
  let run = startRun();

  function startRun() {
    const time = {
      now: () => clock.now(),
      trustedNow: () => clock.now(),
      quality: () => quality,
      date: () => localDate(clock.now(), timeZone),
      timeZone,
    };
    const { edits, exclusive } = createTestEdits();
    const formats = CHANNEL_MODULES;
    const waiting = createWaiting(store);
    const alertMessages = createAlertMessages({
      store,
      time,
      formats,
      ttl: () => ttl,
      waiting,
      refusals,
      logBudgets: { hasRoom: () => hasRoom },
      exclusive,
    });
    const channels = { email: email.channel, sms: sms.channel, webhook: webhook.channel };
    const devices = {
      find: (_user: unknown, id: string) => {
        const device = store.state.devices.get(id);
        return device === undefined ? failure('not_found', id) : success(device);
      },
    };
    const isConfigured = (): boolean => true;
    const events = { read: (message: Message) => Promise.resolve(testEvent(message)) };
    const messages = createMessages({
      store,
      devices,
      time,
      formats,
      ttl: () => ttl,
      isConfigured,
      waiting,
      refusals,
      edits,
    });
    const dispatcher = createDispatcher({
      store,
      channels,
      formats,
      events,
      alertMessages,
      time,
      exclusive,
      timers,
      logger: silentLogger,
    });
    return { alertMessages, messages, dispatcher };
  }

  const all = (): readonly Message[] =>
    [...store.state.outbox.values(), ...store.state.finishedMessages.values()].sort(
      (a, b) => Number(a.id) - Number(b.id),
    );

  return {
    store,
    email,
    sms,
    webhook,
    /** Uses up the budgets of the log. */
    useUpLog: (): void => {
      hasRoom = false;
    },
    /** what was noted as refused */
    refused: refused as readonly object[],
    get run() {
      return run;
    },
    get clock() {
      return clock;
    },
    /** Advances the time by `ms` in steps. */
    pass: async (ms: number, step = Math.min(ms, 60_000)): Promise<void> => {
      for (let gone = 0; gone < ms; gone += step) {
        clock.advance(step);
        await advance(step);
      }
    },
    setQuality: (next: ClockQuality): void => {
      quality = next;
    },
    /** Ends the process and starts another one with the contents of the log; its clock continues at `at`. */
    restart: (at: string = new Date(clock.now()).toISOString()): void => {
      clock = createTestClock(at, `boot-of-${at}`);
      ({ timers, advance } = createTestTimers());
      run = startRun();
      run.dispatcher.start();
    },
    /** Raises an alert of a device now. */
    raise: async (deviceId: string, name = 'SOSButton', own: Partial<Alert> = {}): Promise<void> => {
      const alert: Alert = { dateTime: new Date(clock.now()).toISOString(), alerts: [name], ...own };
      await run.alertMessages.appendWithMessages([
        { kind: 'alert', v: { deviceId, alert, source: { protocol: 'json', port: 'x' } } },
      ]);
    },
    /** all messages of the outbox in order */
    all,
    /** the same in short: `sent`, `suppressed (repeat)` */
    states: (channel?: ChannelName): readonly string[] =>
      all()
        .filter((message) => channel === undefined || message.channel === channel)
        .map(({ state, reason }) => (state === 'suppressed' ? `${state} (${reason})` : state)),
  };
}

const testEvent = ({ id, deviceId, text, queued }: Message): MessageEvent => ({
  ...{ id, kind: 'alert', created: queued.at, gateway: 'gateway-1', timeZone: 'UTC', text },
  device: { id: deviceId, name: deviceId },
});
