import { expect } from 'chai';
import type { SinkCommand } from '../../../src/uplinks/sink.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useMosquitto } from '../../support/uplinks/mosquitto.js';
import { createTestMqttSink, recordsOf, startMqttSink } from '../../support/uplinks/mqtt-sink.js';
import { alertAt } from '../../support/uplinks/rest-sink.js';
import { tableRows } from '../../support/docs/table-rows.js';
import { subscribe, type MqttSubscriber } from '../../support/uplinks/mqtt-subscriber.js';

const TOPIC = 'waypost/north/device/bus/command';

describe('commands over MQTT', () => {
  const broker = useMosquitto();
  const open: { stop: () => Promise<unknown> }[] = [];
  let commands: SinkCommand[];
  let people: MqttSubscriber;
  let answer: (command: SinkCommand) => Promise<string>;

  async function start(commandsAllowed = true) {
    const sink = createTestMqttSink(
      broker().url,
      { commands: commandsAllowed },
      {
        sendCommand(command) {
          commands.push(command);
          return answer(command);
        },
      },
    );
    open.push(sink);
    await startMqttSink(sink);
    return sink;
  }
  const resultsOf = (topic: string): unknown[] => people.on(topic).map(({ text }) => JSON.parse(text) as unknown);

  beforeEach(async () => {
    commands = [];
    answer = ({ command }) => Promise.resolve(`answer to ${command}`);
    people = await subscribe(broker().url);
    open.push({ stop: () => people.end() });
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });
  /** The subscription is there once a command is answered. */
  async function startReady() {
    const sink = await start();
    await eventually('the gateway takes commands', () =>
      broker().log().includes('waypost/north/device/+/command (QoS 1)'),
    );
    return sink;
  }

  it('a text is sent as it is, and its result comes on the topic of the device', async () => {
    await startReady();
    await people.client.publishAsync(TOPIC, 'REBOOT', { qos: 1 });
    const topic = `${TOPIC}/result`;
    await eventually('the result comes', () => people.on(topic).length === 1);
    expect(commands).to.deep.equal([{ deviceId: 'bus', command: 'REBOOT', format: 'Text' }]);
    expect(resultsOf(topic)).to.deep.equal([{ deviceId: 'bus', result: 'answer to REBOOT' }]);
  });

  it('JSON has a format, and the answer goes to the response topic with its correlation data', async () => {
    await startReady();
    await people.client.publishAsync(TOPIC, JSON.stringify({ command: '0a 0b', format: 'Hex' }), {
      qos: 1,
      properties: { responseTopic: `${TOPIC}/result/people`, correlationData: Buffer.from('no. 7') },
    });
    await eventually('the answer comes', () => people.on(`${TOPIC}/result/people`).length === 1);
    expect(commands).to.deep.equal([{ deviceId: 'bus', command: '0a 0b', format: 'Hex' }]);
    expect(people.on(`${TOPIC}/result/people`)[0]).to.deep.include({ correlationData: 'no. 7' });
    expect(people.on(`${TOPIC}/result`)).to.have.lengthOf(0);
  });

  it('a command whose response topic is elsewhere is refused, and nothing is published there', async () => {
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

  it('retained commands are ignored', async () => {
    await people.client.publishAsync(TOPIC, 'OLD', { qos: 1, retain: true });
    await startReady();
    await people.client.publishAsync(TOPIC, 'KEPT', { qos: 1, retain: true });
    await people.client.publishAsync(TOPIC, 'NEW', { qos: 1 });
    await eventually('the new one is answered', () => people.on(`${TOPIC}/result`).length === 1);
    expect(commands.map(({ command }) => command)).to.deep.equal(['NEW']);
  });

  it('what is no command is answered with what is wrong', async () => {
    await startReady();
    const wrong = [
      '',
      '{"command": 7}',
      '{"command": "x", "sms": true}',
      Buffer.from([0xff, 0xfe]),
      'x'.repeat(20_001),
    ];
    for (const payload of wrong) await people.client.publishAsync(TOPIC, payload, { qos: 1 });
    await eventually('all are answered', () => people.on(`${TOPIC}/result`).length === wrong.length);
    expect(commands).to.have.lengthOf(0);
    const texts = people.on(`${TOPIC}/result`).map(({ text }) => text);
    expect(texts[2]).to.contain('command and format alone');
    expect(texts[3]).to.contain('UTF-8');
    expect(texts[4]).to.contain('20000 bytes');
  });

  it('at most 16 run at once, and at most 50 are taken in a moment', async () => {
    const waiting: (() => void)[] = [];
    answer = () =>
      new Promise((resolve) => {
        waiting.push(() => {
          resolve('done');
        });
      });
    const sink = await startReady();
    for (let n = 0; n < 80; n += 1) people.client.publish(TOPIC, String(n), { qos: 1 });
    const counters = (): Record<string, number> => ({ ...sink.status().counters });
    await eventually('all have come', () => (counters().commands ?? 0) + (counters().commands_dropped ?? 0) === 80);
    expect(commands).to.have.lengthOf(16);
    expect(counters().commands_dropped).to.be.within(1, 30);
    const refused = people.on(`${TOPIC}/result`).filter(({ text }) => text.includes('16 commands are running'));
    await eventually(
      'the others are answered',
      () => people.on(`${TOPIC}/result`).length === (counters().commands ?? 0) - 16,
    );
    expect(refused.every(({ text }) => text.includes('send it again'))).to.equal(true);
    for (const end of waiting) end();
    await eventually('the answers come', () => resultsOf(`${TOPIC}/result`).length === counters().commands);
  });

  it('no command is taken without the setting', async () => {
    const sink = await start(false);
    await people.client.publishAsync(TOPIC, 'REBOOT', { qos: 1 });
    await eventually('the command has passed the broker', () => people.on(TOPIC).length === 1);
    await sink.stop();
    expect(commands).to.have.lengthOf(0);
    expect(broker().log()).not.to.contain('device/+/command');
  });
});

describe('the access list of the page', () => {
  const lines = tableRows('src/uplinks/mqtt/mqtt.md', 'Access list').map(([line = '']) => line.replaceAll('`', ''));
  const acl = ['user depot', ...lines, 'user admin', 'topic readwrite #', ''].join('\n');
  const users = { depot: 'right', admin: 'right' };
  const broker = useMosquitto({ lines: ['acl_file acl'], files: { acl }, users });

  it('allows the gateway all that it does, and no topic of others', async () => {
    expect(lines.filter((line) => line.includes('#'))).to.deep.equal([]);
    const sink = createTestMqttSink(broker().url, {
      ...{ user: 'depot', password: 'right', commands: true, homeAssistant: true },
    });
    const people = await subscribe(broker().url, '#', { username: 'admin', password: 'right' });
    await startMqttSink(sink);
    await sink.sendAll('history', recordsOf(1, 3));
    await sink.sendAll('alerts', [alertAt(4)]);
    await sink.sendAll('live', recordsOf(5, 5));
    await eventually('the gateway takes commands', () => broker().log().includes('command (QoS 1)'));
    for (const properties of [{}, { responseTopic: `${TOPIC}/result/people` }])
      await people.client.publishAsync(TOPIC, 'PING', { qos: 1, properties });
    const expected = [
      ...['status', 'device/bus/location', 'device/bus/alert', 'device/bus/state'].map((one) => `waypost/north/${one}`),
      ...[`${TOPIC}/result`, `${TOPIC}/result/people`, 'homeassistant/device_tracker/north_bus/config'],
    ];
    for (const topic of expected) await eventually(`${topic} is published`, () => people.on(topic).length > 0);
    expect(sink.status()).to.include({ connected: true, reason: null });
    await sink.stop();
    await people.end();
  });
});
