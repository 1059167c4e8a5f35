import { expect } from 'chai';
import { discoveryId } from '../../../src/uplinks/mqtt/home-assistant.js';
import type { UplinkSettingsOf } from '../../../src/schema/uplinks/uplink-settings.js';
import { eventually } from '../../support/gateway/eventually.js';
import { assertAttributes, assertDiscovery } from '../../support/uplinks/home-assistant-schema.js';
import { useMosquitto } from '../../support/uplinks/mosquitto.js';
import { createTestMqttSink, startMqttSink } from '../../support/uplinks/mqtt-sink.js';
import { subscribe, type MqttSubscriber } from '../../support/uplinks/mqtt-subscriber.js';
import { recordAt } from '../../support/uplinks/rest-sink.js';

const CONFIG = 'homeassistant/device_tracker/north_bus/config';
const STATE = 'waypost/north/device/bus/state';

describe('Home Assistant over MQTT', () => {
  // Retained messages are kept over a restart.
  const broker = useMosquitto({ lines: ['persistence true'] });
  const open: { stop: () => Promise<unknown> }[] = [];
  let home: MqttSubscriber;

  async function start(settings: Partial<UplinkSettingsOf<'mqtt'>> = { homeAssistant: true }) {
    const sink = createTestMqttSink(broker().url, settings);
    open.push(sink);
    await startMqttSink(sink);
    return sink;
  }
  /** What a client that connects now gets. */
  async function retained(): Promise<MqttSubscriber> {
    const late = await subscribe(broker().url);
    open.push({ stop: () => late.end() });
    await eventually('the status is there', () => late.on('waypost/north/status').length === 1);
    return late;
  }
  beforeEach(async () => {
    home = await subscribe(broker().url);
    open.push({ stop: () => home.end() });
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });

  it('each device is announced as its documentation asks, and its state sets the location', async () => {
    const sink = await start();
    await eventually('the device is announced', () => home.on(CONFIG).length === 1);
    const config = home.last(CONFIG);
    assertDiscovery(CONFIG, config);
    expect(config).to.deep.include({ json_attributes_topic: STATE, availability_topic: 'waypost/north/status' });
    expect(config?.device).to.deep.include({ name: 'Bus 7' });
    const record = recordAt(1);
    if (record.kind !== 'location') throw new Error('not a location');
    const location = { ...record.location, accuracy: 4.5, battery: 80 };
    await sink.send('live', [{ ...record, location }]);
    await eventually('the state is there', () => home.on(STATE).length === 1);
    assertAttributes(home.last(STATE));
    const { latitude, longitude } = location;
    expect(home.last(STATE)).to.deep.include({
      latitude,
      longitude,
      gps_accuracy: 4.5,
      battery: 80,
      battery_level: 80,
    });
    const late = await retained();
    await eventually('it is retained', () => late.on(CONFIG).length === 1 && late.on(STATE).length === 1);
  });

  it('a device with a new name, or a new device, is announced with its next location', async () => {
    const sink = await start();
    await eventually('the device is announced', () => home.on(CONFIG).length === 1);
    await sink.send('live', [recordAt(1)]);
    sink.ofGateway.set('bus', { id: 'bus', name: 'Bus 8' });
    sink.ofGateway.set('van', { id: 'van', name: 'Van' });
    await sink.send('live', [recordAt(2), recordAt(3, 'van')]);
    await eventually('both are announced', () => home.on('homeassistant/device_tracker/north_van/config').length === 1);
    expect(home.on(CONFIG)).to.have.lengthOf(2);
    expect(home.last(CONFIG)?.device).to.deep.include({ name: 'Bus 8' });
  });

  it('a device that is removed disappears with its state, also if that happens without a connection', async () => {
    const sink = await start();
    sink.ofGateway.set('van', { id: 'van', name: 'Van' });
    await sink.send('live', [recordAt(1), recordAt(2, 'van')]);
    sink.ofGateway.delete('bus');
    sink.removeDevice?.('bus');
    await eventually('it is removed', () => home.on(CONFIG).at(-1)?.text === '' && home.on(STATE).at(-1)?.text === '');
    await sink.send('live', [recordAt(3)]);
    await sink.send('history', [recordAt(3)]);
    await broker().kill('SIGTERM');
    await eventually('the connection is lost', () => !sink.status().connected);
    sink.ofGateway.delete('van');
    sink.removeDevice?.('van');
    const before = sink.status().counters?.published ?? 0;
    await broker().start();
    const removed = ['status', 'state of van', 'announcement of van'];
    await eventually(
      'the other one is removed as well',
      () => sink.status().counters?.published === before + removed.length,
    );
    const late = await retained();
    expect(late.received.map(({ topic }) => topic)).to.deep.equal(['waypost/north/status']);
  });

  it('another discovery prefix is used if one is set, and nothing is announced without the setting', async () => {
    await start({ homeAssistant: 'ha/discovery' });
    await eventually(
      'the device is announced',
      () => home.on('ha/discovery/device_tracker/north_bus/config').length === 1,
    );
    expect(home.received.filter(({ topic }) => topic.startsWith('homeassistant/'))).to.have.lengthOf(0);
  });

  it('ids become discovery ids without characters that Home Assistant refuses, and never the same one', () => {
    const ids = ['356938035643809', 'a.b', 'a:b', 'a_b', 'a-b', 'a_2eb', '_2e', '.', 'ab', 'é'];
    const made = ids.map(discoveryId);
    expect(new Set(made).size).to.equal(ids.length);
    for (const id of made) expect(id).to.match(/^[a-zA-Z0-9_-]+$/);
    expect(made[0]).to.equal(ids[0]);
  });
});
