import { DiscardPolicy } from '@nats-io/jetstream';
import { expect } from 'chai';
import type { UplinkView } from '../../../src/schema/uplinks/uplink.js';
import { signIn, type Client } from '../../support/api/client.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { eventually } from '../../support/gateway/eventually.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt } from '../../support/store/records.js';
import { createMosquitto, type Mosquitto } from '../../support/uplinks/mosquitto.js';
import { subscribe, type MqttSubscriber } from '../../support/uplinks/mqtt-subscriber.js';
import { startNatsServer, useNatsServers } from '../../support/uplinks/nats-server.js';
import { openStreamReader } from '../../support/uplinks/nats-stream.js';

const DEVICES = ['bus', 'van', 'tram'];

/** The id of a record is known only to the run that stored it. */
const placeIn = (state = '{}'): object => ({ ...(JSON.parse(state) as object), id: undefined });

describe('what far sides of uplinks do', () => {
  const folder = useFolder();
  const own = useNatsServers();
  const ends: (() => Promise<unknown>)[] = [];
  let gateway: Gateway;
  let client: Client;

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function start(uplink: object): Promise<void> {
    gateway = await startGateway({
      folder: folder(),
      config: { uplinks: [{ name: 'far', from: 'start', ...uplink }] },
    });
    ends.push(() => gateway.end('SIGKILL'));
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    for (const id of DEVICES) await client.call('POST', '/api/devices', { id });
  }
  async function startBroker(uplink: object): Promise<Mosquitto> {
    const broker = await createMosquitto({ lines: ['persistence false'] });
    ends.push(broker.remove);
    await broker.start();
    await start({ ...uplink, url: broker.url });
    return broker;
  }
  async function listen(broker: Mosquitto): Promise<MqttSubscriber> {
    const subscriber = await subscribe(broker.url);
    ends.push(subscriber.end);
    return subscriber;
  }
  const post = (id: string, ...seconds: readonly number[]): Promise<unknown> =>
    client.call('POST', `/api/devices/${id}/locations`, { locations: seconds.map(fixAt) });
  async function uplink(): Promise<UplinkView> {
    const { uplinks } = (await client.call('GET', '/api/uplinks')).body as unknown as { uplinks: UplinkView[] };
    const [found] = uplinks;
    if (found === undefined) throw new Error('there is no uplink');
    return found;
  }

  it('K14a: a broker that forgot everything gets status, announcements and states of all devices again', async () => {
    const { input } = opsCase('K14a');
    const broker = await startBroker((input as { uplink: object }).uplink);
    for (const [index, id] of DEVICES.entries()) await post(id, index);
    const stateOf = (id: string): string => `/device/${id}/state`;
    const before = await listen(broker);
    const lastOf = (on: MqttSubscriber, ending: string): string | undefined =>
      on.received.findLast(({ topic }) => topic.endsWith(ending))?.text;
    await eventually('all states are there', () => DEVICES.every((id) => lastOf(before, stateOf(id)) !== undefined));
    await broker.kill('SIGTERM');
    await broker.start();
    const after = await listen(broker);
    await eventually('the loss is noticed', async () => !(await uplink()).connected);
    await client.call('POST', '/api/uplinks/far/retry', {});
    await eventually('the status is there', () => lastOf(after, '/status') === 'online');
    for (const id of DEVICES) {
      await eventually(`${id} is there`, () => lastOf(after, stateOf(id)) !== undefined);
      expect(placeIn(lastOf(after, stateOf(id)))).to.deep.equal(placeIn(lastOf(before, stateOf(id))));
      expect(lastOf(after, `_${id}/config`))
        .to.equal(lastOf(before, `_${id}/config`))
        .and.include(id);
    }
  });

  it('K14p0: the state of a location without accuracy has no gps_accuracy, not null', async () => {
    const { location } = opsCase('K14p0').input as { location: string };
    const broker = await startBroker({ type: 'mqtt', homeAssistant: true });
    const subscriber = await listen(broker);
    const sent = JSON.parse(location.replace('{now}', fixAt(0).dateTime)) as object;
    await client.call('POST', '/api/devices/bus/locations', { locations: [sent] });
    const state = (): string | undefined =>
      subscriber.received.findLast(({ topic }) => topic.endsWith('/bus/state'))?.text;
    await eventually('the state is there', () => state() !== undefined);
    expect(JSON.parse(state() ?? ''))
      .to.include(sent)
      .and.not.have.any.keys('gps_accuracy', 'battery_level');
  });

  it('P140: a device whose subject is full waits with the reason, and the others go on', async () => {
    expect(opsCase('P140').area).to.equal('nats');
    const server = await own(startNatsServer({ folder: folder() }));
    const reader = await openStreamReader(server.url);
    ends.push(reader.close);
    const config = { name: 'WAYPOST', subjects: ['waypost.*.location.>', 'waypost.*.alert.>'] };
    await reader.jsm.streams.add({
      ...config,
      ...{ discard: DiscardPolicy.New, discard_new_per_subject: true, max_msgs_per_subject: 2 },
    });
    await start({ type: 'nats', url: server.url });
    await post('bus', 1, 2, 3);
    await post('van', 4);
    await eventually('the others arrive', async () => (await reader.all()).length === 3);
    await eventually('it waits', async () => (await uplink()).state === 'waiting');
    expect((await uplink()).reason).to.match(/^the stream is full \(.*per subject.*\): raise its limits/);
    await reader.jsm.streams.update('WAYPOST', { max_msgs_per_subject: 10 });
    await client.call('POST', '/api/uplinks/far/retry', {});
    await eventually('all arrive', async () => (await reader.all()).length === 4);
    const stored = await reader.all();
    const ofBus = stored.filter(({ record }) => record.deviceId === 'bus').map(({ record }) => record.n);
    expect(ofBus)
      .to.deep.equal(ofBus.toSorted((a, b) => a - b))
      .and.to.have.lengthOf(3);
    await eventually('nothing is behind', async () => (await uplink()).state === 'idle');
    expect(await reader.all()).to.have.lengthOf(4);
  });
});
