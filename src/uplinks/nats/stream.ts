import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  StorageType,
  type ConsumerInfo,
  type JetStreamClient,
  type JetStreamManager,
  type StoredMsg,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos, nuid, type NatsConnection } from '@nats-io/transport-node';
import { messageOf } from '../../errors.js';
import type { Lane, Pause } from '../sink.js';
import { apiCodeOf, JETSTREAM_CODES, requestProblem } from './problems.js';
import { isCovered, readId, STREAM_SUBJECTS, type Subjects } from './subjects.js';

/** One connection, and the stream that it writes to. */
export type StreamConnection = {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly stream: string;
  readonly subjects: Subjects;
  /** rejects what waits for a flush, when the connection ends */
  readonly flushes: Set<(error: Error) => void>;
};

/** of a request and of an acknowledgement */
const ANSWER_MS = 10_000;
const DUPLICATE_WINDOW_MS = 120_000;
/** Consumers that were not deleted end after this time. */
const IDLE_MS = 30_000;

export async function connectStream(nc: NatsConnection, stream: string, subjects: Subjects): Promise<StreamConnection> {
  const js = jetstream(nc, { timeout: ANSWER_MS });
  const flushes: StreamConnection['flushes'] = new Set();
  void nc.closed().then((error) => {
    for (const reject of flushes) reject(error ?? new Error('closed by the far side'));
  });
  return { nc, js, jsm: await js.jetstreamManager(false), stream, subjects, flushes };
}

/** `remark`: what a person should know although records can be sent; null: nothing. */
export type Prepared = { readonly remark: string | null } | { readonly pause: Pause };

export type PrepareOptions = {
  readonly replicas: number;
  /** true: nothing is made */
  readonly testing: boolean;
  readonly storeId: string;
  readonly newest: number;
};

/** Finds the stream, or makes it, and looks whether it has records of another copy of this store. */
export async function prepareStream(to: StreamConnection, options: PrepareOptions): Promise<Prepared> {
  try {
    const found = await findStream(to);
    if (found === undefined) return await addStream(to, options);
    const missing = uncovered(to, found.subjects);
    if (missing !== undefined) return { pause: { kind: 'stop', reason: missing } };
    return (await findConflict(to, options)) ?? { remark: null };
  } catch (error) {
    return { pause: requestProblem(error) };
  }
}

async function findStream({ jsm, stream }: StreamConnection): Promise<Partial<StreamConfig> | undefined> {
  try {
    return (await jsm.streams.info(stream)).config;
  } catch (error) {
    if (apiCodeOf(error) === JETSTREAM_CODES.notFound) return undefined;
    throw error;
  }
}

function uncovered({ stream, subjects }: StreamConnection, given: readonly string[] = []): string | undefined {
  const missing = (['history', 'alerts'] as const)
    .map((lane) => subjects.all(lane))
    .filter((subject) => !given.some((pattern) => isCovered(subject, pattern)));
  if (missing.length === 0) return undefined;
  const all = [...new Set([...given, ...STREAM_SUBJECTS])].join(',');
  return `the stream ${stream} does not take ${missing.join(' and ')}: run nats stream edit ${stream} --subjects='${all}'`;
}

async function addStream(to: StreamConnection, { replicas, testing }: PrepareOptions): Promise<Prepared> {
  const { jsm, stream: name } = to;
  if (testing)
    return { remark: `connected; the stream ${name} is missing: the uplink makes it, if its account may do so` };
  try {
    await jsm.streams.add({
      name,
      subjects: [...STREAM_SUBJECTS],
      storage: StorageType.File,
      num_replicas: replicas,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    });
    return { remark: null };
  } catch (error) {
    const code = apiCodeOf(error);
    // Another gateway was faster.
    if (code === JETSTREAM_CODES.nameInUse) return { remark: null };
    return { pause: addProblem(name, replicas, code, error) };
  }
}

