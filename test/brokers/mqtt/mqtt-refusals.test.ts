import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { useMosquitto } from '../../support/uplinks/mosquitto.js';
import { createTestMqttSink, recordsOf, startMqttSink, type TestMqttSink } from '../../support/uplinks/mqtt-sink.js';
import { recordAt } from '../../support/uplinks/rest-sink.js';
import { outcomesOf } from '../../support/uplinks/scripted-server.js';
import { freePort } from '../../support/gateway/free-port.js';
import type { SinkStatus } from '../../../src/uplinks/sink.js';

/** The status after the first attempt. */
async function statusOf(sink: TestMqttSink): Promise<SinkStatus> {
  await startMqttSink(sink);
  const status = sink.status();
  await sink.stop();
  return status;
}

describe('a broker that refuses', () => {
  const lines = ['acl_file acl', 'max_packet_size 2000'];
  const acl = `user depot
topic readwrite waypost/north/status
topic write waypost/north/device/bus/location
topic write waypost/north/device/bus/state
user admin
topic readwrite #
`;
  const users = { depot: 'right', admin: 'right' };
  const broker = useMosquitto({ lines, files: { acl }, users });
  const credentials = { user: 'depot', password: 'right' };

  it('a wrong password, or none, is named with the settings to correct', async () => {
    for (const settings of [{ user: 'depot', password: 'wrong' }, {}]) {
      const { connected, reason } = await statusOf(createTestMqttSink(broker().url, settings));
      expect(connected).to.equal(false);
      expect(reason).to.contain('set user and password').and.to.contain('0x87');
    }
    expect((await statusOf(createTestMqttSink(broker().url, credentials))).connected).to.equal(true);
  });

  it('records that may not be published are dead letters with topic and fix, and those of other devices go on', async () => {
    const sink = createTestMqttSink(broker().url, credentials);
    await startMqttSink(sink);
    const records = recordsOf(1, 4, ['bus', 'van']);
    const { results, pause } = await sink.send('history', records);
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['refused', 'accepted', 'refused', 'accepted']);
    const [first] = results;
    expect(first).to.have.property('reason').that.contains('waypost/north/device/van/location');
    expect(first).to.have.property('reason').that.contains('the user depot').and.contains('access list');
    expect(first).to.have.property('reason').that.contains('waypost uplink retry center');
    expect(pause).to.equal(undefined);
    await sink.stop();
  });

  it('a state that may not be published is named by the status while records are accepted', async () => {
    const sink = createTestMqttSink(broker().url, credentials);
    sink.ofGateway.set('van', { id: 'van', name: 'Van' });
    await startMqttSink(sink);
    expect(outcomesOf(await sink.send('live', [recordAt(1, 'van')]))).to.deep.equal(['refused']);
    expect(sink.status().connected).to.equal(true);
    expect(sink.status().reason).to.contain('waypost/north/device/van/state').and.contain('access list');
    expect(outcomesOf(await sink.send('history', [recordAt(2)]))).to.deep.equal(['accepted']);
    await sink.stop();
  });

  it('a record that is larger than the packets of the broker is refused before it ends the connection', async () => {
    const sink = createTestMqttSink(broker().url, credentials);
    await startMqttSink(sink);
    const record = recordAt(1);
    if (record.kind !== 'location') throw new Error('not a location');
    const large = { ...record, location: { ...record.location, warnings: Array<string>(8).fill('w'.repeat(250)) } };
    const { results } = await sink.send('history', [recordAt(2), large, recordAt(3)]);
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['accepted', 'refused', 'accepted']);
    expect(results[1]).to.have.property('reason').that.contains('the broker takes 2000');
    expect(sink.changes(), 'the connection was not lost').to.equal(1);
    await sink.stop();
  });

  it('a record that just fits is accepted: the size of its packet is calculated exactly', async () => {
    const sink = createTestMqttSink(broker().url, credentials);
    await startMqttSink(sink);
    const record = recordAt(1);
    if (record.kind !== 'location') throw new Error('not a location');
    const withText = (length: number) => ({
      ...record,
      location: { ...record.location, warnings: ['a'.repeat(length)] },
    });
    let length = 1;
    const outcome = async (): Promise<string | undefined> =>
      (await sink.send('history', [withText(length)])).results[0]?.outcome;
    for (let step = 1_024; step >= 1; step /= 2) {
      length += step;
      if ((await outcome()) !== 'accepted') length -= step;
    }
    expect(await outcome()).to.equal('accepted');
    expect(broker().log()).not.to.contain('oversize');
    expect(sink.changes(), 'no packet was too large for the broker').to.equal(1);
    length += 1;
    expect(await outcome()).to.equal('refused');
    await sink.stop();
  });
});

