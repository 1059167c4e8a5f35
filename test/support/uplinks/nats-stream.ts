import { AckPolicy, DiscardPolicy, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, nanos, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';

/** A message as it is in the stream. */
type StoredRecord = {
  readonly seq: number;
  readonly subject: string;
  readonly id: string;
  readonly record: UplinkRecord;
};

export type StreamReader = {
  readonly nc: NatsConnection;
  readonly jsm: JetStreamManager;
  /** All messages of the stream, in order. */
  readonly all: (stream?: string) => Promise<readonly StoredRecord[]>;
  readonly close: () => Promise<void>;
};

/** A client of its own that looks at what the uplink has stored. */
export async function openStreamReader(
  servers: string,
  options: Partial<ConnectionOptions> = {},
): Promise<StreamReader> {
  const nc = await connect({ servers: servers.replace('nats://', '').split(','), ...options });
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  return {
    nc,
    jsm,
    close: () => nc.close(),
    async all(stream = 'WAYPOST') {
      const consumer = await jsm.consumers.add(stream, {
        ack_policy: AckPolicy.None,
        inactive_threshold: nanos(5_000),
        mem_storage: true,
        num_replicas: 1,
      });
      const read: StoredRecord[] = [];
      if (consumer.num_pending === 0) return read;
      const js = jsm.jetstream();
      const messages = await js.consumers
        .getConsumerFromInfo(consumer)
        .fetch({ max_messages: consumer.num_pending, expires: 20_000 });
      for await (const { seq, subject, headers, data } of messages) {
        const id = headers?.get('Nats-Msg-Id') ?? '';
        read.push({ seq, subject, id, record: JSON.parse(new TextDecoder().decode(data)) as UplinkRecord });
      }
      return read;
    },
  };
}

export type SmallStream = {
  readonly maxBytes?: number;
  readonly maxMessageBytes?: number;
  readonly duplicateMs?: number;
};

/** A stream that was made by hand. */
export async function addStream(
  jsm: JetStreamManager,
  { maxBytes, maxMessageBytes, duplicateMs }: SmallStream,
): Promise<void> {
  await jsm.streams.add({
    name: 'WAYPOST',
    subjects: ['waypost.*.location.>', 'waypost.*.alert.>'],
    discard: DiscardPolicy.New,
    ...(maxBytes !== undefined && { max_bytes: maxBytes }),
    ...(maxMessageBytes !== undefined && { max_msg_size: maxMessageBytes }),
    ...(duplicateMs !== undefined && { duplicate_window: nanos(duplicateMs) }),
  });
}
