import { expect } from 'chai';
import { eventually } from '../support/gateway/eventually.js';
import { useFarSideServer } from '../support/uplinks/far-side-server.js';
import { createTestMqttSink, startMqttSink } from '../support/uplinks/mqtt-sink.js';
import { createTestNatsSink, startNatsSink } from '../support/uplinks/nats-sink.js';

describe('an uplink and a far side that does not follow its protocol', () => {
  const server = useFarSideServer();

  it('a connection to a silent NATS server is closed at the limit', async () => {
    const sink = createTestNatsSink({ url: `nats://127.0.0.1:${server.port()}`, options: { testing: true } });
    const { reason } = await startNatsSink(sink);
    expect(reason).to.contain('no NATS server answered there in time');
    await eventually('the connection is closed', () => server.open() === 0);
    await sink.stop();
  });

  it('a broker that publishes for ever, and reads no acknowledgement, is read no further', async () => {
    // CONNACK, and then messages of QoS 1 with the topic `a`, packet 1 and no properties.
    const connack = Buffer.from([0x20, 0x03, 0x00, 0x00, 0x00]);
    const publish = String.fromCharCode(0x32, 0x06, 0x00, 0x01, 0x61, 0x00, 0x01, 0x00);
    server.answerBy((socket) => {
      server.pour(connack, publish)(socket);
      socket.pause();
    });
    const sink = createTestMqttSink(`mqtt://127.0.0.1:${server.port()}`, { commands: true }, { testing: true });
    await startMqttSink(sink);
    let [last, steady] = [0, 0];
    await eventually('the gateway takes no more', () => {
      steady = server.poured() === last ? steady + 1 : 0;
      last = server.poured();
      return steady === 10;
    });
    // What the sockets of both sides hold.
    expect(server.poured()).to.be.below(30_000_000);
    await sink.stop();
  });
});