describe('a server that is no broker of MQTT 5', () => {
  let server: Server;
  let onData: (socket: Socket) => void;
  const sockets = new Set<Socket>();
  const url = (): string => `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        onData(socket);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const reasonOf = async (): Promise<string> => (await statusOf(createTestMqttSink(url()))).reason ?? '';

  it('a broker of MQTT 3.1.1 is named, whether it refuses the version, accepts it as its own, or hangs up', async () => {
    const refused = [0x20, 0x02, 0x00, 0x01];
    const accepted = [0x20, 0x02, 0x00, 0x00];
    for (const answer of [refused, accepted]) {
      onData = (socket) => socket.write(Buffer.from(answer));
      expect(await reasonOf()).to.contain('does not speak MQTT 5');
    }
    onData = (socket) => socket.end();
    expect(await reasonOf()).to.contain('MQTT 3.1.1');
  });

  it('the refusal of the version in MQTT 5 is named as well', async () => {
    onData = (socket) => socket.write(Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00]));
    expect(await reasonOf()).to.contain('does not speak MQTT 5');
  });

  it('a web server is named as no broker', async () => {
    onData = (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await reasonOf()).to.contain('check the url');
  });

  it('a port without a server is named', async () => {
    const { reason } = await statusOf(createTestMqttSink(`mqtt://127.0.0.1:${await freePort()}`));
    expect(reason).to.contain('nothing listens there');
  });

  it('a broker whose quota is used up gets the record again, and all of its device that follow', async () => {
    const CONNACK = Buffer.from([0x20, 0x03, 0x00, 0x00, 0x00]);
    const quota = (id: Buffer): Buffer => Buffer.from([0x40, 0x04, id[0] ?? 0, id[1] ?? 0, 0x97, 0x00]);
    const taken = (id: Buffer): Buffer => Buffer.from([0x40, 0x02, id[0] ?? 0, id[1] ?? 0]);
    const answered: number[] = [];
    onData = (socket) => {
      socket.write(CONNACK);
      socket.on('data', (data) => {
        for (const id of packetIds(data)) {
          answered.push(id.readUInt16BE());
          socket.write(answered.length === 3 ? quota(id) : taken(id));
        }
      });
    };
    const sink = createTestMqttSink(url());
    await startMqttSink(sink);
    const { results, pause } = await sink.send('history', recordsOf(1, 3));
    // The first answer was for the status.
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['accepted', 'unknown', 'unknown']);
    expect(pause).to.have.property('kind', 'retry');
    expect(pause).to.have.property('reason').that.contains('0x97');
    await sink.stop();
  });
});

/** The packet identifiers of the PUBLISH packets of QoS 1 in these bytes, which end with a packet. */
function packetIds(data: Buffer): Buffer[] {
  const ids: Buffer[] = [];
  for (let at = 0; at < data.length;) {
    const type = data[at] ?? 0;
    let [length, shift, next] = [0, 0, at + 1];
    for (;;) {
      const byte = data[next++] ?? 0;
      length += (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) break;
    }
    if (type >> 4 === 3) ids.push(data.subarray(next + 2 + data.readUInt16BE(next)).subarray(0, 2));
    at = next + length;
  }
  return ids;
}
