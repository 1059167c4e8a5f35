import { headers as createHeaders, type MsgHdrs } from '@nats-io/transport-node';
import type { UplinkRecord } from '../../../../src/schema/uplinks/uplink-record.js';
import { createNatsSink } from '../../../../src/uplinks/nats/nats.js';
import type { StreamConnection } from '../../../../src/uplinks/nats/stream.js';
import { STREAM_SUBJECTS, subjectsOf } from '../../../../src/uplinks/nats/subjects.js';
import { BACK_MS, contentOf, THERE_MS, type ModelFarSide } from './far-side.js';
import type { VirtualTime } from './virtual-time.js';

type Message = { seq: number; subject: string; header: MsgHdrs; data: Uint8Array; id: string; at: number };
type Connection = { isOpen: boolean; readonly end: () => void };

const WINDOW_MS = 120_000;
const matches = (subject: string, filter: string): boolean => subject.startsWith(filter.slice(0, -1));

/**
 * JetStream, as far as an uplink sees it: a stream, a duplicate window by id that is built from the stream after a start,
 * consumers, and acknowledgements that may be lost. An earlier version wrote some of its messages, without a digest.
 */
export function createModelStream(time: VirtualTime, gatewayId: string): ModelFarSide {
  const messages: Message[] = [];
  const connections = new Set<Connection>();
  let known = new Map<string, Message>();
  let isUp = true;
  let consumers = 0;
  const reading = new Map<string, { from: number; filter: string }>();

  const wait = (ms: number): Promise<void> => new Promise((resolve) => time.after(ms, resolve));
  const lost = (): Error => new Error('the connection was closed');

  function store(subject: string, data: Uint8Array, header: MsgHdrs, id: string): { seq: number; duplicate: boolean } {
    const before = known.get(id);
    if (before !== undefined && time.now() - before.at < WINDOW_MS) return { seq: before.seq, duplicate: true };
    const message = { seq: messages.length + 1, subject, header, data, id, at: time.now() };
    messages.push(message);
    known.set(id, message);
    return { seq: message.seq, duplicate: false };
  }

  function connect(): StreamConnection {
    let resolveClosed: (error?: Error) => void = () => undefined;
    const closed = new Promise<Error | undefined>((resolve) => (resolveClosed = resolve));
    const connection: Connection = {
      isOpen: true,
      end() {
        if (!connection.isOpen) return;
        connection.isOpen = false;
        connections.delete(connection);
        resolveClosed();
      },
    };
    connections.add(connection);
    const ask = async <T>(answer: () => T): Promise<T> => {
      await wait(THERE_MS);
      if (!connection.isOpen) throw lost();
      const value = answer();
      await wait(BACK_MS);
      return connections.has(connection) ? value : Promise.reject(lost());
    };
    const js = {
      publish: (subject: string, data: Uint8Array, { msgID, headers }: { msgID: string; headers?: MsgHdrs }) =>
        ask(() => {
          const header = headers ?? createHeaders();
          header.set('Nats-Msg-Id', msgID);
          return store(subject, data, header, msgID);
        }),
      consumers: {
        getConsumerFromInfo: ({ name }: { name: string }) => ({
          fetch: ({ max_messages }: { max_messages: number }) =>
            ask(() => {
              const { from = 1, filter = '' } = reading.get(name) ?? {};
              const found = messages
                .filter(({ seq, subject }) => seq >= from && matches(subject, filter))
                .slice(0, max_messages);
              reading.set(name, { from: (found.at(-1)?.seq ?? from - 1) + 1, filter });
              return iterate(found.map(({ seq, header, data }) => ({ seq, headers: header, data })));
            }),
        }),
      },
    };
    const jsm = {
      streams: {
        info: () => ask(() => ({ config: { subjects: STREAM_SUBJECTS } })),
        getMessage: (_stream: string, query: { seq?: number; last_by_subj?: string; next_by_subj?: string }) =>
          ask(() => findMessage(messages, query)),
      },
      consumers: {
        add: (_stream: string, { opt_start_seq, filter_subject }: { opt_start_seq: number; filter_subject: string }) =>
          ask(() => {
            const name = `consumer-${(consumers += 1)}`;
            reading.set(name, { from: opt_start_seq, filter: filter_subject });
            const pending = messages.filter(
              ({ seq, subject }) => seq >= opt_start_seq && matches(subject, filter_subject),
            );
            return { name, num_pending: pending.length };
          }),
        delete: (_stream: string, name: string) => ask(() => reading.delete(name)),
      },
    };
    const nc = {
      info: { max_payload: 1_000_000 },
      publish: () => undefined,
      flush: () => ask(() => undefined),
      closed: () => closed,
      close() {
        connection.end();
        return Promise.resolve();
      },
      status: () => iterate([]),
    };
    const fake = { nc, js, jsm, stream: 'WAYPOST', subjects: subjectsOf(gatewayId), flushes: new Set() };
    return fake as unknown as StreamConnection;
  }

  const disconnect = (): void => {
    for (const connection of connections) connection.end();
  };
  const settings = { name: 'far', type: 'nats', url: 'nats://far.example', from: 'start' } as const;
  return {
    settings,
    takesTwice: false,
    createSink: (options) =>
      createNatsSink(settings, options, async () => {
        await wait(THERE_MS);
        return isUp ? connect() : { kind: 'retry', reason: 'nothing listens there' };
      }),
    arrived: () =>
      messages.map(({ id, data }) => ({
        id,
        content: contentOf(JSON.parse(new TextDecoder().decode(data)) as UplinkRecord),
      })),
    isUp: () => isUp,
    stop() {
      isUp = false;
      disconnect();
    },
    start() {
      isUp = true;
      // Those within the window are found in the stream.
      known = new Map(messages.filter(({ at }) => time.now() - at < WINDOW_MS).map((one) => [one.id, one]));
    },
    disconnect,
  };
}

type Query = { readonly seq?: number; readonly last_by_subj?: string; readonly next_by_subj?: string };

function findMessage(messages: readonly Message[], { seq = 1, last_by_subj, next_by_subj }: Query): Message | null {
  if (last_by_subj !== undefined) return messages.findLast(({ subject }) => matches(subject, last_by_subj)) ?? null;
  if (next_by_subj === undefined) return messages[seq - 1] ?? null;
  return messages.find((one) => one.seq >= seq && matches(one.subject, next_by_subj)) ?? null;
}

// eslint-disable-next-line @typescript-eslint/require-await -- as the library gives them
async function* iterate<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
