import type { Pause, RecordResult, SendResult } from '../sink.js';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { PublishAnswer } from './publication.js';

export type OutcomeOptions = {
  /** of the uplink, for what to do */
  readonly uplink: string;
  readonly user: string | undefined;
};

const NOT_AUTHORIZED = 0x87;
const TOPIC_INVALID = 0x90;
const QUOTA_EXCEEDED = 0x97;
const PAYLOAD_INVALID = 0x99;
const FAILURE_FROM = 0x80;

/** The far side asks for time: nothing more of the call is sent. */
export const asksForTime = (answer: PublishAnswer): boolean =>
  answer.kind === 'acknowledged' && answer.code === QUOTA_EXCEEDED;

/** What became of the record that was published to `topic`. */
export function outcomeOf(answer: PublishAnswer, topic: string, options: OutcomeOptions): RecordResult {
  if (answer.kind === 'lost' || asksForTime(answer)) return { outcome: 'unknown' };
  if (answer.kind === 'too-large') {
    const sizes = `${answer.bytes} bytes, the broker takes ${answer.max}`;
    return refused(`the message to ${topic} is too large (${sizes}): raise its maximum packet size`, options);
  }
  if (answer.code < FAILURE_FROM) return { outcome: 'accepted' };
  const why = answer.reason === undefined ? '' : `, ${answer.reason}`;
  return refused(`${refusal(answer.code, topic, options)} (reason code 0x${answer.code.toString(16)}${why})`, options);
}

const refused = (reason: string, { uplink }: OutcomeOptions): RecordResult => ({
  outcome: 'refused',
  reason: `${reason}, then run \`waypost uplink retry ${uplink}\``,
});

function refusal(code: number, topic: string, { user }: OutcomeOptions): string {
  if (code === NOT_AUTHORIZED) {
    if (user === undefined)
      return `the broker does not let clients without a user publish to ${topic}: allow it in its access list`;
    return `the broker does not let the user ${user} publish to ${topic}: allow it in its access list`;
  }
  if (code === TOPIC_INVALID)
    return `the broker refuses the topic ${topic}: allow it there, or change prefix of the uplink`;
  if (code === PAYLOAD_INVALID) return `the broker refuses the payload for ${topic}: allow JSON texts there`;
  return `the broker refuses the message to ${topic}: look at its log and mend what it names`;
}

/**
 * The results of a call, in order. A record of a device counts as sent only if all before it of this device are: what was
 * not answered is sent again, in order, with all that follows.
 */
export function resultsOf(
  records: readonly UplinkRecord[],
  answers: readonly PublishAnswer[],
  outcomes: readonly RecordResult[],
): SendResult {
  const open = new Set<string>();
  const results = records.map(({ deviceId }, index): RecordResult => {
    const result = outcomes[index] ?? { outcome: 'unknown' };
    if (result.outcome === 'unknown') open.add(deviceId);
    return open.has(deviceId) ? { outcome: 'unknown' } : result;
  });
  const pause = pauseOf(answers);
  return { results, ...(pause !== undefined && { pause }) };
}

function pauseOf(answers: readonly PublishAnswer[]): Pause | undefined {
  if (answers.some(asksForTime)) {
    return { kind: 'retry', reason: 'a quota of the broker is used up (reason code 0x97): it is tried again' };
  }
  if (answers.some(({ kind }) => kind === 'lost')) return CONNECTION_LOST;
  return undefined;
}

export const CONNECTION_LOST: Pause = { kind: 'retry', reason: 'the connection to the broker was lost' };
