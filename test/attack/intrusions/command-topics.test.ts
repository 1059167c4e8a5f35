import { expect } from 'chai';
import { eventually } from '../../support/gateway/eventually.js';
import { useMosquitto } from '../../support/uplinks/mosquitto.js';
import { createTestMqttSink, startMqttSink } from '../../support/uplinks/mqtt-sink.js';
import { subscribe, type MqttSubscriber } from '../../support/uplinks/mqtt-subscriber.js';
import type { SinkCommand } from '../../../src/uplinks/sink.js';

const TOPIC = 'waypost/north/device/bus/command';

describe('commands of a person who may only publish to one topic at the broker', () => {
  const broker = useMosquitto();
  const open: { stop: () => Promise<unknown> }[] = [];
  const commands: SinkCommand[] = [];
  let people: MqttSubscriber;

  /** The subscription is there once the broker notes it. */
  async function startReady(): Promise<void> {
    const sendCommand = (command: SinkCommand): Promise<string> => {
      commands.push(command);
      return Promise.resolve('done');
    };
    const sink = createTestMqttSink(broker().url, { commands: true }, { sendCommand });
    open.push(sink);
    await startMqttSink(sink);
    await eventually('the gateway takes commands', () =>
      broker().log().includes('waypost/north/device/+/command (QoS 1)'),
    );
  }

  beforeEach(async () => {
    people = await subscribe(broker().url);
    open.push({ stop: () => people.end() });
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });

  it('the gateway publishes no answer at any other topic', async () => {
    await startReady();
    const elsewhere = [
      TOPIC,
      'homeassistant/sensor/x/config',
      'waypost/north/status',
      'waypost/north/device/bus/state',
      'waypost/north/device/van/command',
      'waypost/north/device/van/command/result',
      'waypost/south/device/bus/command/result',
      `${TOPIC}/result/`,
      `${TOPIC}/result/a/b`,
      `${TOPIC}/results`,
      `${TOPIC}/result/${'x'.repeat(1_024)}`,
    ];
    for (const responseTopic of elsewhere)
      await people.client.publishAsync(TOPIC, 'PING', { qos: 1, properties: { responseTopic } });
    await eventually('all are refused', () => people.on(`${TOPIC}/result`).length === elsewhere.length);
    expect(commands).to.have.lengthOf(0);
    for (const { text } of people.on(`${TOPIC}/result`))
      expect(text).to.contain(
        'the response topic must be waypost/north/device/bus/command/result, or one level below it',
      );
    const answers = people.received.filter(
      ({ topic, text }) => text.includes('deviceId') && topic !== `${TOPIC}/result`,
    );
    expect(answers).to.deep.equal([]);
  });
});
