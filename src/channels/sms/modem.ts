import type { Logger } from '../../logger.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { PortState } from '../../schema/ports/port.js';
import { portMessages } from '../../serial/messages.js';
import { createReconnector, type Reconnector } from '../../serial/port/reconnector.js';
import { PortError } from '../../serial/transport/port-error.js';
import type { OpenPort } from '../../serial/transport/port-types.js';
import type { ReadNodeIdentity } from '../../serial/linux/node-identity.js';
import type { Timers } from '../../time/clock.js';
import type { Channel, ChannelStatus, DeliveryReport, OutgoingMessage, SendResult } from '../channel.js';
import { createReceiverStates, statusForNext, withRefusal, type ReceiverStates } from '../receiver-states.js';
import { createSendQueue, type SendQueue } from '../send-queue.js';
import { reasonOf } from '../problem.js';
import { isUnresponsive } from './at-response.js';
import type { AtClient } from './at-client.js';
import { sendParts, type SendPartsResult } from './send-parts.js';
import { openModem, type ModemPort } from './open-modem.js';
import { encodeSubmits } from './pdu/submit.js';
import { createUnlock, type Unlock } from './pin.js';
import { createDeliveryReports, type DeliveryReports } from './delivery-reports.js';
import type { SmsConfig } from './sms-config.js';
import { isPrepared, queryStatus, runInitSequence } from './init-sequence.js';
import { createModemStatusTracker, type ModemStatusTracker, type RadioStatus } from './modem-status.js';

export type ModemStatus = ChannelStatus & Omit<RadioStatus, 'problem'>;
export type SmsModem = Channel & { status: () => ModemStatus };

type SmsModemOptions = {
  readonly config: SmsConfig;
  readonly openPort: OpenPort;
  readonly readNodeIdentity: ReadNodeIdentity;
  readonly timers: Timers;
  readonly logger: Logger;
};

type SmsModemState = {
  readonly options: SmsModemOptions;
  readonly unlock: Unlock;
  readonly statusTracker: ModemStatusTracker;
  readonly reports: DeliveryReports;
  readonly queue: SendQueue;
  readonly reconnector: Reconnector;
  /** what the SIM, the modem or the network refused, by path */
  readonly refusals: ReceiverStates;
  onDeliveryReport: (report: DeliveryReport) => void;
  portState: PortState;
  reason: string | null;
  /** open and initialized */
  modem: ModemPort | undefined;
  /** open, not yet initialized */
  initializing: AtClient | undefined;
  stopped: boolean;
  cancelPoll: () => void;
};

const POLL_MS = 30_000;
const STOPPED = 'the gateway stopped';

/** A retry has the same reference, so that a telephone can combine parts of two attempts. */
const referenceOf = (id: string): number =>
  Array.from(Buffer.from(id)).reduce((sum, octet) => (sum * 31 + octet) & 0xff, 0);

const failed = (reason: string, retry: boolean): SendResult => ({ outcome: 'failed', retry, reason, references: [] });

/** SMS through a modem on a serial port. The port is reopened and initialized when the modem is lost or hangs. */
export function createSmsModem(options: SmsModemOptions): SmsModem {
  const { config, readNodeIdentity, timers } = options;
  const { path } = config;
  const state: SmsModemState = {
    options,
    unlock: createUnlock(config.pin),
    statusTracker: createModemStatusTracker(),
    reports: createDeliveryReports((report) => {
      state.onDeliveryReport(report);
    }),
    queue: createSendQueue(),
    reconnector: createReconnector({
      path,
      open: () => open(state),
      readNodeIdentity,
      timers,
      onState(next, why) {
        onPortState(state, next, why && english(why));
      },
    }),
    refusals: createReceiverStates(timers),
    onDeliveryReport: () => undefined,
    portState: 'opening',
    reason: null,
    modem: undefined,
    initializing: undefined,
    stopped: false,
    cancelPoll: () => undefined,
  };

  return {
    name: 'sms',
    start(onDeliveryReport) {
      state.onDeliveryReport = onDeliveryReport;
      state.reconnector.start();
    },
    stop: () => stop(state),
    send: (message) => state.queue.enqueue(() => send(state, message), `modem at ${path}`),
    status: () => withRefusal(statusOf(state), state.refusals, path),
    statusFor: () => statusForNext(statusOf(state), state.refusals, path),
  };
}

function onPortState(state: SmsModemState, next: PortState, why: string | null): void {
  if (next === state.portState && why === state.reason) return;
  state.portState = next;
  state.reason = why;
  const { config, logger } = state.options;
  if (next === 'open') logger.info({ path: config.path }, 'modem ready');
  else logger.warn({ path: config.path, reason: why }, 'modem not ready');
}

