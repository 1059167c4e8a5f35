import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { eventually } from '../../support/gateway/eventually.js';
import { freePort } from '../../support/gateway/free-port.js';
import { useMosquitto } from '../../support/uplinks/mosquitto.js';
import { createTestMqttSink, recordsOf, startMqttSink } from '../../support/uplinks/mqtt-sink.js';
import { subscribe, type MqttSubscriber } from '../../support/uplinks/mqtt-subscriber.js';
import { recordAt } from '../../support/uplinks/rest-sink.js';

const DEVICES = ['bus', 'van', 'tram'];

/** Between sink and broker: its connections can be cut. `hold`: nothing of the broker's answers is passed on. */
async function createProxy(port: number) {
  const sockets = new Set<Socket>();
  const state = { isHeld: false };
  const server: Server = createServer((client) => {
    const broker = connect(port, '127.0.0.1');
    for (const socket of [client, broker]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        broker.destroy();
      });
    }
    client.pipe(broker);
    broker.on('data', (data) => {
      if (!state.isHeld) client.write(data);
    });
  });
  const own = await freePort();
  server.listen(own, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `mqtt://127.0.0.1:${own}`,
    hold(isHeld: boolean) {
      state.isHeld = isHeld;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Ids as they first came: what follows of a resend is left out. */
const firsts = (ids: readonly (string | undefined)[]): (string | undefined)[] => [...new Set(ids)];

describe('an MQTT uplink that loses its connection', () => {
  const broker = useMosquitto();
  const open: { stop: () => unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });
  async function listen(filter?: string): Promise<MqttSubscriber> {
    const subscriber = await subscribe(broker().url, filter);
    open.push({ stop: () => subscriber.end() });
    return subscriber;
  }
  async function start(url: string) {
    const sink = createTestMqttSink(url);
    open.push(sink);
    for (const id of DEVICES) sink.ofGateway.set(id, { id, name: id });
    await startMqttSink(sink);
    return sink;
  }
  const locationsOf = (subscriber: MqttSubscriber, id: string): (string | undefined)[] =>
    subscriber.on(`waypost/north/device/${id}/location`).map((message) => message.id);

  it('records without an answer are unknown, and arrive when they are sent again', async () => {
    const proxy = await createProxy(broker().port);
    open.push(proxy);
    const subscriber = await listen();
    const sink = await start(proxy.url);
    proxy.hold(true);
    const records = recordsOf(1, 400, DEVICES);
    const sending = sink.send('history', records);
    await eventually('some have arrived', () => subscriber.received.length > 10);
    proxy.cut();
    proxy.hold(false);
    const { results, pause } = await sending;
    expect(results.every(({ outcome }) => outcome === 'unknown')).to.equal(true);
    expect(pause).to.have.property('kind', 'retry');
    expect(sink.status().connected).to.equal(false);
    expect(sink.status().reason).to.match(/closed/);
    await sink.sendAll('history', records);
    for (const id of DEVICES) {
      const own = records.filter(({ deviceId }) => deviceId === id).map((record) => record.id);
      await eventually('all have arrived', () => new Set(locationsOf(subscriber, id)).size === own.length);
      expect(firsts(locationsOf(subscriber, id)), id).to.deep.equal(own);
    }
  });

  it('the status is offline when the connection is cut, and online again', async () => {
    const proxy = await createProxy(broker().port);
    open.push(proxy);
    const subscriber = await listen('waypost/north/status');
    await start(proxy.url);
    await eventually('it is online', () => subscriber.received.length === 1);
    proxy.cut();
    await eventually('it is online again', () => subscriber.received.length === 3);
    expect(subscriber.received.map(({ text }) => text)).to.deep.equal(['online', 'offline', 'online']);
  });

  it('all records arrive while the broker is killed and started again', async () => {
    const subscriber = await listen();
    const sink = await start(broker().url);
    const records = recordsOf(1, 1_500, DEVICES);
    const seen = new Set<string>();
    subscriber.client.on('message', (_topic, _payload, { properties }) => {
      const id = properties?.userProperties?.id;
      if (typeof id === 'string') seen.add(id);
    });
    let reconnected = Promise.resolve();
    for (let batch = 0; batch < 10; batch += 1) {
      await reconnected;
      const some = records.slice(batch * 150, (batch + 1) * 150);
      const sending = sink.sendAll('history', some);
      if (batch % 3 === 1) {
        await broker().kill();
        reconnected = new Promise((resolve) => {
          subscriber.client.once('connect', () => {
            resolve();
          });
        });
        await broker().start();
      }
      await sending;
    }
    // A broker that is killed forgets what it has acknowledged and not passed on: only that may be missing.
    const last = recordAt(1_501, 'bus');
    await sink.sendAll('history', [last]);
    await eventually('the last one has arrived', () => seen.has(last.id));
    const missing = records.filter(({ id }) => !seen.has(id)).length;
    expect(missing, 'acknowledged by a broker that was killed').to.be.below(300);
    for (const id of DEVICES) {
      const numbers = firsts(locationsOf(subscriber, id)).map((one) => Number(one?.split(':')[2]));
      expect(numbers, id).to.deep.equal(numbers.toSorted((a, b) => a - b));
    }
  });

  it('a stop ends while the broker answers nothing', async () => {
    const proxy = await createProxy(broker().port);
    open.push(proxy);
    const sink = await start(proxy.url);
    proxy.hold(true);
    const sending = sink.send('history', recordsOf(1, 150));
    await sink.stop();
    const { results } = await sending;
    expect(results.every(({ outcome }) => outcome === 'unknown')).to.equal(true);
    expect(sink.status().connected).to.equal(false);
  });
});
