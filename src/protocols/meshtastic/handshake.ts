import type { Outbound } from '../outbound.js';
import type { ProtocolContext, TrackerMessage } from '../protocol.js';
import { encodeWantConfig, encodeHeartbeat, toFullNonce } from './to-radio.js';

/** The requests to the connected node that make it forward received packets. */
export type Handshake = {
  readonly greeting: () => Outbound;
  /** the response to the request with this number is complete */
  readonly onComplete: (nonce: number) => void;
  /** the node rebooted and no longer forwards packets */
  readonly onRebooted: () => readonly TrackerMessage[];
  /** the requests due while the node sends */
  readonly dueRequests: () => readonly TrackerMessage[];
  /** the requests due after long silence */
  readonly onIdle: () => readonly TrackerMessage[];
  readonly reply: (message: TrackerMessage) => Outbound | undefined;
};

/** A node stops forwarding after 15 minutes without input. */
const HEARTBEAT_MS = 300_000;
const NO_MESSAGES: readonly TrackerMessage[] = [];
const CONFIG_REQUEST: readonly TrackerMessage[] = [{ type: 'request', ref: 'config' }];
const HEARTBEAT_REQUEST: readonly TrackerMessage[] = [{ type: 'request', ref: 'heartbeat' }];

export function createHandshake({ now, openCount }: ProtocolContext): Handshake {
  let nonce = 0;
  let isComplete = false;
  /** ms since 1970; undefined until something was sent */
  let sentAt: number | undefined;

  function greeting(): Outbound {
    sentAt = now();
    isComplete = false;
    nonce = toFullNonce(nonce + Math.floor(now()) + openCount);
    return encodeWantConfig(nonce);
  }

  /** Without a greeting, the session only listens. */
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
    // `abs`, because the clock may be set back.
    dueRequests: () =>
      sentAt === undefined || Math.abs(now() - sentAt) < HEARTBEAT_MS ? NO_MESSAGES : ifGreeted(HEARTBEAT_REQUEST),
    onIdle: () => ifGreeted(isComplete ? HEARTBEAT_REQUEST : CONFIG_REQUEST),
    reply(message) {
      if (message.type !== 'request') return undefined;
      return message.ref === 'config' ? greeting() : encodeHeartbeat();
    },
  };
}
