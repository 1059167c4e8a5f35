import type { Logger } from '../../logger.js';
import type { Receipt } from '../../domain/report.js';
import type { Outbound } from '../../protocols/outbound.js';
import type { Counters, Protocol, ProtocolContext, TrackerMessage } from '../../protocols/protocol.js';
import type { SubmitMessage } from './submit.js';
import type { Port } from '../transport/serial-port.js';
import type { Timers } from '../../time/timers.js';

/** Above `most` unsettled reports a port is not read, until there are fewer than `few`. */
const MAX_UNSETTLED = 256;
const RESUME_BELOW = 128;

/** What is said over one open port, from its opening to its loss. */
export type SessionDriver = {
  /** Whether anything in it was understood. */
  onData: (chunk: Uint8Array) => boolean;
  /**
   * The port is gone. What waited for more is handed in: nothing more can come. Resolves when every report is settled;
   * nothing is sent any more.
   */
  end: () => Promise<void>;
};

type SessionDriverOptions = {
  readonly path: string;
  readonly protocol: Protocol;
  readonly counters: Counters;
  readonly port: Port;
  readonly submit: SubmitMessage;
  readonly context: ProtocolContext;
  readonly timers: Timers;
  readonly logger: Logger;
};

/**
 * Bytes to messages, messages to reports, receipts to replies. Reports are handed in without waiting one for another,
 * so that those of a chunk become durable together; their replies go out then, in the order of the messages.
 */
export function createSessionDriver({
  path,
  protocol,
  counters,
  port,
  submit,
  context,
  timers,
  logger,
}: SessionDriverOptions): SessionDriver {
  let session = protocol.open(counters, context);
  let unsettled = 0;
  let paused = false;
  let ended = false;
  let repliesUnread = false;
  let hasFailed = false;
  let stopWaiting = (): void => undefined;
  /** resolves when all messages so far are settled and their replies handed to the port */
  let replies = Promise.resolve();

  /** A fault in a protocol spoils the session it happened in, not the port; said once, since it may come with every line. */
  function guard<T>(run: () => T, fallback: T): T {
    try {
      return run();
    } catch (error) {
      if (!hasFailed) logger.error({ path, protocol: protocol.name, err: error }, 'the protocol failed');
      hasFailed = true;
      session = protocol.open(counters, context);
      return fallback;
    }
  }

  function send(reply: Outbound): void {
    port.write(reply).then(
      () => {
        repliesUnread = false;
      },
      (error: unknown) => {
        // Records count more than receipts: a tracker that does not read goes without, and will send again.
        if (!repliesUnread && !ended) logger.warn({ path, err: error }, 'a reply is left out');
        repliesUnread = true;
      },
    );
  }

  function submitAll(messages: readonly TrackerMessage[]): void {
    if (messages.length === 0) return;
    unsettled += messages.length;
    const receipts = Promise.all(messages.map(submit));
    replies = replies.then(async () => {
      settle(messages, await receipts);
    });
  }

  function settle(messages: readonly TrackerMessage[], receipts: readonly Receipt[]): void {
    unsettled -= messages.length;
    if (paused && unsettled < RESUME_BELOW) {
      paused = false;
      port.resume();
    }
    if (ended) return;
    for (const [index, message] of messages.entries()) {
      const receipt = receipts[index];
      const reply = receipt && guard(() => session.reply(message, receipt), undefined);
      if (reply !== undefined) send(reply);
    }
  }

  function idle(): boolean {
    const messages = guard(() => session.idle(), []);
    submitAll(messages);
    return messages.length > 0;
  }

  /** A silence is the tracker's: what is left unread for want of time, or while the store holds reading up, is none. */
  function scheduleIdle(ms: number): void {
    stopWaiting = timers.after(ms, () => {
      // Who had something to say may have more after another silence.
      if (!port.isIdle() || idle()) scheduleIdle(ms);
    });
  }

  const greeting = guard(() => session.greeting(), undefined);
  if (greeting !== undefined) {
    send(greeting);
    // Who has not heard it is greeted again.
    if (protocol.idleTimeoutMs !== undefined) scheduleIdle(protocol.idleTimeoutMs);
  }

  return {
    onData(chunk) {
      stopWaiting();
      const { frames } = counters;
      const messages = guard(() => session.push(chunk, context.now()), []);
      submitAll(messages);
      if (unsettled > MAX_UNSETTLED && !paused) {
        paused = true;
        port.pause();
      }
      if (protocol.idleTimeoutMs !== undefined) scheduleIdle(protocol.idleTimeoutMs);
      return messages.length === 0 ? counters.frames > frames : messages.some(({ type }) => type !== 'rejected');
    },
    end() {
      stopWaiting();
      ended = true;
      idle();
      return replies;
    },
  };
}
