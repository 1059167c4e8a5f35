import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { success } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { NULL_CONTEXT } from '../../src/protocols/protocol.js';
import { openPort } from '../../src/serial/transport/open-port.js';
import { PortError } from '../../src/serial/transport/port-error.js';
import type { Port } from '../../src/serial/transport/port-types.js';
import { createPorts } from '../../src/serial/port/ports.js';
import { startDeviceServer, type DeviceServer } from '../support/serial/device-server.js';
import { eventually } from '../support/gateway/eventually.js';
import { testProtocol } from '../support/protocols/test-protocol.js';
import { english } from '../../src/messages/english.js';

const refusalOf = (promise: Promise<unknown>): Promise<PortError> =>
  promise.then(
    () => {
      throw new Error('not refused');
    },
    (error: unknown) => {
      if (error instanceof PortError) return error;
      throw error;
    },
  );

describe('openTcpPort', () => {
  let server: DeviceServer;
  let received: Buffer[] = [];
  let losses: string[] = [];
  const opened: Port[] = [];
  const bytesReceived = (): number => received.reduce((sum, chunk) => sum + chunk.length, 0);

  async function open(path = server.path): Promise<Port> {
    const port = await openPort({
      path,
      baudRate: 9_600,
      onData: (chunk) => received.push(Buffer.from(chunk)),
      onClose: (reason) => losses.push(english(reason)),
    });
    opened.push(port);
    return port;
  }

  beforeEach(async () => {
    server = await startDeviceServer();
    received = [];
    losses = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((port) => port.close()));
    await server.stop();
  });

  it('every byte is received and sent unchanged, in chunks of at most 4,096 bytes', async () => {
    const port = await open();
    const client = await server.client();
    const all = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, n) => (n * 7) & 0xff));
    client.write(all);
    await eventually('all data is received', () => bytesReceived() === all.length);
    expect(Buffer.concat(received).equals(all)).to.equal(true);
    expect(Math.max(...received.map(({ length }) => length))).to.be.at.most(4_096);
    let reply = '';
    client.on('data', (bytes) => (reply += bytes.toString()));
    await Promise.all([port.write('acknowledged ✔\n'), port.write('and again\n')]);
    await eventually('the reply is there', () => reply === 'acknowledged ✔\nand again\n');
  });

  it('a closed port and an unknown host are refused as absent, with the fix', async () => {
    await server.stop();
    const refused = await refusalOf(open());
    expect(refused.fault).to.equal('absent');
    expect(refused.message).to.contain(`${server.path}: 127.0.0.1 refuses connections on port`);
    server = await startDeviceServer();
    const unknown = await refusalOf(open('tcp://no-such-host.invalid:4001'));
    expect(unknown.fault).to.equal('absent');
    expect(unknown.message).to.match(/no-such-host\.invalid/);
  });

  it('a close by the device server is reported once, after its last data', async () => {
    const port = await open();
    const client = await server.client();
    client.end('last words\n');
    await eventually('the loss is reported', () => losses.length > 0);
    expect(Buffer.concat(received).toString()).to.equal('last words\n');
    await port.close();
    expect(losses).to.deep.equal([`${server.path}: the device server closed the connection`]);
  });

  it('a reset during writes is reported once', async () => {
    const port = await open();
    const client = await server.client();
    client.pause();
    const written = [1, 2, 3].map(() => port.write('x'.repeat(5_000)).catch(() => undefined));
    client.resetAndDestroy();
    await eventually('the loss is reported', () => losses.length > 0);
    await Promise.all(written);
    expect(losses).to.deep.equal([`${server.path}: the device server reset the connection`]);
    expect((await refusalOf(port.write('late'))).fault).to.equal('error');
  });

  it('a silent connection stays open and is idle', async () => {
    const port = await open();
    await server.client();
    await eventually('the port is idle', () => port.isIdle());
    expect(await port.isAlive()).to.equal(true);
    expect(losses).to.deep.equal([]);
  });

  it('a paused port throttles the device server and loses no data', async () => {
    const port = await open();
    const client = await server.client();
    port.pause();
    const mebibyte = 1_048_576;
    const flood = Buffer.alloc(32 * mebibyte, 'abcdefghi\n');
    const before = process.memoryUsage().arrayBuffers;
    let drained = false;
    client.write(flood, () => (drained = true));
    // A second connection takes long enough for a flood that is not throttled.
    const second = await open();
    (await server.client(2)).write('x');
    await eventually('the second connection receives data', () => bytesReceived() > 0);
    expect(drained).to.equal(false);
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(4 * mebibyte);
    await second.close();
    const others = bytesReceived();
    port.resume();
    await eventually('all data is received', () => bytesReceived() - others === flood.length);
  });

  it('a write to a device server that does not read is refused beyond the limit', async () => {
    const port = await open();
    (await server.client()).pause();
    const writes: Promise<string>[] = [];
    const fill = 'x'.repeat(16_000);
    let refused = '';
    for (let n = 0; n < 2_000 && refused === ''; n += 1) {
      const written = port.write(fill).then(
        () => '',
        (error: unknown) => (error instanceof PortError ? error.fault : String(error)),
      );
      writes.push(written);
      refused = await Promise.race([written, eventually('accepted', () => true).then(() => '')]);
    }
    expect(refused).to.equal('busy');
    await port.close();
    expect(await Promise.all(writes)).to.have.length.below(2_000);
    expect(losses).to.deep.equal([]);
  });

  it('data written to a closed port is never sent at a later opening', async () => {
    const first = await open();
    await server.client();
    await first.close();
    expect((await refusalOf(first.write('late'))).fault).to.equal('error');
    const port = await open();
    const client = await server.client(2);
    let sent = '';
    client.on('data', (bytes) => (sent += bytes.toString()));
    await port.write('now');
    await eventually('the write is sent', () => sent.length >= 3);
    expect(sent).to.equal('now');
  });

  it('1,000 openings leave no descriptor open', async () => {
    const descriptors = (): number => readdirSync('/proc/self/fd').length;
    const before = descriptors();
    for (let n = 1; n <= 1_000; n += 1) {
      const port = await open();
      const client = await server.client(n);
      if (n % 2 === 0) client.destroy();
      await port.close();
      client.destroy();
      opened.pop();
    }
    await eventually('all descriptors are closed', () => descriptors() <= before);
    expect(losses.length).to.be.below(500);
  });

  it('the gateway reconnects when the device server is back, and the counters continue', async () => {
    const deviceIds: string[] = [];
    const ports = createPorts({
      configs: [{ path: server.path, protocol: 'test' }],
      protocols: { test: testProtocol() },
      captureFolder: '/nowhere',
      receive(report) {
        deviceIds.push(report.deviceId);
        return Promise.resolve(success({ accepted: 1, duplicates: 0 }));
      },
      gateway: NULL_CONTEXT,
      logger: silentLogger,
      openPort,
    });
    const status = () => ports.statuses()[0];
    ports.start();
    (await server.client()).write('1 A\n');
    await eventually('the record is received', () => deviceIds.length === 1);
    await server.stop();
    await eventually('the port is absent', () => status()?.state === 'absent');
    server = await startDeviceServer(server.port);
    (await server.client()).write('2 A\n');
    await eventually('the next record is received', () => deviceIds.length === 2);
    expect(status()?.counters).to.include({ frames: 2, reopened: 1 });
    await ports.stop();
  });
});
