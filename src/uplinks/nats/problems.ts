import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { messageOf } from '../../errors.js';
import { networkProblem } from '../rest/network-problem.js';
import type { Pause } from '../sink.js';

/** Numbers of errors of the JetStream API. */
export const JETSTREAM_CODES = {
  accountLimit: 10_002,
  noPeers: 10_005,
  notEnabledForAccount: 10_039,
  tooLong: 10_054,
  nameInUse: 10_058,
  notFound: 10_059,
  otherStream: 10_060,
  overlap: 10_065,
  noReplicas: 10_074,
  notStored: 10_077,
  sealed: 10_109,
} as const;

const MAX_CHARS = 200;
const shorten = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ').slice(0, MAX_CHARS);

/** The library wraps what went wrong; the last cause is the most precise one. */
function causesOf(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (
    let next = thrown;
    next !== undefined && causes.length < 8;
    next = next instanceof Error ? next.cause : undefined
  )
    causes.push(next);
  return causes.toReversed();
}

export const apiCodeOf = (thrown: unknown): number | undefined =>
  causesOf(thrown).find((cause) => cause instanceof JetStreamApiError)?.code;

/** What was sent has no answer: the far side may have it. */
export const isUnanswered = (thrown: unknown): boolean =>
  !causesOf(thrown).some(
    (cause) => cause instanceof JetStreamApiError || cause instanceof errors.PermissionViolationError,
  );

/** Why there is no connection, and how to fix it. `host`: of the url. */
export function connectProblem(thrown: unknown, host: string, account: string): Pause {
  const causes = causesOf(thrown);
  if (
    causes.some(
      (cause) =>
        cause instanceof errors.AuthorizationError ||
        cause instanceof errors.UserAuthenticationExpiredError ||
        /^authorization violation/i.test(messageOf(cause)),
    )
  ) {
    return {
      kind: 'stop',
      reason: `${host} refuses the sign-in of ${account}: set user and password, or nkeySeed, to those of its account`,
    };
  }
  const text = causes.map(messageOf).join(' ');
  if (text.includes("does not support 'tls'")) {
    return { kind: 'stop', reason: `${host} does not offer TLS: set up TLS there, or use nats:// without tls` };
  }
  return { kind: 'retry', reason: networkReason(causes, text, host) };
}

function networkReason(causes: readonly unknown[], text: string, host: string): string {
  if (text.includes('unexpected response from server'))
    return `${host} cannot be reached: what answers there is not a NATS server: check host and port of the url`;
  // A NATS server speaks first: most others wait in silence.
  if (causes.some((cause) => cause instanceof errors.TimeoutError))
    return `${host} cannot be reached: no NATS server answered there in time: check host and port of the url, and the network`;
  if (text.includes('undefined error')) return networkProblem(coded('ECONNRESET'), host);
  const found = causes.find((cause) => cause instanceof Error && 'code' in cause && typeof cause.code === 'string');
  return networkProblem(found ?? causes.at(-1), host);
}

const coded = (code: string): Error => Object.assign(new Error(code), { code });

const meaning = (code: number, text: string): Pause => {
  switch (code) {
    case JETSTREAM_CODES.notEnabledForAccount:
      return {
        kind: 'stop',
        reason: 'JetStream is not enabled for this account: enable it in the account of nats-server',
      };
    case JETSTREAM_CODES.otherStream:
      return {
        kind: 'stop',
        reason: 'the subjects of this gateway belong to another stream: set stream to its name (nats stream ls)',
      };
    case JETSTREAM_CODES.sealed:
      return { kind: 'stop', reason: 'the stream is sealed and takes no records: set stream to another one' };
    case JETSTREAM_CODES.notStored:
      return {
        kind: 'retry',
        reason: `the stream is full (${text}): raise its limits with nats stream edit, or purge it`,
      };
    case JETSTREAM_CODES.accountLimit:
      return { kind: 'retry', reason: `the account has no space left (${text}): raise its JetStream limits` };
    default:
      return { kind: 'retry', reason: `the far side has a problem: ${text}` };
  }
};

/** The account may not publish to the subject. */
export const isPublishDenied = (thrown: unknown): boolean =>
  causesOf(thrown).some((cause) => cause instanceof errors.PermissionViolationError && cause.operation === 'publish');

/** Why a request was not fulfilled, and how to fix it. */
export function requestProblem(thrown: unknown): Pause {
  const causes = causesOf(thrown);
  const denied = causes.find((cause) => cause instanceof errors.PermissionViolationError);
  if (denied !== undefined) {
    const subject = shorten(denied.subject);
    const may = denied.operation === 'publish' ? 'the account may not publish to' : 'the account may not subscribe to';
    return { kind: 'stop', reason: `${may} ${subject}: give it this permission` };
  }
  const api = causes.find((cause) => cause instanceof JetStreamApiError);
  if (api !== undefined) return meaning(api.code, `${shorten(api.message)}, error ${api.code}`);
  if (causes.some((cause) => cause instanceof errors.NoRespondersError)) {
    return {
      kind: 'retry',
      reason: 'no JetStream answers: start nats-server with -js, or wait until its cluster has a leader',
    };
  }
  if (causes.some((cause) => cause instanceof errors.TimeoutError)) {
    return {
      kind: 'retry',
      reason: 'the far side did not answer in time: it is overloaded, or its cluster has no leader',
    };
  }
  return { kind: 'retry', reason: `the connection broke off (${shorten(messageOf(thrown))})` };
}
