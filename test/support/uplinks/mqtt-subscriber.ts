import { connectAsync, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';

type ReceivedMessage = {
  readonly topic: string;
  readonly text: string;
  /** the user property `id` */
  readonly id: string | undefined;
  readonly isRetained: boolean;
  readonly correlationData: string | undefined;
};

/** A client that sees all messages, in order; it connects again by itself. */
export type MqttSubscriber = {
  readonly received: ReceivedMessage[];
  readonly client: MqttClient;
  readonly on: (topic: string) => readonly ReceivedMessage[];
  /** JSON of the last message of a topic */
  readonly last: (topic: string) => Readonly<Record<string, unknown>> | undefined;
  readonly end: () => Promise<void>;
};

const idOf = ({ properties }: IPublishPacket): string | undefined => {
  const id = properties?.userProperties?.id;
  return Array.isArray(id) ? id[0] : id;
};

export async function subscribe(
  url: string,
  filter: string | readonly string[] = '#',
  options: IClientOptions = {},
): Promise<MqttSubscriber> {
  const received: ReceivedMessage[] = [];
  const client = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 50, ...options });
  client.on('message', (topic, payload, packet) => {
    received.push({
      topic,
      text: payload.toString(),
      id: idOf(packet),
      isRetained: packet.retain,
      correlationData: packet.properties?.correlationData?.toString(),
    });
  });
  await client.subscribeAsync(typeof filter === 'string' ? filter : [...filter], { qos: 1, rap: false });
  const on = (topic: string): readonly ReceivedMessage[] => received.filter((message) => message.topic === topic);
  return {
    received,
    client,
    on,
    last(topic) {
      const text = on(topic).at(-1)?.text;
      return text === undefined || text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
    },
    end: () => client.endAsync(true),
  };
}
