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
import { DIGEST_HEADER, digestOfBody } from './content.js';
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
/** The id of a record; the server drops a second message with the same one. */
const ID_HEADER = 'Nats-Msg-Id';
/** Messages of one request. */
const FETCH_MESSAGES = 2_000;
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
    const id = last === undefined ? undefined : readId(last.id);
    if (id?.store === storeId && id.n > newest) {
      const reason =
        `store ${storeId} has ${newest} entries, but its record ${id.n} is in the stream ${to.stream} already: the store ` +
        'was put back to an earlier state; run `waypost uplink reset NAME --new-generation`, so that its new records get ' +
        'numbers of their own';
      return { pause: { kind: 'stop', reason, conflict: newest + 1 } };
    }
  }
  return undefined;
}

/** A message of the stream: the id of its record, and the digest of its content; undefined: it has no record. */
export type StreamMessage = { readonly seq: number; readonly id: string; readonly digest: string | undefined };

export type ReadPart = {
  readonly messages: readonly StreamMessage[];
  /** messages from the beginning of the part on, with those that were not read */
  readonly pending: number;
};

/** The last message of a lane. */
export const lastOf = async (
  { jsm, stream, subjects }: StreamConnection,
  lane: Lane,
): Promise<StreamMessage | undefined> =>
  messageOfStored(await jsm.streams.getMessage(stream, { last_by_subj: subjects.all(lane) }));

/** The first message of a lane from a sequence on. */
export async function nextOf(
  { jsm, stream, subjects }: StreamConnection,
  lane: Lane,
  seq: number,
): Promise<StreamMessage | undefined> {
  // The types of the library know it only of another call.
  const query = { seq, next_by_subj: subjects.all(lane) };
  return messageOfStored(await jsm.streams.getMessage(stream, query));
}

/** The message that the server takes for a repeat; undefined: it was deleted since. */
export const messageAt = async ({ jsm, stream }: StreamConnection, seq: number): Promise<StreamMessage | undefined> =>
  messageOfStored(await jsm.streams.getMessage(stream, { seq }));

const messageOfStored = (stored: StoredMsg | null): StreamMessage | undefined =>
  stored === null
    ? undefined
    : {
        seq: stored.seq,
        id: stored.header.get(ID_HEADER),
        digest: readDigest(stored.header.get(DIGEST_HEADER), stored.data),
      };

/** Reads messages of a lane from a sequence on, without their bodies, if all of them have a digest. */
export async function readMessages(to: StreamConnection, lane: Lane, from: number, max: number): Promise<ReadPart> {
  const part = await readPart(to, lane, { from, max, headersOnly: true });
  // An earlier version stored some of them.
  if (part.messages.every(({ digest }) => digest !== undefined)) return part;
  return readPart(to, lane, { from, max: part.messages.length, headersOnly: false });
}

type PartQuery = { readonly from: number; readonly max: number; readonly headersOnly: boolean };

async function readPart(to: StreamConnection, lane: Lane, { from, max, headersOnly }: PartQuery): Promise<ReadPart> {
  const { js, jsm, stream, subjects } = to;
  const consumer = await jsm.consumers.add(stream, {
    name: `waypost-${nuid.next()}`,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    filter_subject: subjects.all(lane),
    headers_only: headersOnly,
    inactive_threshold: nanos(IDLE_MS),
    mem_storage: true,
    num_replicas: 1,
  });
  const pending = consumer.num_pending;
  const count = Math.min(max, pending);
  const messages: StreamMessage[] = [];
  while (messages.length < count) {
    const before = messages.length;
    await fetchInto(js, consumer, Math.min(FETCH_MESSAGES, count - before), messages);
    if (messages.length === before) throw new Error('the records were not read back in time');
  }
  await jsm.consumers.delete(stream, consumer.name).catch(() => false);
  return { messages, pending };
}

async function fetchInto(
  js: JetStreamClient,
  consumer: ConsumerInfo,
  count: number,
  into: StreamMessage[],
): Promise<void> {
  const fetched = await js.consumers.getConsumerFromInfo(consumer).fetch({ max_messages: count, expires: ANSWER_MS });
  for await (const { seq, headers, data } of fetched) {
    into.push({ seq, id: headers?.get(ID_HEADER) ?? '', digest: readDigest(headers?.get(DIGEST_HEADER), data) });
  }
}

const readDigest = (header: string | undefined, data: Uint8Array): string | undefined =>
  header === undefined || header === '' ? digestOfBody(new TextDecoder().decode(data)) : header;
