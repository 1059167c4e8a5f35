import type { Outbound } from '../outbound.js';
import type { ProtocolContext, TrackerMessage } from '../protocol.js';
import { encodeWantConfig, encodeHeartbeat, toFullNonce } from './to-radio.js';

/** What is said to the attached node, so that it tells what it hears. */
export type Handshake = {
  readonly greeting: () => Outbound;
  /** all has been told that was asked for with this number */
  readonly onComplete: (nonce: number) => void;
  /** the node has forgotten that it was asked */
  readonly onRebooted: () => readonly TrackerMessage[];
  /** what is due while it talks */
  readonly dueRequests: () => readonly TrackerMessage[];
  /** what is due when it has been silent for long */
  readonly onIdle: () => readonly TrackerMessage[];
  readonly reply: (message: TrackerMessage) => Outbound | undefined;
};

/** A node forgets who has said nothing for 15 minutes. */
const HEARTBEAT_MS = 300_000;
const NO_MESSAGES: readonly TrackerMessage[] = [];
const CONFIG_REQUEST: readonly TrackerMessage[] = [{ type: 'request', ref: 'config' }];
const HEARTBEAT_REQUEST: readonly TrackerMessage[] = [{ type: 'request', ref: 'heartbeat' }];

export function createHandshake({ now, openCount }: ProtocolContext): Handshake {
  let nonce = 0;
  let isComplete = false;
  /** ms since 1970, undefined while nothing has been said to it */
  let sentAt: number | undefined;

  function greeting(): Outbound {
    sentAt = now();
    isComplete = false;
    nonce = toFullNonce(nonce + Math.floor(now()) + openCount);
    return encodeWantConfig(nonce);
  }

  /** Who has not been greeted is only listened to. */
  function ifGreeted(messages: readonly TrackerMessage[]): readonly TrackerMessage[] {
    if (sentAt === undefined) return NO_MESSAGES;
    sentAt = now();
    return messages;
  }

  return {
    greeting,
    onComplete(completedNonce) {
      if (completedNonce === nonce) isComplete = true;
    },
    onRebooted: () => ifGreeted(CONFIG_REQUEST),
    // A clock may be set back, too.
    dueRequests: () =>
      sentAt === undefined || Math.abs(now() - sentAt) < HEARTBEAT_MS ? NO_MESSAGES : ifGreeted(HEARTBEAT_REQUEST),
    onIdle: () => ifGreeted(isComplete ? HEARTBEAT_REQUEST : CONFIG_REQUEST),
    reply(message) {
      if (message.type !== 'request') return undefined;
      return message.ref === 'config' ? greeting() : encodeHeartbeat();
    },
  };
}
