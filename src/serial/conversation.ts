import type { Logger } from '../logger.js';
import type { Context, Counters, Message, Outgoing, Protocol, Receipt } from '../protocols/protocol.js';
import type { Intake } from './intake.js';
import type { Port } from './port.js';
import type { Timers } from './timers.js';

/** Above `most` unsettled reports a port is not read, until there are fewer than `few`. */
const most = 256;
const few = 128;

/** What is said over one open port, from its opening to its loss. */
export type Conversation = {
  /** Whether anything in it was understood. */
  hear: (chunk: Uint8Array) => boolean;
  /**
   * The port is gone. What waited for more is handed in: nothing more can come. Resolves when every report is settled;
   * nothing is sent any more.
   */
  end: () => Promise<void>;
};

type Parts = {
  readonly path: string;
  readonly protocol: Protocol;
  readonly counters: Counters;
  readonly port: Port;
  readonly intake: Intake;
  readonly context: Context;
  readonly timers: Timers;
  readonly logger: Logger;
};

/**
 * Bytes to messages, messages to reports, receipts to replies. Reports are handed in without waiting one for another,
 * so that those of a chunk become durable together; their replies go out then, in the order of the messages.
 */
export function createConversation({
  path,
  protocol,
  counters,
  port,
  intake,
  context,
  timers,
  logger,
}: Parts): Conversation {
  let session = protocol.open(counters, context);
  let unsettled = 0;
  let paused = false;
  let ended = false;
  let unread = false;
  let faulty = false;
  let stopWaiting = (): void => undefined;
  /** resolves when all messages so far are settled and their replies handed to the port */
  let replies = Promise.resolve();

  /** A fault in a protocol spoils the session it happened in, not the port; said once, since it may come with every line. */
  function guarded<T>(run: () => T, otherwise: T): T {
    try {
      return run();
    } catch (error) {
      if (!faulty) logger.error({ path, protocol: protocol.name, err: error }, 'the protocol failed');
      faulty = true;
      session = protocol.open(counters, context);
      return otherwise;
    }
  }

  function send(said: Outgoing): void {
    port.write(said).then(
      () => {
        unread = false;
      },
      (error: unknown) => {
        // Records count more than receipts: a tracker that does not read goes without, and will send again.
        if (!unread && !ended) logger.warn({ path, err: error }, 'a reply is left out');
        unread = true;
      },
    );
  }

  function take(messages: readonly Message[]): void {
    if (messages.length === 0) return;
    unsettled += messages.length;
    const receipts = Promise.all(messages.map(intake));
    replies = replies.then(async () => {
      settle(messages, await receipts);
    });
  }

  function settle(messages: readonly Message[], receipts: readonly Receipt[]): void {
    unsettled -= messages.length;
    if (paused && unsettled < few) {
      paused = false;
      port.resume();
    }
    if (ended) return;
    for (const [place, message] of messages.entries()) {
      const receipt = receipts[place];
      const reply = receipt && guarded(() => session.reply(message, receipt), undefined);
      if (reply !== undefined) send(reply);
    }
  }

  function idle(): boolean {
    const messages = guarded(() => session.idle(), []);
    take(messages);
    return messages.length > 0;
  }

  /** A silence is the tracker's: what is left unread for want of time, or while the store holds reading up, is none. */
  function awaitSilence(ms: number): void {
    stopWaiting = timers.after(ms, () => {
      // Who had something to say may have more after another silence.
      if (!port.isQuiet() || idle()) awaitSilence(ms);
    });
  }

  const greeting = guarded(() => session.greeting(), undefined);
  if (greeting !== undefined) {
    send(greeting);
    // Who has not heard it is greeted again.
    if (protocol.idleAfter !== undefined) awaitSilence(protocol.idleAfter);
  }

  return {
    hear(chunk) {
      stopWaiting();
      const { frames } = counters;
      const messages = guarded(() => session.push(chunk, context.now()), []);
      take(messages);
      if (unsettled > most && !paused) {
        paused = true;
        port.pause();
      }
      if (protocol.idleAfter !== undefined) awaitSilence(protocol.idleAfter);
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
