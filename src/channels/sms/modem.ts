import type { Logger } from '../../logger.js';
import type { PortState } from '../../schema/port.js';
import { createKeeper } from '../../serial/keeper.js';
import { PortError } from '../../serial/port-error.js';
import type { OpenPort } from '../../serial/port.js';
import type { Identify } from '../../serial/machine/presence.js';
import type { Timers } from '../../serial/timers.js';
import type { Channel, ChannelStatus, Message, Outcome } from '../channel.js';
import { createDialogues } from '../dialogues.js';
import { reasonOf } from '../trouble.js';
import { isGone } from './answer.js';
import type { Exchange } from './exchange.js';
import { handOver } from './hand-over.js';
import { openLine, type Line } from './line.js';
import { submitsOf } from './pdu/submit.js';
import { createUnlock } from './pin.js';
import { createReports, type DeliveryReport } from './reports.js';
import type { SmsConfig } from './sms-config.js';
import { isPrepared, look, startUp } from './start-up.js';
import { createWatch, type Seen } from './watch.js';

export type ModemStatus = ChannelStatus & Omit<Seen, 'trouble'>;
export type SmsModem = Channel & { status: () => ModemStatus };

type Parts = {
  readonly config: SmsConfig;
  readonly openPort: OpenPort;
  readonly identify: Identify;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Must not throw. */
  readonly onReport: (report: DeliveryReport) => void;
};

const lookMs = 30_000;

/** A message tried again has the same reference: a telephone that has some of its parts can use them. */
const referenceOf = (id: string): number =>
  Array.from(Buffer.from(id)).reduce((sum, octet) => (sum * 31 + octet) & 0xff, 0);

const failed = (reason: string, retry: boolean): Outcome => ({ outcome: 'failed', retry, reason, references: [] });

/** SMS through a modem at a serial port, which is opened and made ready again whenever it is lost or hangs. */
export function createSmsModem({ config, openPort, identify, timers, logger, onReport }: Parts): SmsModem {
  const { path, pin, smsc } = config;
  const unlock = createUnlock(pin);
  const watch = createWatch();
  const reports = createReports(onReport);
  /** One at a time. */
  const dialogues = createDialogues();
  const keeper = createKeeper({ path, open, identify, timers, tell });

  let state: PortState = 'opening';
  let reason: string | null = null;
  /** open and ready */
  let line: Line | undefined;
  /** being made ready */
  let starting: Exchange | undefined;
  let stopped = false;
  let cancelLook = (): void => undefined;

  function tell(next: PortState, why: string | null): void {
    if (next === state && why === reason) return;
    state = next;
    reason = why;
    if (next === 'open') logger.info({ path }, 'modem ready');
    else logger.warn({ path, reason: why }, 'modem not ready');
  }

  const isCurrent = (exchange: Exchange): boolean => line?.exchange === exchange;

  async function open(): Promise<void> {
    watch.forget();
    reports.forget();
    const opened = await openLine({
      config,
      openPort,
      timers,
      onLine(text) {
        watch.hear(text);
        reports.hear(text);
      },
      onLost(exchange, why) {
        if (isCurrent(exchange)) drop(why);
      },
    });
    const { port, exchange } = opened;
    starting = exchange;
    if (stopped) exchange.end('the gateway stopped');
    const trouble = await startUp({ exchange, unlock, smsc });
    starting = undefined;
    if (trouble !== undefined) {
      exchange.end(trouble.what);
      await port.close();
      throw new PortError('error', `${path}: ${reasonOf(trouble)}`);
    }
    line = opened;
    lookLater();
  }

  function drop(why: string): void {
    cancelLook();
    line = undefined;
    watch.forget();
    keeper.lost(why);
  }

  /** The port is closed and opened again: that is the one way to know what state a modem is in. */
  async function renew(of: Exchange, why: string): Promise<void> {
    if (line?.exchange !== of) return;
    const { port } = line;
    of.end(why);
    line = undefined;
    await port.close();
    drop(`${path}: ${why}`);
  }

  function lookLater(): void {
    cancelLook = timers.after(lookMs, () => {
      void dialogues.inTurn(async () => {
        if (line === undefined) return;
        const { exchange } = line;
        const answer = await look(exchange);
        if (isGone(answer)) await renew(exchange, 'the modem does not answer');
        else if (isCurrent(exchange)) lookLater();
      });
    });
  }

  async function send({ id, to, text }: Message): Promise<Outcome> {
    const submits = submitsOf({ to, text, reference: referenceOf(id), wantsReport: true });
    if (!submits.ok) return failed(submits.message, false);
    const parts = submits.value;
    const { reason: why } = status();
    if (line === undefined || why !== null) return failed(why ?? `${path}: the modem is not ready`, true);
    const { exchange } = line;
    if (!(await isPrepared(exchange))) {
      await renew(exchange, 'the modem is not as it was left: it was reset, or hangs');
      return failed(`${path}: the modem had to be made ready again`, true);
    }
    const handed = await handOver(exchange, parts, (part) => {
      reports.giving({ id, to, part, parts: parts.length });
    });
    if (handed.renew) await renew(exchange, 'the modem did not answer as it should');
    return handed.outcome;
  }

  function status(): ModemStatus {
    const { trouble, ...seen } = watch.view();
    const why = state === 'open' ? trouble && `${path}: ${reasonOf(trouble)}` : reason;
    const named = state === 'opening' ? 'starting' : state === 'open' && why === null ? 'ready' : 'unavailable';
    return { state: named, reason: why, ...seen };
  }

  return {
    name: 'sms',
    start: keeper.start,
    async stop() {
      stopped = true;
      cancelLook();
      starting?.end('the gateway stopped');
      line?.exchange.end('the gateway stopped');
      const open = line;
      line = undefined;
      await keeper.stop();
      await open?.port.close();
      await dialogues.idle();
    },
    send: (message) => dialogues.handOver(() => send(message), `the modem at ${path}`),
    status,
  };
}
