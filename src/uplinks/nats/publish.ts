import { headers } from '@nats-io/transport-node';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { Lane, LaneMark, Pause, RecordResult, SendResult } from '../sink.js';
import { DIGEST_HEADER, digestOf } from './content.js';
import { apiCodeOf, isPublishDenied, isUnanswered, JETSTREAM_CODES, requestProblem } from './problems.js';
import { conflictWith } from './read-back.js';
import { messageAt, type StreamConnection } from './stream.js';

export type Published = SendResult & {
  /** the highest sequence of the stream that was acknowledged */
  readonly mark: LaneMark;
  /** the far side may have records whose outcome is unknown: they have to be read back before they are sent again */
  readonly isUnsure: boolean;
};

/** Publishes without an acknowledgement at once. */
const WINDOW = 256;
/** Of the header of a message: its id, its digest, and the name of the stream. */
const HEADER_BYTES = 512;
/** The duplicate window of a stream is two minutes, unless it was set. */
const FORGOTTEN_MS = 30_000;

type Settled =
  | { readonly outcome: 'accepted' | 'repeated'; readonly seq: number }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly pause: Pause; readonly isUnsure: boolean };
/** Whether a denial concerns one device or all shows only next to the others. */
type Outcome = Settled | { readonly outcome: 'denied'; readonly pause: Pause };

export type PublishOptions = Publisher & { readonly mayPublish: boolean };
/** `name`: of the uplink */
type Publisher = { readonly name: string; readonly gatewayId: string };

/**
 * Publishes to the stream, in order, until one of the records fails. An account that may publish no record of the lane has
 * no permission; one that may publish some (`mayPublish`: it has before) is refused those of single devices.
 */
export async function publishAll(
  to: StreamConnection,
  lane: Lane,
  records: readonly UplinkRecord[],
  { mayPublish, name, gatewayId }: PublishOptions,
): Promise<Published> {
  const outcomes = new Map<number, Outcome>();
  let pause: Pause | undefined;
  let next = 0;
  let inFlight = 0;
  await new Promise<void>((resolve) => {
    const fill = (): void => {
      for (; pause === undefined && inFlight < WINDOW && next < records.length; next += 1) begin(next);
      if (inFlight === 0) resolve();
    };
    const begin = (index: number): void => {
      const record = records[index];
      if (record === undefined) return;
      inFlight += 1;
      void publishOne(to, lane, record, { name, gatewayId }).then((outcome) => {
        inFlight -= 1;
        outcomes.set(index, outcome);
        if (outcome.outcome === 'unknown') pause ??= outcome.pause;
        fill();
      });
    };
    fill();
  });
  const settled = settleDenied(outcomes, mayPublish);
  for (const one of settled.values()) if (one.outcome === 'unknown') pause ??= one.pause;
  return { ...judgeOrder(records, settled), ...(pause !== undefined && { pause }) };
}

/** What was denied is refused; unknown, if nothing may be published. */
function settleDenied(outcomes: ReadonlyMap<number, Outcome>, mayPublish: boolean): ReadonlyMap<number, Settled> {
  const isOfDevice =
    mayPublish || [...outcomes.values()].some(({ outcome }) => outcome === 'accepted' || outcome === 'repeated');
  const settle = (one: Outcome): Settled => {
    if (one.outcome !== 'denied') return one;
    const { pause } = one;
    return isOfDevice ? { outcome: 'refused', reason: pause.reason } : { outcome: 'unknown', pause, isUnsure: false };
  };
  return new Map([...outcomes].map(([index, one]) => [index, settle(one)]));
}

