import { errnoOf } from '../../errors.js';
import type { Pause } from '../sink.js';
import { networkProblem } from '../rest/network-problem.js';

/** Why there is no connection. */
export type Problem = Extract<Pause, { kind: 'retry' | 'stop' }>;

const BROKER_3 =
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one';

/** Refusals of a connection that a person has to mend. MQTT 5, 3.2.2.2; below 0x80: the codes of MQTT 3.1.1. */
const STOPS: Readonly<Record<number, string>> = {
  0x01: BROKER_3,
  0x02: 'it refuses the client id',
  0x04: 'it refuses user or password: set user and password of the uplink to an account of the broker',
  0x05: 'it does not let this user in: set user and password of the uplink to an account of the broker',
  0x84: BROKER_3,
  0x85: 'it refuses the client id',
  0x86: 'it refuses user or password: set user and password of the uplink to an account of the broker',
  0x87: 'it does not let this user in: set user and password of the uplink to an account of the broker that may connect',
  0x8a: 'it has banned this client: lift the ban there',
  0x8c: 'it wants another way to sign in than user and password or a client certificate',
  0x90: 'it refuses the topic of the status: set prefix to topics that this user may publish to',
  0x95: 'the packet that connects is too large for it: raise its maximum packet size',
  0x9a: 'it keeps no retained messages: allow them there',
  0x9b: 'it does not take messages of QoS 1: allow them there',
  0x9c: 'another broker is to be used',
  0x9d: 'it has moved',
};

/** Refusals that go away. */
const WAITS: Readonly<Record<number, string>> = {
  0x03: 'it is not available at present',
  0x88: 'it is not available at present',
  0x89: 'it is busy',
  0x8b: 'it was shut down',
  0x8d: 'it received nothing for too long',
  0x8e: 'another client with the same client id took over: two gateways with the same id, or the same uplink twice, use it',
  0x93: 'more messages were unanswered than it takes',
  0x95: 'a message was larger than it takes',
  0x97: 'a quota is used up there',
  0x98: 'it was closed there by an administrator',
  0x9f: 'too many connections are made there',
};

/** The one that took over would be thrown out in turn. */
const TAKEN_OVER = 0x8e;
const TAKEN_OVER_WAIT_MS = 60_000;

const codeText = (code: number): string => `reason code 0x${code.toString(16).padStart(2, '0')}`;

export type RefusedConnection = {
  readonly code: number;
  readonly reason?: string | undefined;
  /** another broker, as the broker names it */
  readonly reference?: string | undefined;
};

/** The broker's own words, as far as it gives any. */
const own = ({ code, reason, reference }: RefusedConnection): string =>
  [codeText(code), reason, reference].filter((part) => part !== undefined && part !== '').join(', ');

/** The broker refused the connection. `host`: of the url. */
export function connectProblem(refused: RefusedConnection, host: string): Problem {
  const stop = STOPS[refused.code];
  const text = stop ?? WAITS[refused.code] ?? 'it refuses the connection';
  return { kind: stop === undefined ? 'retry' : 'stop', reason: `broker ${host}: ${text} (${own(refused)})` };
}

/** The broker closed a connection that it had accepted, and gave a reason. */
export function disconnectProblem(refused: RefusedConnection, host: string): Problem {
  const text = WAITS[refused.code] ?? STOPS[refused.code] ?? 'it closed the connection';
  const reason = `broker ${host}: ${text} (${own(refused)})`;
  return {
    kind: 'retry',
    reason,
    ...(refused.code === TAKEN_OVER && { retryAfter: TAKEN_OVER_WAIT_MS }),
  };
}

export const speaksMqtt3 = (host: string): Problem => ({ kind: 'stop', reason: `broker ${host}: ${BROKER_3}` });

const SCHEME = 'it does not understand TLS there: check mqtt or mqtts and the port of the url';
const NOT_TLS: Readonly<Record<string, string>> = { EPROTO: SCHEME, ERR_SSL_WRONG_VERSION_NUMBER: SCHEME };

/** The connection failed below MQTT. */
export function transportProblem(thrown: unknown, host: string): Problem {
  const code = errnoOf(thrown);
  const scheme = code === undefined || code.includes('ALERT') ? undefined : NOT_TLS[code];
  const reason = scheme === undefined ? networkProblem(thrown, host) : `${host} cannot be reached: ${scheme}`;
  return { kind: 'retry', reason };
}

/** It ended without a reason. `wasOpen`: after the broker had accepted it. */
export const endProblem = (host: string, wasOpen: boolean): Problem => ({
  kind: 'retry',
  reason: wasOpen
    ? `broker ${host} closed the connection`
    : `broker ${host} closed the connection before it accepted it: if it speaks MQTT 3.1.1 alone, use one of MQTT 5; otherwise check its log`,
});

export const noAnswer = (host: string, what: string): Problem => ({
  kind: 'retry',
  reason: `broker ${host} ${what}: check the network, and whether the broker runs`,
});

export const noBroker = (host: string, what: string): Problem => ({
  kind: 'retry',
  reason: `${host} does not answer as a broker of MQTT 5 (${what}): check the url`,
});
