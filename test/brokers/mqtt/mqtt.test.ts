import { expect } from 'chai';
import { eventually } from '../../support/gateway/eventually.js';
import { useMosquitto } from '../../support/uplinks/mosquitto.js';
import { createTestMqttSink, recordsOf, startMqttSink } from '../../support/uplinks/mqtt-sink.js';
import { subscribe, type MqttSubscriber } from '../../support/uplinks/mqtt-subscriber.js';
import { alertAt, recordAt } from '../../support/uplinks/rest-sink.js';
import { outcomesOf } from '../../support/uplinks/scripted-server.js';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import type { UplinkSettingsOf } from '../../../src/schema/uplinks/uplink-settings.js';
import type { SinkOptions } from '../../../src/uplinks/sink.js';

type Settings = Partial<UplinkSettingsOf<'mqtt'>>;

const DEVICES = ['bus', 'van', 'tram'];

describe('the MQTT uplink', () => {
  const broker = useMosquitto();
  const open: { stop: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.stop();
  });

  async function start(settings: Settings = {}, options: Partial<SinkOptions> = {}) {
    const sink = createTestMqttSink(broker().url, settings, options);
    open.push(sink);
    for (const id of DEVICES) sink.ofGateway.set(id, { id, name: id });
    await startMqttSink(sink);
    return sink;
  }
  async function listen(filter?: string): Promise<MqttSubscriber> {
    const subscriber = await subscribe(broker().url, filter);
    open.push({ stop: () => subscriber.end() });
    return subscriber;
  }

  it('locations arrive in the order of their device, each with its record and its id', async () => {
    const subscriber = await listen();
    const sink = await start();
    const records = recordsOf(1, 1_200, DEVICES);
    const results = [await sink.send('history', records.slice(0, 500)), await sink.send('history', records.slice(500))];
    expect(new Set(results.flatMap(outcomesOf))).to.deep.equal(new Set(['accepted']));
    for (const id of DEVICES) {
      const topic = `waypost/north/device/${id}/location`;
      await eventually('all have arrived', () => subscriber.on(topic).length >= 400);
      const own = records.filter(({ deviceId }) => deviceId === id);
      expect(subscriber.on(topic).map((message) => message.id)).to.deep.equal(own.map((record) => record.id));
      expect(subscriber.on(topic).map(({ text }) => JSON.parse(text) as UplinkRecord)).to.deep.equal(own);
      expect(subscriber.on(topic).some(({ isRetained }) => isRetained)).to.equal(false);
    }
    expect(sink.status()).to.deep.include({ connected: true, reason: null });
  });

  it('alerts and acknowledgements arrive on a topic of their own', async () => {
    const subscriber = await listen();
    const sink = await start({ prefix: 'fleet/europe' });
    const acknowledgement: UplinkRecord = {
      ...{ id: 'north:abcdefgh:4', n: 4, kind: 'acknowledgement', deviceId: 'bus', alertId: '3' },
      acknowledged: { at: '2026-11-21T12:00:00.000Z', by: { id: 'u1', name: 'Ann' }, note: 'seen' },
    };
    const records = [alertAt(3), acknowledgement];
    expect(outcomesOf(await sink.send('alerts', records))).to.deep.equal(['accepted', 'accepted']);
    const topic = 'fleet/europe/north/device/bus/alert';
    await eventually('both have arrived', () => subscriber.on(topic).length === 2);
    expect(subscriber.on(topic).map(({ text }) => JSON.parse(text) as UplinkRecord)).to.deep.equal(records);
  });

  it('the newest location is retained as the state, and an older one of the history never replaces it', async () => {
    const sink = await start();
    const [older, newer, newest] = [recordAt(1), recordAt(2), recordAt(3)];
    await sink.send('live', [newer]);
    await sink.send('history', [older, newer]);
    const late = await listen();
    const topic = 'waypost/north/device/bus/state';
    await eventually('the state is there', () => late.on(topic).length > 0);
    expect(late.on(topic).map(({ isRetained }) => isRetained)).to.deep.equal([true]);
    expect(late.last(topic)).to.deep.include({ id: newer.id, deviceId: 'bus' });
    await sink.send('history', [newest]);
    await eventually('the newest one of the history is the state', () => late.on(topic).length === 2);
    await sink.send('live', [newest]);
    await sink.send('live', [recordAt(4)]);
    await eventually('the state changes', () => late.last(topic)?.id === recordAt(4).id);
    expect(late.on(topic), 'the same state is sent once').to.have.lengthOf(3);
  });

  it('the status is online while the gateway is connected, and offline after it stopped or vanished', async () => {
    const subscriber = await listen('waypost/north/status');
    const texts = (): string[] => subscriber.received.map(({ text }) => text);
    const stopped = await start();
    await eventually('it is online', () => texts().length === 1);
    await stopped.stop();
    await eventually('it is offline', () => texts().length === 2);
    const late = await listen('waypost/north/status');
    await eventually('offline is retained', () => late.received.length === 1);
    expect(late.received[0]).to.deep.include({ text: 'offline', isRetained: true });
    expect(texts()).to.deep.equal(['online', 'offline']);
  });

  it('messages without a subscriber count as accepted, and are counted', async () => {
    const sink = await start();
    expect(outcomesOf(await sink.send('history', recordsOf(1, 5)))).to.deep.equal(Array(5).fill('accepted'));
    expect(sink.status().counters).to.deep.include({ without_subscribers: 5 });
    await listen('waypost/north/device/+/location');
    await sink.send('history', recordsOf(6, 7));
    expect(sink.status().counters).to.deep.include({ without_subscribers: 5 });
  });

  it('a test of the connection publishes nothing and does not disturb the uplink', async () => {
    const subscriber = await listen();
    const running = await start();
    const tested = await start({ homeAssistant: true, commands: true }, { testing: true });
    expect(tested.status()).to.deep.include({ connected: true, reason: null });
    await tested.stop();
    await running.send('history', [recordAt(1)]);
    await eventually('the running uplink sends', () => subscriber.on('waypost/north/device/bus/location').length === 1);
    expect(running.changes()).to.equal(1);
    expect(subscriber.on('waypost/north/status').map(({ text }) => text)).to.deep.equal(['online']);
    expect(subscriber.received.filter(({ topic }) => topic.startsWith('homeassistant/'))).to.have.lengthOf(0);
  });
});
