import type { Logger } from '../../logger.js';
import type { PortState } from '../../schema/ports/port.js';
import { createReconnector } from '../../serial/port/reconnector.js';
import { PortError } from '../../serial/transport/port-error.js';
import type { OpenPort } from '../../serial/transport/port-types.js';
import type { ReadNodeIdentity } from '../../serial/linux/node-identity.js';
import type { Timers } from '../../time/timers.js';
import type { Channel, ChannelStatus, DeliveryReport, OutgoingMessage, SendResult } from '../channel.js';
import { createSendQueue } from '../send-queue.js';
import { reasonOf } from '../problem.js';
import { isUnresponsive } from './at-response.js';
import type { AtClient } from './at-client.js';
import { sendParts } from './send-parts.js';
import { openModem, type ModemPort } from './open-modem.js';
import { encodeSubmits } from './pdu/submit.js';
import { createUnlock } from './pin.js';
import { createDeliveryReports } from './delivery-reports.js';
import type { SmsConfig } from './sms-config.js';
import { isPrepared, queryStatus, runInitSequence } from './init-sequence.js';
import { createModemStatusTracker, type RadioStatus } from './modem-status.js';

export type ModemStatus = ChannelStatus & Omit<RadioStatus, 'problem'>;
export type SmsModem = Channel & { status: () => ModemStatus };

type SmsModemOptions = {
  readonly config: SmsConfig;
  readonly openPort: OpenPort;
  readonly readNodeIdentity: ReadNodeIdentity;
  readonly timers: Timers;
  readonly logger: Logger;
};

const POLL_MS = 30_000;

/** A message tried again has the same reference: a telephone that has some of its parts can use them. */
const referenceOf = (id: string): number =>
  Array.from(Buffer.from(id)).reduce((sum, octet) => (sum * 31 + octet) & 0xff, 0);

const failed = (reason: string, retry: boolean): SendResult => ({ outcome: 'failed', retry, reason, references: [] });

/** SMS through a modem at a serial port, which is opened and made ready again whenever it is lost or hangs. */
export function createSmsModem({ config, openPort, readNodeIdentity, timers, logger }: SmsModemOptions): SmsModem {
  const { path, pin, smsc } = config;
  const unlock = createUnlock(pin);
  const statusTracker = createModemStatusTracker();
  const reports = createDeliveryReports((report) => {
    onDeliveryReport(report);
  });
  /** One at a time. */
  const queue = createSendQueue();
  const reconnector = createReconnector({ path, open, readNodeIdentity, timers, onState: setState });

  let onDeliveryReport: (report: DeliveryReport) => void = () => undefined;
  let state: PortState = 'opening';
  let reason: string | null = null;
  /** open and ready */
  let modem: ModemPort | undefined;
  /** being made ready */
  let initializing: AtClient | undefined;
  let stopped = false;
  let cancelPoll = (): void => undefined;

  function setState(next: PortState, why: string | null): void {
    if (next === state && why === reason) return;
    state = next;
    reason = why;
    if (next === 'open') logger.info({ path }, 'modem ready');
    else logger.warn({ path, reason: why }, 'modem not ready');
  }

  const isCurrent = (client: AtClient): boolean => modem?.client === client;

  async function open(): Promise<void> {
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
        if (isCurrent(client)) onLost(why);
      },
    });
    const { port, client } = opened;
    initializing = client;
    if (stopped) client.end('the gateway stopped');
    const problem = await runInitSequence({ client, unlock, smsc });
    initializing = undefined;
    if (problem !== undefined) {
      client.end(problem.what);
      await port.close();
      throw new PortError('error', `${path}: ${reasonOf(problem)}`);
    }
    modem = opened;
    schedulePoll();
  }

  function onLost(why: string): void {
    cancelPoll();
    modem = undefined;
    statusTracker.reset();
    reconnector.onLost(why);
  }

  /** The port is closed and opened again: that is the one way to know what state a modem is in. */
  async function reopen(of: AtClient, why: string): Promise<void> {
    if (modem?.client !== of) return;
    const { port } = modem;
    of.end(why);
    modem = undefined;
    await port.close();
    onLost(`${path}: ${why}`);
  }

  function schedulePoll(): void {
    cancelPoll = timers.after(POLL_MS, () => {
      void queue.exclusive(async () => {
        if (modem === undefined) return;
        const { client } = modem;
        const response = await queryStatus(client);
        if (isUnresponsive(response)) await reopen(client, 'the modem does not answer');
        else if (isCurrent(client)) schedulePoll();
      });
    });
  }

  async function send({ id, to, text }: OutgoingMessage): Promise<SendResult> {
    const submits = encodeSubmits({ to, text, reference: referenceOf(id), wantsReport: true });
    if (!submits.ok) return failed(submits.message, false);
    const parts = submits.value;
    const { reason: why } = status();
    if (modem === undefined || why !== null) return failed(why ?? `${path}: the modem is not ready`, true);
    const { client } = modem;
    if (!(await isPrepared(client))) {
      await reopen(client, 'the modem is not as it was left: it was reset, or hangs');
      return failed(`${path}: the modem had to be made ready again`, true);
    }
    const sent = await sendParts(client, parts, (part) => {
      reports.onSending({ id, to, part, parts: parts.length });
    });
    if (sent.reopen) await reopen(client, 'the modem did not answer as it should');
    return sent.outcome;
  }

  function status(): ModemStatus {
    const { problem, ...seen } = statusTracker.view();
    const why = state === 'open' ? problem && `${path}: ${reasonOf(problem)}` : reason;
    const channelState = state === 'opening' ? 'starting' : state === 'open' && why === null ? 'ready' : 'unavailable';
    return { state: channelState, reason: why, ...seen };
  }

  return {
    name: 'sms',
    start(onReport) {
      onDeliveryReport = onReport;
      reconnector.start();
    },
    async stop() {
      stopped = true;
      cancelPoll();
      initializing?.end('the gateway stopped');
      modem?.client.end('the gateway stopped');
      const open = modem;
      modem = undefined;
      await reconnector.stop();
      await open?.port.close();
      await queue.idle();
    },
    send: (message) => queue.enqueue(() => send(message), `the modem at ${path}`),
    status,
  };
}
