import type { Context, Message, Outgoing } from '../protocol.js';
import { askForAll, heartbeat, nonceFrom } from './to-radio.js';

/** What is said to the attached node, so that it tells what it hears. */
export type Handshake = {
  readonly greeting: () => Outgoing;
  /** all has been told that was asked for with this number */
  readonly completed: (nonce: number) => void;
  /** the node has forgotten that it was asked */
  readonly forgotten: () => readonly Message[];
  /** what is due while it talks */
  readonly due: () => readonly Message[];
  /** what is due when it has been silent for long */
  readonly silent: () => readonly Message[];
  readonly reply: (message: Message) => Outgoing | undefined;
};

/** A node forgets who has said nothing for 15 minutes. */
const heartbeatMs = 300_000;
const nothing: readonly Message[] = [];
const ask: readonly Message[] = [{ type: 'question', ref: 'config' }];
const beat: readonly Message[] = [{ type: 'question', ref: 'heartbeat' }];

export function createHandshake({ now, opening }: Context): Handshake {
  let nonce = 0;
  let isComplete = false;
  /** ms since 1970, undefined while nothing has been said to it */
  let saidAt: number | undefined;

  function greeting(): Outgoing {
    saidAt = now();
    isComplete = false;
    nonce = nonceFrom(nonce + Math.floor(now()) + opening);
    return askForAll(nonce);
  }

  /** Who has not been greeted is only listened to. */
  function asked(messages: readonly Message[]): readonly Message[] {
    if (saidAt === undefined) return nothing;
    saidAt = now();
    return messages;
  }

  return {
    greeting,
    completed(told) {
      if (told === nonce) isComplete = true;
    },
    forgotten: () => asked(ask),
    // A clock may be set back, too.
    due: () => (saidAt === undefined || Math.abs(now() - saidAt) < heartbeatMs ? nothing : asked(beat)),
    silent: () => asked(isComplete ? beat : ask),
    reply(message) {
      if (message.type !== 'question') return undefined;
      return message.ref === 'config' ? greeting() : heartbeat();
    },
  };
}