async function publishOne(
  to: StreamConnection,
  lane: Lane,
  record: UplinkRecord,
  publisher: Publisher,
): Promise<Outcome> {
  const { nc, js, stream, subjects } = to;
  const body = Buffer.from(JSON.stringify(record));
  const max = nc.info?.max_payload ?? Infinity;
  if (body.length + HEADER_BYTES > max) {
    const reason = `it has ${body.length} bytes, and the far side takes ${max - HEADER_BYTES}: raise max_payload of nats-server`;
    return { outcome: 'refused', reason };
  }
  try {
    const digest = digestOf(record);
    const digestHeader = headers();
    digestHeader.set(DIGEST_HEADER, digest);
    const { seq, duplicate } = await js.publish(subjects.of(lane, record.deviceId), body, {
      msgID: record.id,
      headers: digestHeader,
      expect: { streamName: stream },
    });
    return duplicate ? await judgeRepeat(to, record, { seq, digest }, publisher) : { outcome: 'accepted', seq };
  } catch (error) {
    if (apiCodeOf(error) === JETSTREAM_CODES.tooLong) {
      const reason = `it has ${body.length} bytes, more than the stream ${stream} takes: raise its max-msg-size`;
      return { outcome: 'refused', reason };
    }
    if (isPublishDenied(error)) return { outcome: 'denied', pause: requestProblem(error) };
    return { outcome: 'unknown', pause: requestProblem(error), isUnsure: isUnanswered(error) };
  }
}

/** The server took the record for one that it has, by its id alone: its content decides. */
async function judgeRepeat(
  to: StreamConnection,
  record: UplinkRecord,
  { seq, digest }: { readonly seq: number; readonly digest: string },
  { name, gatewayId }: Publisher,
): Promise<Settled> {
  const stored = await messageAt(to, seq);
  if (stored?.digest === digest && stored.id === record.id) return { outcome: 'repeated', seq };
  if (stored?.id !== record.id) {
    const reason = `the stream ${to.stream} still knows the id of a record that is not there any more: it is sent again`;
    return { outcome: 'unknown', pause: { kind: 'retry', reason, retryAfter: FORGOTTEN_MS }, isUnsure: false };
  }
  if (record.id.startsWith(`${gatewayId}:`))
    return { outcome: 'unknown', pause: conflictWith(to.stream, record, name), isUnsure: false };
  return {
    outcome: 'refused',
    reason: `another record with the id ${record.id} is in the stream ${to.stream} already`,
  };
}

/** A record of a device that was accepted after one that was not is unknown too. */
function judgeOrder(records: readonly UplinkRecord[], outcomes: ReadonlyMap<number, Settled>): Published {
  const failed = new Set<string>();
  let mark = 0;
  let isUnsure = false;
  const results = records.map(({ deviceId }, index): RecordResult => {
    const outcome = outcomes.get(index);
    if (outcome?.outcome === 'refused') return outcome;
    if (outcome === undefined || outcome.outcome === 'unknown') {
      failed.add(deviceId);
      isUnsure ||= outcome?.isUnsure === true;
      return UNKNOWN;
    }
    if (failed.has(deviceId)) {
      isUnsure = true;
      return UNKNOWN;
    }
    mark = Math.max(mark, outcome.seq);
    return { outcome: outcome.outcome };
  });
  return { results, mark, isUnsure };
}

const UNKNOWN: RecordResult = { outcome: 'unknown' };

/** Publishes outside the stream; the server has it once it answers a ping. */
export async function publishLive(to: StreamConnection, records: readonly UplinkRecord[]): Promise<SendResult> {
  const { nc, subjects } = to;
  const max = nc.info?.max_payload ?? Infinity;
  try {
    const results = records.map((record): RecordResult => {
      const body = Buffer.from(JSON.stringify(record));
      if (body.length > max) return { outcome: 'refused', reason: `it has more than ${max} bytes` };
      nc.publish(subjects.of('live', record.deviceId), body);
      return { outcome: 'accepted' };
    });
    await flush(to);
    return { results };
  } catch (error) {
    return { results: records.map(() => UNKNOWN), pause: requestProblem(error) };
  }
}

/** The client leaves a flush without an answer when the connection ends. */
async function flush({ nc, flushes }: StreamConnection): Promise<void> {
  let forget = (): void => undefined;
  const lost = new Promise<never>((_resolve, reject) => {
    flushes.add(reject);
    forget = () => flushes.delete(reject);
  });
  try {
    await Promise.race([nc.flush(), lost]);
  } finally {
    forget();
  }
}