function addProblem(name: string, replicas: number, code: number | undefined, thrown: unknown): Pause {
  const problem = requestProblem(thrown);
  const command = `nats stream add ${name} --subjects='${STREAM_SUBJECTS.join(',')}' --storage=file --replicas=${replicas} --defaults`;
  if (code === JETSTREAM_CODES.noReplicas || code === JETSTREAM_CODES.noPeers) {
    const reason = `the stream ${name} is missing and ${replicas} servers are not available for it: set replicas to fewer, or start them`;
    return { kind: code === JETSTREAM_CODES.noPeers ? 'retry' : 'stop', reason };
  }
  if (code === JETSTREAM_CODES.overlap) {
    const reason = `the stream ${name} is missing, and another stream has its subjects: set stream to its name (nats stream ls)`;
    return { kind: 'stop', reason };
  }
  const why = problem.kind === 'stop' ? 'this account may not make it' : messageOf(thrown);
  return { kind: problem.kind, reason: `the stream ${name} is missing (${why}): run ${command}` };
}

/** A higher number of the present generation than this store has: it was put back to an earlier state. */
async function findConflict(to: StreamConnection, { storeId, newest }: PrepareOptions): Promise<Prepared | undefined> {
  for (const lane of ['history', 'alerts'] as const) {
    const last = await lastOf(to, lane);
    const id = last === undefined ? undefined : readId(idOf(last));
    if (id?.store === storeId && id.n > newest) {
      const reason =
        `store ${storeId} has ${newest} entries, but its record ${id.n} is in the stream ${to.stream} already: the store ` +
        'was put back to an earlier state; run `waypost uplink reset NAME --new-generation`, so that its new records get ' +
        'numbers of their own';
      return { pause: { kind: 'stop', reason } };
    }
  }
  return undefined;
}

/** The id of a record in the stream; empty: something else. */
export const idOf = ({ header }: Pick<StoredMsg, 'header'>): string => header.get('Nats-Msg-Id');

/** The last message of a lane. */
export const lastOf = async ({ jsm, stream, subjects }: StreamConnection, lane: Lane): Promise<StoredMsg | undefined> =>
  (await jsm.streams.getMessage(stream, { last_by_subj: subjects.all(lane) })) ?? undefined;

/** The first message of a lane from a sequence on. */
export async function nextOf(
  { jsm, stream, subjects }: StreamConnection,
  lane: Lane,
  seq: number,
): Promise<StoredMsg | undefined> {
  // The types of the library know it only of another call.
  const query = { seq, next_by_subj: subjects.all(lane) };
  return (await jsm.streams.getMessage(stream, query)) ?? undefined;
}

export type ReadBack = {
  readonly messages: readonly { readonly seq: number; readonly id: string }[];
  /** there are more */
  readonly isCut: boolean;
};

/** The ids of a lane from a sequence on, without the records. */
export async function readIds(to: StreamConnection, lane: Lane, from: number, max: number): Promise<ReadBack> {
  const { js, jsm, stream, subjects } = to;
  const consumer = await jsm.consumers.add(stream, {
    name: `waypost-${nuid.next()}`,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    filter_subject: subjects.all(lane),
    headers_only: true,
    inactive_threshold: nanos(IDLE_MS),
    mem_storage: true,
    num_replicas: 1,
  });
  const count = Math.min(max, consumer.num_pending);
  const messages = count === 0 ? [] : await fetchIds(js, consumer, count);
  await jsm.consumers.delete(stream, consumer.name).catch(() => false);
  if (messages.length < count) throw new Error('the records were not read back in time');
  return { messages, isCut: consumer.num_pending > count };
}

async function fetchIds(js: JetStreamClient, consumer: ConsumerInfo, count: number): Promise<ReadBack['messages']> {
  const fetched = await js.consumers.getConsumerFromInfo(consumer).fetch({ max_messages: count, expires: ANSWER_MS });
  const messages: { seq: number; id: string }[] = [];
  for await (const message of fetched) {
    messages.push({ seq: message.seq, id: message.headers?.get('Nats-Msg-Id') ?? '' });
  }
  return messages;
}