async function open(state: SmsModemState): Promise<void> {
  const { statusTracker, reports, unlock, options } = state;
  const { config, openPort, timers } = options;
  statusTracker.reset();
  reports.reset();
  const opened = await openModem({
    config,
    openPort,
    timers,
    onLine(text) {
      statusTracker.onLine(text);
      reports.onLine(text);
    },
    onLost(client, why) {
      if (state.modem?.client === client) onLost(state, why);
    },
  });
  const { port, client } = opened;
  state.initializing = client;
  if (state.stopped) client.end(STOPPED);
  const problem = await runInitSequence({ client, unlock, smsc: config.smsc });
  state.initializing = undefined;
  if (problem !== undefined) {
    client.end(problem.what);
    await port.close();
    throw new PortError('error', portMessages.failed({ path: config.path, detail: reasonOf(problem) }));
  }
  state.modem = opened;
  schedulePoll(state);
}

function onLost(state: SmsModemState, why: GatewayMessage): void {
  state.cancelPoll();
  state.modem = undefined;
  state.statusTracker.reset();
  state.reconnector.onLost(why);
}

/** Reopening the port is the only way to get a modem into a known state. */
async function reopen(state: SmsModemState, client: AtClient, why: string): Promise<void> {
  if (state.modem?.client !== client) return;
  const { port } = state.modem;
  client.end(why);
  state.modem = undefined;
  await port.close();
  onLost(state, portMessages.failed({ path: state.options.config.path, detail: why }));
}

/** The client of the open modem; another one, or none, if the modem was reopened meanwhile. */
const clientOf = ({ modem }: SmsModemState): AtClient | undefined => modem?.client;

/** Finds a modem that hangs while there is nothing to send. */
function schedulePoll(state: SmsModemState): void {
  state.cancelPoll = state.options.timers.after(POLL_MS, () => {
    void state.queue.exclusive(async () => {
      if (state.modem === undefined) return;
      const { client } = state.modem;
      const response = await queryStatus(client);
      if (isUnresponsive(response)) await reopen(state, client, 'the modem does not respond');
      else if (clientOf(state) === client) schedulePoll(state);
    });
  });
}

async function send(state: SmsModemState, { id, to, text }: OutgoingMessage): Promise<SendResult> {
  const { path } = state.options.config;
  const submits = encodeSubmits({ to, text, reference: referenceOf(id), wantsReport: true });
  if (!submits.ok) return failed(submits.message, false);
  const parts = submits.value;
  const { reason } = statusOf(state);
  if (state.modem === undefined || reason !== null) return failed(reason ?? `${path}: the modem is not ready`, true);
  const { client } = state.modem;
  if (!(await isPrepared(client))) {
    await reopen(state, client, 'the modem lost its settings: it was reset, or hangs');
    return failed(`${path}: the modem had to be initialized again`, true);
  }
  const sent = await sendParts(client, parts, (part) => {
    state.reports.onSending({ id, to, part, parts: parts.length });
  });
  if (sent.reopen) await reopen(state, client, 'the modem did not respond as expected');
  noteRefusal(state, sent);
  return sent.outcome;
}

/** Only an SMS shows what the network refuses: one is tried after each pause. */
function noteRefusal({ refusals, options: { config, logger } }: SmsModemState, sent: SendPartsResult): void {
  const { path } = config;
  if (sent.outcome.outcome === 'sent') refusals.succeeded(path);
  if (sent.refusal === undefined) return;
  const reason = `${path}: ${sent.refusal}`;
  if (refusals.failureOf(path) !== reason) logger.warn({ path, reason: sent.refusal }, 'SMS refused');
  refusals.failed(path, reason);
}

/** Of the port and the modem. */
function statusOf({ statusTracker, portState, reason, options }: SmsModemState): ModemStatus {
  const { problem, ...radio } = statusTracker.view();
  const isOpen = portState === 'open';
  const why = isOpen ? problem && `${options.config.path}: ${reasonOf(problem)}` : reason;
  const channelState = portState === 'opening' ? 'starting' : isOpen && why === null ? 'ready' : 'unavailable';
  return { state: channelState, reason: why, ...radio };
}

async function stop(state: SmsModemState): Promise<void> {
  state.stopped = true;
  state.cancelPoll();
  state.initializing?.end(STOPPED);
  state.modem?.client.end(STOPPED);
  const open = state.modem;
  state.modem = undefined;
  await state.reconnector.stop();
  await open?.port.close();
  await state.queue.idle();
}
